import JavaScript
import Presets

/// Options that were found in a script.
struct ScriptFind {
  var format: ImportFormat
  /// What they are the options of, as the report calls it: "confetti(…)".
  var title: String
  /// The token at which they, or the call that has them, begin.
  var token: Int
  /// How the script comes there; for options that stand alone the script itself.
  var path: ScriptPath
  var value: ScriptValue
}

/// Which format's options an object of a script is, by its keys.
enum ScriptShape {
  private static let particleKeys: Set<String> = [
    "number", "color", "shape", "opacity", "size", "move", "links", "line_linked", "lineLinked", "paint", "life",
    "rotate",
    "twinkle", "zIndex", "stroke", "fill",
  ]
  private static let confettiKeys: Set<String> = [
    "particleCount", "angle", "spread", "startVelocity", "decay", "gravity", "drift", "ticks", "origin", "colors",
    "shapes",
    "scalar", "zIndex", "disableForReducedMotion", "flat",
  ]
  /// Keys of a configuration of pixi, besides `lifetime`.
  private static let pixiKeys: Set<String> = [
    "frequency", "emitterLifetime", "maxParticles", "spawnType", "alpha", "scale", "speed", "startRotation",
    "addAtBack",
    "spawnCircle", "particlesPerWave",
  ]
  /// Keys that options of Marc Bruederlin's particles.js have and no others.
  private static let initKeys: Set<String> = [
    "selector", "maxParticles", "sizeVariations", "connectParticles", "minDistance",
  ]

  /// Keys by which an object literal is worth a look.
  static let markers: Set<String> = [
    "particles", "emitters", "preset", "interactivity", "behaviors", "lifetime", "particleCount", "startVelocity",
    "maxParticles", "connectParticles",
  ]

  static func format(of value: ScriptValue) -> ImportFormat? {
    guard let members = value.members else { return nil }
    let keys = Set(members.map(\.key))
    if let behaviors = value["behaviors"]?.elements, behaviors.contains(where: { $0["type"] != nil }) { return .pixi }
    if value["lifetime"]?.members != nil, keys.intersection(pixiKeys).count >= 2 { return .pixi }
    if let particles = value["particles"]?.members, particles.contains(where: { particleKeys.contains($0.key) }) {
      return .tsParticles
    }
    if let emitters = value["emitters"], isEmitter(emitters) || emitters.elements?.contains(where: isEmitter) == true {
      return .tsParticles
    }
    if value["preset"]?.text != nil, !keys.isDisjoint(with: ["background", "fullScreen", "particles", "fpsLimit"]) {
      return .tsParticles
    }
    if keys.intersection(initKeys).count >= 2 { return .particlesInit }
    let confetti = keys.intersection(confettiKeys)
    let isConfetti = keys.contains("particleCount") || keys.contains("startVelocity") && confetti.count >= 2
    return isConfetti && confetti.count * 2 >= keys.count ? .canvasConfetti : nil
  }

  private static func isEmitter(_ value: ScriptValue) -> Bool {
    value.members?.contains { ["rate", "life", "position", "particles"].contains($0.key) } ?? false
  }
}
