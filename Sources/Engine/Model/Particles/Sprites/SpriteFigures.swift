// The figures of sprites that presets may name. (Paths, pictures and words are read from files and texts; Presets declares them.)

/// A figure with keys of its own.
package protocol SpriteFigure: DeclaredKind {
  /// The shapes, of which each particle has one at random.
  var shapes: [Sprite.Shape] { get }
}

extension Sprite {
  /// A figure that presets may name.
  package enum Figure: Sendable {
    /// A figure that has no key but its size.
    case plain(name: String, about: String, Shape)
    /// A figure with keys of its own.
    case keyed(any SpriteFigure.Type)
  }

  /// The figures in the order of the reference.
  package static let figures: [Figure] = [
    .plain(name: "disc", about: "An even disc; an ellipse where width and height differ.", .disc),
    .plain(name: "softDisc", about: "A disc whose light falls off from its middle.", .softDisc),
    .keyed(HotDisc.self),
    .plain(name: "square", about: "A square, or a rectangle.", .square),
    .plain(name: "capsule", about: "A rectangle with round ends.", .capsule),
    .keyed(Streak.self), .keyed(Star.self), .keyed(Polygon.self), .keyed(Ring.self),
    .plain(name: "heart", about: "A heart, its tip down.", .heart),
    .plain(name: "spark", about: "A glint of four points, bright in the middle.", .spark),
    .keyed(Flake.self),
    .plain(name: "petal", about: "A cherry's petal, flat; a sheet is bent and lit.", .petal),
    .plain(name: "leaf", about: "A leaf with its stem, flat; a sheet is bent and lit.", .leaf),
    .plain(name: "paper", about: "A slightly bent sheet with one corner turned up.", .paper),
    .plain(name: "ribbon", about: "A band that curls.", .ribbon),
    .plain(name: "triangle", about: "A triangle, its point up.", .triangle),
    .keyed(Sector.self), .keyed(Puffs.self), .keyed(Sheets.self),
  ]

  struct HotDisc: SpriteFigure {
    var core = 0.12

    static let name = "hotDisc"
    static let about = "A disc with a steep hot core and a long soft end, as a star or a spark on film."
    static let parameters: [Parameter<Self>] = [
      .constant(
        "core", \.core, .share, in: 0.01...1, "The share of the radius at which half of the light is left.")
    ]
    var shapes: [Shape] { [.hotDisc(core: core)] }
  }

  struct Streak: SpriteFigure {
    var taper = 0.0

    static let name = "streak"
    static let about = "A line that tapers and fades from its head to its tail."
    static let parameters: [Parameter<Self>] = [
      .constant("taper", \.taper, .share, in: 0...1, "The tail's width as a share of the head's.")
    ]
    var shapes: [Shape] { [.streak(taper: taper)] }
  }

  struct Star: SpriteFigure {
    var points = 5
    var ratio = 0.4

    static let name = "star"
    static let about = "A star with any number of spikes."
    static let parameters: [Parameter<Self>] = [
      .constant("points", \.points, in: 3...64, "How many spikes."),
      .constant("ratio", \.ratio, .share, in: 0.01...1, "Inner radius as a share of the outer."),
    ]
    var shapes: [Shape] { [.star(points: points, ratio: ratio)] }
  }

  struct Polygon: SpriteFigure {
    var sides = 6

    static let name = "polygon"
    static let about = "A regular polygon."
    static let parameters: [Parameter<Self>] = [.constant("sides", \.sides, in: 3...64, "How many corners.")]
    var shapes: [Shape] { [.polygon(sides: sides)] }
  }

  struct Ring: SpriteFigure {
    var thickness = 0.2

    static let name = "ring"
    static let about = "A ring."
    static let parameters: [Parameter<Self>] = [.rimThickness("thickness", \.thickness)]
    var shapes: [Shape] { [.ring(thickness: thickness)] }
  }

  struct Flake: SpriteFigure {
    var variants = 8
    var seed = 0

    static let name = "flake"
    static let about = "A snow crystal; each seed has another."
    static let parameters: [Parameter<Self>] = [
      .constant(
        "variants", \.variants, in: 1...32, "How many different crystals there are; each particle has one of them."),
      .constant("seed", \.seed, in: 0...999_999, "Number of the first crystal; the others follow it."),
    ]
    var shapes: [Shape] { (0..<variants).map { .flake(seed: seed + $0) } }
  }

  struct Puffs: SpriteFigure {
    var variants = 8
    var puff = Puff()

    static let name = "puff"
    static let about = "A puff of smoke, steam, dust or cloud, which the scene's lights light as a small volume."
    static let parameters: [Parameter<Self>] = [
      .constant(
        "density", \.puff.density, .factor, in: 0.05...20,
        "How thick it is, as the optical depth of its middle: 0.2 of the light passes at 1.6, 0.04 at 3.2."),
      .constant("detail", \.puff.detail, .share, in: 0...1, "How much fine noise there is in it."),
      .constant("roundness", \.puff.roundness, .share, in: 0...1, "How round it is: 0 is torn, 1 a ball."),
      .constant(
        "forward", \.puff.forward, .share, in: 0...0.9,
        "How much light it sends on in the light's own direction: the more, the brighter it is before a light behind it."
      ),
      .constant("variants", \.variants, in: 1...32, "How many forms there are; each particle has one of them."),
      .constant("seed", \.puff.seed, in: 0...999_999, "Number of the first form; the others follow it."),
    ]
    var shapes: [Shape] {
      (0..<variants).map { variant in
        var puff = puff
        puff.seed += variant
        return .puff(puff)
      }
    }
  }

  struct Sheets: SpriteFigure {
    var sheet = Sheet()

    static let name = "sheet"
    static let about = "Paper, a ribbon, a leaf or a petal: bent, turned in space, lit on both faces, and through."
    static let parameters: [Parameter<Self>] = [
      .choice("form", \.sheet.form, "What it is cut like."),
      .constant(
        "bend", \.sheet.bend, .degrees, in: -Sheet.maximumBend...Sheet.maximumBend,
        "How far it is bent from its base to its tip, towards its front; a ribbon of 720° makes two turns."),
      .constant("bendRange", \.sheet.bendRange, .degrees, in: 0...2 * Sheet.maximumBend, width),
      .constant(
        "twist", \.sheet.twist, .degrees, in: -Sheet.maximumTwist...Sheet.maximumTwist,
        "The angle between its length and the direction in which it is bent; a ribbon winds into a helix."),
      .constant("twistRange", \.sheet.twistRange, .degrees, in: 0...2 * Sheet.maximumTwist, width),
      .constant(
        "flex", \.sheet.flex, .degrees, in: 0...Sheet.maximumBend, "How far the bend swings to each side, as in wind."),
      .constant("flexFrequency", \.sheet.flexFrequency, .hertz, in: 0...1e3, "Swings a second."),
      .constant(
        "translucency", \.sheet.translucency, .share, in: 0...1,
        "How much light from behind shines through; as long as it is not given, 0.25 for paper, 0.2 for a ribbon, 0.6 for a leaf, 0.7 for a petal."
      ),
      .constant(
        "gloss", \.sheet.gloss, .factor, in: 0...10,
        "Strength of the highlights; as long as it is not given, 0 for paper, 0.35 for a ribbon, 0.12 for a leaf, 0.05 for a petal."
      ),
      .constant("veins", \.sheet.veins, .share, in: 0...1, "How clearly veins are seen.").effective(
        where: "form", \.sheet.form, is: .leaf, .petal),
      .constant("serration", \.sheet.serration, .share, in: 0...1, "Depth of the teeth of a leaf's edge.").effective(
        where: "form", \.sheet.form, is: .leaf),
      .constant(
        "notch", \.sheet.notch, .share, in: 0...0.5,
        "Depth of the notch in the tip, as a share of the length; as long as it is not given, 0.14 for a petal."
      ).effective(where: "form", \.sheet.form, is: .petal, .ribbon),
    ]
    var shapes: [Shape] { [.sheet(sheet)] }

    private static let width = "Width of the random range around it."
  }

  struct Sector: SpriteFigure {
    var startAngle = -60.0
    var endAngle = 60.0
    var thickness = 0.4

    static let name = "sector"
    static let about = "A piece of a ring between two angles."
    static let parameters: [Parameter<Self>] = [
      .constant(
        "startAngle", \.startAngle, .degrees, in: -36_000...36_000,
        "Where it begins, clockwise from the sprite's own x axis."),
      .constant(
        "endAngle", \.endAngle, .degrees, in: -36_000...36_000,
        "Where it ends; with the two angles 360° apart it is a ring."),
      .rimThickness("thickness", \.thickness),
    ]
    var shapes: [Shape] { [.sector(startAngle: startAngle, endAngle: endAngle, thickness: thickness)] }
  }
}

extension Parameter {
  fileprivate static func rimThickness(_ name: String, _ path: Path<Double>) -> Parameter {
    .constant(
      name, path, .share, in: 0.001...1, "Width of the rim as a share of the radius; 1 fills it to the centre.")
  }
}
