import Colorimetry

/// A light of the scene. Layers and particles with a `Material` are lit by all lights; others keep their own colours.
///
/// Lights stand in the same space as layers with a `zPosition`: the canvas is the plane z = 0, and z grows towards the eye. Layers that are
/// fixed to the screen are lit as if they lay on the canvas.
public enum Light: Sendable, Equatable {
  /// Ambient light: the same from everywhere.
  case ambient(Ambient)
  /// Light from very far away, such as the sun's.
  case parallel(Parallel)
  /// Light from a place into all directions.
  case point(Point)
  /// Light from a place within a cone.
  case spot(Spot)
  /// Three parallel lights in one.
  case threePoint(ThreePoint)
  /// What a layer shows: sparks, a flame, a screen.
  case layer(LayerLight)

  /// The kinds that presets may name, in the order of the reference.
  package static let kinds: [any LightKind.Type] = [
    Ambient.self, Parallel.self, Point.self, Spot.self, ThreePoint.self,
  ]

  /// How light becomes weaker with the distance.
  public enum Falloff: String, DescribedChoice {
    /// By the square of the distance, beyond the light's radius.
    case inverseSquare
    /// Not at all.
    case none

    package var sentence: String {
      switch self {
      case .inverseSquare: "By the square of the distance, from its radius on."
      case .none: "It stays as strong however far it goes."
      }
    }
  }
}

/// A kind of light, with its values.
package protocol LightKind: DeclaredKind, Adjustable, Equatable {
  /// The value as an element of a list of lights.
  var asLight: Light { get }
  /// By which layers of shafts name it; empty for none.
  var name: String { get set }
  /// The light's colour.
  var color: AnimatedColor { get set }
  /// Factor of the colour: 1 is white light under which a white surface that faces it is white.
  var intensity: AnimatedNumber { get set }
}

extension LightKind {
  /// The rows that all kinds have.
  fileprivate static var lightRows: [Parameter<Self>] {
    [
      .animated("color", \.color, "Its colour."),
      .animated(
        "intensity", \.intensity, .factor, in: 0...1e4,
        "Factor of its colour: at 1 a white surface that faces it is as bright as its colour."),
    ]
  }
}

/// A light that stands somewhere.
protocol Lamp: LightKind {
  var position: AnimatedPoint { get set }
  var zPosition: AnimatedNumber { get set }
  var falloff: Light.Falloff { get set }
  var radius: AnimatedNumber { get set }
  var shadow: AnimatedNumber { get set }
  var size: AnimatedNumber { get set }
}

extension Lamp {
  /// The rows of the lamp's place.
  fileprivate static var placeRows: [Parameter<Self>] {
    [
      .animated("position", \.position, "Where it is.").required,
      .animated("zPosition", \.zPosition, .points, "How far before the canvas it is."),
    ]
  }

  /// The rows of how far it shines, and of its shadows.
  fileprivate static var lampRows: [Parameter<Self>] {
    [
      .choice("falloff", \.falloff, "How it becomes weaker with the distance."),
      .animated(
        "radius", \.radius, .points, in: 1...1e6, "Up to how far it gives its full intensity; beyond it weakens."),
      .animated("shadow", \.shadow, .share, in: 0...1, "How dark the shadows are that it casts; 0: it casts none."),
      .animated(
        "size", \.size, .points, in: 0...1e5,
        "The radius of the lamp itself: the larger, the softer its shadows, also those in shafts."),
    ]
  }
}

extension Light {
  /// How dark its shadows are; nil for light that casts none.
  package var shadow: AnimatedNumber? {
    let shadow: AnimatedNumber
    switch self {
    case .parallel(let light): shadow = light.shadow
    case .point(let light): shadow = light.shadow
    case .spot(let light): shadow = light.shadow
    case .threePoint(let light): shadow = light.shadow
    case .layer(let light): shadow = light.shadow
    case .ambient: return nil
    }
    return shadow.isZero ? nil : shadow
  }

  /// The lights that cast shadows, but for layers, with their indices among `PreparedLights.sources`.
  package static func casting(among lights: [Light]) -> [(source: Int, light: Light)] {
    var found: [(source: Int, light: Light)] = []
    var count = 0
    for light in lights.flatMap(\.parts) {
      switch light {
      case .ambient, .layer, .threePoint: continue
      case .parallel, .point, .spot: count += 1
      }
      if light.shadow != nil { found.append((count - 1, light)) }
    }
    return found
  }

  /// Ambient light: the same from everywhere.
  public struct Ambient: LightKind {
    /// By which layers of shafts name it; empty for none.
    public var name = ""
    /// The light's colour.
    public var color: AnimatedColor = .constant(.white)
    /// Factor of the colour.
    public var intensity: AnimatedNumber = 0.2

    package static let name = "ambient"
    package static let about = "The same light from everywhere, without shade: what a sky or a room gives."
    package static let parameters: [Parameter<Self>] = lightRows

    /// Weak white light.
    public init() {}
    package var asLight: Light { .ambient(self) }
  }

  /// Light from very far away.
  public struct Parallel: LightKind {
    /// By which layers of shafts name it; empty for none.
    public var name = ""
    /// The light's colour.
    public var color: AnimatedColor = .constant(.white)
    /// Factor of the colour.
    public var intensity: AnimatedNumber = 1
    /// Degrees from where in the picture the light comes: 0 from above, 90 from the right.
    public var angle: AnimatedNumber = -45
    /// Degrees by which the light stands before the plane of the canvas: 0 grazes the canvas, 90 comes straight from the front.
    public var elevation: AnimatedNumber = 45
    /// How dark its shadows are, 0 to 1.
    public var shadow: AnimatedNumber = 0
    /// Degrees across the light as it is seen, which softens its shadows; the sun has half a degree.
    public var size: AnimatedNumber = 2

    package static let name = "parallel"
    package static let about = "Light from very far away, such as the sun's."
    package static let parameters: [Parameter<Self>] =
      lightRows + [
        .animated("angle", \.angle, .degrees, "From where in the picture it comes: 0 from above, 90 from the right.")
          .repeating(every: 360),
        .animated(
          "elevation", \.elevation, .degrees, in: -90...90,
          "How far before the canvas it stands: 0 grazes the canvas, 90 comes from the front, below 0 from behind."),
        .animated("shadow", \.shadow, .share, in: 0...1, "How dark the shadows are that it casts; 0: it casts none."),
        .animated(
          "size", \.size, .degrees, in: 0...120,
          "How wide it is seen: the wider, the softer its shadows, also those in shafts. The sun has half a degree, a cloudy sky 60."
        ),
      ]

    /// Light from the upper left, before the canvas.
    public init() {}
    package var asLight: Light { .parallel(self) }
  }

  /// Light from a place into all directions.
  public struct Point: Lamp {
    /// By which layers of shafts name it; empty for none.
    public var name = ""
    /// The light's colour.
    public var color: AnimatedColor = .constant(.white)
    /// Factor of the colour.
    public var intensity: AnimatedNumber = 1
    /// Where the light is, in points.
    public var position = AnimatedPoint(0, 0)
    /// How far before the canvas it is, in points.
    public var zPosition: AnimatedNumber = 300
    /// How the light becomes weaker.
    public var falloff = Falloff.inverseSquare
    /// Points up to which it does not become weaker.
    public var radius: AnimatedNumber = 300
    /// How dark its shadows are, 0 to 1.
    public var shadow: AnimatedNumber = 0
    /// The lamp's own radius in points, which softens its shadows.
    public var size: AnimatedNumber = 20

    package static let name = "point"
    package static let about = "Light from a place into all directions: a lamp, a flame."
    package static let parameters: [Parameter<Self>] =
      lightRows + placeRows + lampRows

    /// A lamp before the canvas's corner.
    public init() {}
    package var asLight: Light { .point(self) }
  }

  /// Light from a place within a cone.
  public struct Spot: Lamp {
    /// By which layers of shafts name it; empty for none.
    public var name = ""
    /// The light's colour.
    public var color: AnimatedColor = .constant(.white)
    /// Factor of the colour.
    public var intensity: AnimatedNumber = 1
    /// Where the light is, in points.
    public var position = AnimatedPoint(0, 0)
    /// How far before the canvas it is, in points.
    public var zPosition: AnimatedNumber = 500
    /// The point of the canvas that it shines at.
    public var target = AnimatedPoint(0, 0)
    /// z of that point.
    public var targetZ: AnimatedNumber = 0
    /// Degrees across the whole cone.
    public var coneAngle: AnimatedNumber = 50
    /// The share of the cone in which the light fades towards its edge.
    public var feather: AnimatedNumber = 0.5
    /// How the light becomes weaker.
    public var falloff = Falloff.inverseSquare
    /// Points up to which it does not become weaker.
    public var radius: AnimatedNumber = 600
    /// How dark its shadows are, 0 to 1.
    public var shadow: AnimatedNumber = 0
    /// The lamp's own radius in points, which softens its shadows.
    public var size: AnimatedNumber = 20

    package static let name = "spot"
    package static let about = "Light from a place within a cone: a stage light, a torch."
    package static let parameters: [Parameter<Self>] =
      lightRows + placeRows + [
        .animated("target", \.target, "Where it shines to.").required,
        .animated("targetZ", \.targetZ, .points, "How far before the canvas that is."),
        .animated("coneAngle", \.coneAngle, .degrees, in: 1...179, "How wide its cone is, from edge to edge."),
        .animated("feather", \.feather, .share, in: 0...1, "The share of the cone in which it fades to the edge."),
      ] + lampRows

    /// A spotlight before the canvas's corner.
    public init() {}
    package var asLight: Light { .spot(self) }
  }
}
