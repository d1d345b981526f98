import JSON
import Presets

/// A file format of another particle system from which presets can be made.
package enum ImportFormat: String, Sendable, CaseIterable {
  case particleDesigner = "particle-designer"
  case pex
  case tsParticles = "tsparticles"
  case canvasConfetti = "canvas-confetti"
  case vortex
  case pixi
  case caml
  case particlesInit = "particles-init"

  /// A noun phrase for a file of the format, for messages.
  package var title: String {
    switch self {
    case .particleDesigner: "a property list of cocos2d and Particle Designer"
    case .pex: "a PEX file of Particle Designer"
    case .tsParticles: "options of tsParticles"
    case .canvasConfetti: "options of canvas-confetti"
    case .vortex: "a system of Vortex"
    case .pixi: "a configuration of pixi particle-emitter"
    case .caml: "Core Animation markup (CAML)"
    case .particlesInit: "options of Particles.init"
    }
  }

  /// The tag that presets imported from this format get.
  var tag: String { rawValue }

  /// Top-level keys in lower case by which formats of JSON and property lists are detected: one key is enough. Formats are tried in this
  /// order.
  private static let detectionKeys: [(format: ImportFormat, keys: Set<String>)] = [
    (.pixi, ["behaviors", "emitterlifetime", "spawntype", "particlesperwave", "addatback", "spawnchance"]),
    (.particlesInit, ["sizevariations", "connectparticles"]),
    (.particleDesigner, ["maxparticles", "particlelifespan", "emittertype", "startparticlesize"]),
    (
      .vortex,
      [
        "emissionduration", "spawnoccasion", "sizemultiplieratdeath", "dampingfactor", "attractionstrength",
        "secondarysystems", "stretchfactor", "idleduration", "burstcount", "speedvariation",
      ]
    ),
    (.canvasConfetti, ["particlecount", "startvelocity", "ticks", "calls"]),
    (
      .tsParticles,
      [
        "particles", "emitters", "preset", "fpslimit", "detectretina", "retina_detect", "interactivity", "fullscreen",
        "absorbers",
      ]
    ),
  ]

  /// Detects the format of JSON or of a property list by its top-level keys; nil if no format matches.
  static func detected(in root: JSONNode) -> ImportFormat? {
    if let elements = root.elements {
      // A list of objects is a recording of canvas-confetti's calls, unless its first object has another format's keys.
      let first = elements.first.flatMap(detected)
      return first ?? (elements.isEmpty || elements[0].members == nil ? nil : .canvasConfetti)
    }
    let keys = Set((root.members ?? []).map { $0.key.lowercased() })
    if let found = detectionKeys.first(where: { !$0.keys.isDisjoint(with: keys) }) { return found.format }
    // A single call of canvas-confetti whose few options include none of the keys above.
    return !keys.isEmpty && keys.isSubset(of: ["spread", "angle", "origin", "colors", "scalar", "decay", "gravity"])
      ? .canvasConfetti : nil
  }
}
