import JSON
import Model

extension PresetDecoder {
  /// Reads the forces of a cell.
  func forces(_ node: JSONNode) -> [Force]? {
    list(node, of: "forces", maximum: Limits.forces) { force($0) }
  }

  /// Reads a force. The defaults of keys that are not given stand here; the keys' declarations state the same as text.
  private func force(_ node: JSONNode) -> Force? {
    guard let draft = object(node, Declarations.force) else { return nil }
    let position = draft.position ?? scope.center
    let falloff = draft.falloff ?? 0
    let falloffDistance = draft.falloffDistance ?? 100
    let strength = draft.strength ?? 100
    switch draft.type {
    case .attractor:
      return .attractor(
        Force.Attractor(
          kind: draft.attractorKind ?? .radial, position: position, stiffness: draft.stiffness ?? 1,
          radius: draft.radius ?? 0,
          falloff: falloff, falloffDistance: falloffDistance, angle: draft.angle ?? 0,
          zPosition: draft.zPosition ?? 0, latitude: draft.latitude ?? 0))
    case .vortex:
      return .vortex(
        Force.Vortex(
          position: position, strength: strength, pull: draft.pull ?? 0, radius: draft.radius ?? 10, falloff: falloff,
          falloffDistance: falloffDistance, zPosition: draft.zPosition ?? 0, angle: draft.angle ?? 0,
          latitude: draft.latitude ?? 90))
    case .turbulence:
      return .turbulence(
        Force.Turbulence(
          strength: strength, scale: draft.scale ?? 100, frequency: draft.frequency ?? 0.5, seed: draft.seed ?? 0))
    case .gust:
      return .gust(
        Force.Gust(
          strength: strength, angle: draft.angle ?? 0, frequency: draft.frequency ?? 0.5, length: draft.length ?? 0,
          seed: draft.seed ?? 0))
    case .wave:
      return .wave(
        Force.Wave(
          force: draft.force ?? AnimatedPoint(0, 0), frequency: draft.frequency ?? 1, phase: draft.phase ?? 0,
          zForce: draft.zForce ?? 0))
    case .drag: return .drag(coefficient: draft.coefficient ?? 0.001)
    case .speedLimit: return .speedLimit(maximum: draft.maximum ?? 100)
    }
  }
}
