/// Force under which a trajectory has no closed form: the cell's particles are stepped, that is, each is integrated in steps from
/// its own birth.
///
/// Lengths are points, accelerations points a second squared, angles degrees (0 along +x, clockwise). Forces add up,
/// and act together with the cell's `xAcceleration`, `yAcceleration`, `zAcceleration`, linear `drag` and `wind`. Animated
/// values are read throughout a particle's life, by the clock of the layer: all particles feel the same change at the same
/// moment.
///
/// Three-dimensional particles are pushed in three dimensions: distances and speeds include z. An attractor of kind `planar`
/// pulls two-dimensional particles to a line and three-dimensional ones to a plane; `axial` pulls both to a line. A value for z
/// (`zPosition`, `latitude`, `zForce`) makes the cell three-dimensional.
public enum Force: Sendable, Equatable {
  /// A pull towards a point, a line or a plane.
  case attractor(Attractor)
  /// Quadratic air drag: the acceleration is −coefficient · |v − wind| · (v − wind), with the coefficient in 1 ÷ points.
  case drag(coefficient: AnimatedNumber)
  /// A swirl around an axis.
  case vortex(Vortex)
  /// Swirling air that changes with time.
  case turbulence(Turbulence)
  /// A push to and fro, the same everywhere.
  case wave(Wave)
  /// Gusts that travel in one direction.
  case gust(Gust)
  /// Upper limit of a particle's speed in points a second.
  case speedLimit(maximum: AnimatedNumber)

  /// The kinds that presets may name, in the order of the reference.
  package static let kinds: [any DeclaredForce.Type] = [
    Attractor.self, Vortex.self, Turbulence.self, Gust.self, Wave.self, Drag.self, SpeedLimit.self,
  ]
}

/// A kind of force, with its values.
package protocol DeclaredForce: DeclaredKind, Adjustable, Equatable {
  /// The value as an element of a list of forces.
  var asForce: Force { get }
}

extension Force {
  /// The quadratic drag of the air, as an object of the preset language.
  package struct Drag: DeclaredForce {
    var coefficient: AnimatedNumber = 0.001

    package static let name = "drag"
    package static let about = "The air slows particles, with the square of their speed."
    package static let parameters: [Parameter<Self>] = [
      .animated(
        "coefficient", \.coefficient, .perPoint, in: 0...1e3,
        "The air slows a particle by coefficient × speed², the speed relative to the wind.")
    ]

    package init() {}
    package var asForce: Force { .drag(coefficient: coefficient) }
  }

  /// An upper limit of the speed, as an object of the preset language.
  package struct SpeedLimit: DeclaredForce {
    var maximum: AnimatedNumber = 100

    package static let name = "speedLimit"
    package static let about = "An upper limit of the speed."
    package static let parameters: [Parameter<Self>] = [
      .animated("maximum", \.maximum, .pointsPerSecond, in: 0...1e6, "The upper limit of the speed.")
    ]

    package init() {}
    package var asForce: Force { .speedLimit(maximum: maximum) }
  }
}

extension Cell {
  /// Whether the particles are integrated in steps: forces, and boundaries that bounce or kill, need all earlier positions.
  package var isStepped: Bool { !forces.isEmpty || bounds.contains { $0.action != .wrap } }
}
