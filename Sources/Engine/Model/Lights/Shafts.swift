import Colorimetry

/// Light that lamps scatter in the air on its way to the eye, where nothing stands in its way.
///
/// The air is the same everywhere, and as deep as the scene: what a line of sight gathers from a lamp is then inverse to the distance at which it
/// passes the lamp. What has a material that casts shadows stands in the light's way as if it reached through the air.
public struct Shafts: LayerSource, Parametrized {
  /// The name of the lamp whose light is seen; empty for all lamps.
  public var light = ""
  /// Factor of the lamps' light.
  public var intensity: AnimatedNumber = 1
  /// Factor of the lamps' colours.
  public var color: AnimatedColor = .constant(.white)
  /// Points over which the air weakens light to 37 %.
  public var length: AnimatedNumber = 1500
  /// Points of a caster after which 37 % of the light are left.
  public var penetration: AnimatedNumber = 25
  /// How uneven the air is, 0 to 1.
  public var dust: AnimatedNumber = 0
  /// Points across the clouds of dust.
  public var dustSize: AnimatedNumber = 300
  /// Changes of the dust a second.
  public var speed = 0.1
  /// Selects the random numbers of the dust.
  public var variant = 0

  package static let parameters: [Parameter<Self>] = [
    .animated(
      "intensity", \.intensity, .factor, in: 0...1e3,
      "Multiplies the light: with 1 the air at the lamp is as bright as the lamp's light."),
    .animated("color", \.color, "Factor of the lamps' own colours."),
    .animated(
      "length", \.length, .points, in: 1...1e6,
      "How far light goes until the air has weakened it to 37 %; parallel light from where it enters the picture."
    ).defaults(to: 1.4, of: .height),
    .animated(
      "penetration", \.penetration, .points, in: 1...1e4,
      "How far light goes through what casts shadows until 37 % of it are left: small for sharp, dark shadows; large ones let thin things cast weak shadows."
    ),
    .animated("dust", \.dust, .share, in: 0...1, "How uneven the air is: clouds of dust, brighter and darker."),
    .animated("dustSize", \.dustSize, .points, in: 10...1e5, "How large the clouds of dust are.").effective(
      beside: "dust"),
    .constant(
      "speed", \.speed, .perSecond, in: 0...100,
      "How often a second the dust changes; in a loop, a speed other than 0 is rounded to a whole number of changes in each loop, at least one."
    ).effective(beside: "dust"),
    .variant("variant", \.variant, "other dust"),
  ]

  /// The light of all lamps.
  public init() {}

  /// The lamps, the camera and the casters may move.
  package var isSelfAnimated: Bool { true }

  /// The lights of a scene that are seen.
  package func lamps(of lights: [Light]) -> [Light] {
    lights.flatMap(\.parts).filter { $0.lampSize != nil && (light.isEmpty || $0.name == light) }
  }
}

extension Light {
  /// The light's name.
  package var name: String {
    switch self {
    case .ambient(let light): light.name
    case .parallel(let light): light.name
    case .point(let light): light.name
    case .spot(let light): light.name
    case .threePoint(let light): light.name
    case .layer(let light): light.name
    }
  }

  /// The radius of a lamp in points; for parallel light degrees across it; nil for light that comes from no lamp.
  package var lampSize: AnimatedNumber? {
    switch self {
    case .parallel(let light): light.size
    case .point(let light): light.size
    case .spot(let light): light.size
    case .threePoint(let light): light.size
    case .ambient, .layer: nil
    }
  }
}

extension Scene {
  /// Whether any layer shows shafts of light, in groups and masks too.
  package var hasShafts: Bool {
    func hasShafts(_ layer: Layer) -> Bool {
      if case .shafts = layer.source { return true }
      return layer.innerLayers.contains { hasShafts($0.layer) }
    }
    return layers.contains(where: hasShafts)
  }
}
