import Model

extension Declarations {
  static let camera = Declaration<Camera>(
    "camera",
    "The eye that sees layers with a zPosition and 3-D particles in perspective: those of emitters with a depth, and of cells with a latitude, a zAcceleration or forces along z. The canvas is the plane z = 0, seen at its own size unless the camera has a position of its own; particles that come nearer to the eye than a quarter of the distance fade. The camera's values are read at each frame's time.",
    defaults: { scope in Camera(center: scope.center) },
    [
      .animatedNumber(
        "distance", \.distance, .points, 1...1e6,
        "From the eye to the canvas; the smaller, the stronger the perspective. With a position it is the focal length: what is as far from the eye has its own size."
      ),
      .optional(
        "position", \.position, .list(.animatedNumber(NumberSchema(.points))),
        "Where the eye is, [x, y, z]: it turns to the center, which is then seen in the middle of the picture. Without it the eye stands straight before the center."
      ) { $0.position($1) },
      .animatedNumber(
        "roll", \.roll, .degrees,
        "How far the camera is turned clockwise about its line of sight; its picture turns the other way."),
      .animatedPoint("center", \.center, "The point that the eye looks at.").defaults(to: "the canvas's centre"),
      .animatedNumber("focus", \.focus, .points, "z of the plane that is in focus.").effective(beside: "aperture"),
      .optional(
        "focusLayer", \.focusLayer, .text,
        "In place of focus: the name of a layer with a zPosition whose anchor is in focus; in a group also as \"group/layer\"."
      ) { $0.plainText($1) }.effective(beside: "aperture"),
      .optional(
        "focusPoint", \.focusPoint, .list(.animatedNumber(NumberSchema(.points))),
        "In place of focus: a place in space that is in focus, [x, y, z]."
      ) { $0.position($1) }.effective(beside: "aperture"),
      .animatedNumber(
        "aperture", \.aperture, .points, 0...1e5,
        "Diameter of the lens; 0: everything is sharp. A particle out of focus is spread into a disc, which hides the sprite's form if the disc is larger than the sprite."
      ),
      .object(
        "lens", \.lens, Declarations.cameraLens,
        "What a light out of focus looks like, for layers with a zPosition: the radius follows from the depth."),
      .number(
        "shutter", \.shutter, .degrees, 0...720,
        "Motion blur of everything that moves: the shutter of particles, of transforms and of what the camera's own motion smears, unless they have one of their own; 360 is the time of one frame at frameRate."
      ),
      .optionalObject("moves", \.moves, Declarations.cameraMoves, "Moves of the camera through the whole picture."),
      .optionalObject("shake", \.shake, Declarations.shake, "The unrest of a camera that is held by hand."),
      .optionalObject("haze", \.haze, Declarations.haze, "Air that veils what is far away."),
    ])

  static let cameraMoves = Declaration<CameraMoves>(
    "moves",
    "Moves of the camera, which add up. Each begins gently at the first frame and ends gently at the last; in a loop each goes there and back.",
    CameraMoves(),
    [
      .number(
        "push", \.push, .share, -10...0.95,
        "By which share of its distance the eye comes nearer to what it looks at; below 0 it goes back."),
      .constantPoint(
        "drift", \.drift, NumberSchema(.points),
        "How far the eye and what it looks at move together: half of it before the middle of the move, half after."),
      .number(
        "orbit", \.orbit, .degrees, -3_600...3_600,
        "How far the eye goes round what it looks at, to the right: half of it before the middle of the move, half after. In a loop, whole turns go on in one direction."
      ),
      .number(
        "dollyZoom", \.dollyZoom, .share, -10...0.95,
        "By which share of its distance the eye comes nearer while the focal length shrinks as much: what it looks at keeps its size, and what lies behind shrinks."
      ),
    ])

  static let shake = Declaration<CameraShake>(
    "shake", "A hand-held camera: its eye and its aim sway. In a loop the end meets the start.", CameraShake(),
    [
      .animatedNumber("amount", \.amount, .points, 0...1e5, "About how far the eye sways."),
      .number("frequency", \.frequency, .hertz, 0.01...60, "Swings a second of the strongest of its sines."),
      .animatedNumber("roll", \.roll, .degrees, -180...180, "About how far the camera rolls."),
    ])

  static let cameraLens = Declaration<Filter.LensBlur>(
    "lens", "The shape of a light that is out of focus.", Filter.LensBlur(),
    Filter.LensBlur.parameters.filter { $0.name != "radius" }.map { Key($0) })

  static let haze = Declaration<Haze>(
    "haze",
    "Air that takes away light on its way to the eye and gives its own colour: fog, mist, the blue of far hills.",
    Haze(),
    [
      .animatedColor("color", \.color, "The colour of what is very far away."),
      .animatedNumber("start", \.start, .points, 0...1e6, "Up to how far from the eye the air is clear."),
      .animatedNumber(
        "distance", \.distance, .points, 1...1e6, "How far beyond the start 37 % of the light are left."),
    ])
}
