import Presets

/// A format of files of other systems that presets are made from.
package enum ImportFormat: String, Sendable, CaseIterable {
  case particleDesigner = "particle-designer"
  case pex
  case tsParticles = "tsparticles"
  case canvasConfetti = "canvas-confetti"
  case vortex
  case pixi
  case caml

  /// What the format is called by those who use it.
  package var title: String {
    switch self {
    case .particleDesigner: "a property list of cocos2d and Particle Designer"
    case .pex: "a PEX file of Particle Designer"
    case .tsParticles: "options of tsParticles"
    case .canvasConfetti: "options of canvas-confetti"
    case .vortex: "a system of Vortex"
    case .pixi: "a configuration of pixi particle-emitter"
    case .caml: "Core Animation markup (CAML)"
    }
  }

  /// A word to find presets by.
  var tag: String { rawValue }

  /// Keys of which a file of the format has at least one at its top, in lower case; those of JSON formats, in the order in which
  /// they are tried.
  private static let telling: [(format: ImportFormat, keys: Set<String>)] = [
    (.pixi, ["behaviors", "emitterlifetime", "spawntype", "particlesperwave", "addatback", "spawnchance"]),
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

  /// The format of JSON or of a property list by its keys; nil if it looks like none of them.
  static func detected(in root: JSONNode) -> ImportFormat? {
    if let elements = root.elements {
      // A recording of calls.
      let first = elements.first.flatMap(detected)
      return first ?? (elements.isEmpty || elements[0].members == nil ? nil : .canvasConfetti)
    }
    let keys = Set((root.members ?? []).map { $0.key.lowercased() })
    if let found = telling.first(where: { !$0.keys.isDisjoint(with: keys) }) { return found.format }
    // A single call with few options.
    return !keys.isEmpty && keys.isSubset(of: ["spread", "angle", "origin", "colors", "scalar", "decay", "gravity"])
      ? .canvasConfetti : nil
  }
}
