/// OpenGL's constants for blend factors.
private enum GLFactor {
  static let zero = 0
  static let one = 1
  static let sourceColor = 768
  static let oneMinusSourceColor = 769
  static let sourceAlpha = 770
  static let oneMinusSourceAlpha = 771
  static let destinationAlpha = 772
  static let oneMinusDestinationAlpha = 773
  static let destinationColor = 774
  static let oneMinusDestinationColor = 775
}

extension ParticleDesigner {
  /// The blend mode that the file's two OpenGL blend factors amount to, and whether a particle's opacity has an effect in that mode.
  func blend() -> (mode: String, hasOpacity: Bool) {
    func factor(_ key: String, default defaultFactor: Int) -> Int {
      let factor = Int(number(key) ?? Double(defaultFactor))
      // The destination's opacity is 1, since a movie is opaque.
      return switch factor {
      case GLFactor.destinationAlpha: GLFactor.one
      case GLFactor.oneMinusDestinationAlpha: GLFactor.zero
      default: factor
      }
    }
    if let flag = source.find("blendAdditive") { reading.carry(flag.path) }
    let isAdditive = source.has("blendAdditive") && source.flag("blendAdditive") == true
    let sourceFactor = factor("blendFuncSource", default: isAdditive ? GLFactor.sourceAlpha : GLFactor.one)
    let destinationFactor = factor(
      "blendFuncDestination", default: isAdditive ? GLFactor.one : GLFactor.oneMinusSourceAlpha)
    switch (sourceFactor, destinationFactor) {
    case (GLFactor.sourceAlpha, GLFactor.oneMinusSourceAlpha), (GLFactor.one, GLFactor.oneMinusSourceAlpha):
      return ("normal", true)
    case (GLFactor.one, GLFactor.one) where !isPEX:
      reading.note("startColor", .approximated, "opacity has no effect with GL_ONE, GL_ONE, and is left out")
      return ("add", false)
    case (GLFactor.oneMinusDestinationColor, GLFactor.one), (GLFactor.one, GLFactor.oneMinusSourceColor):
      return ("screen", true)
    case (_, GLFactor.one): return ("add", true)
    case (GLFactor.destinationColor, GLFactor.zero), (GLFactor.zero, GLFactor.sourceColor),
      (GLFactor.destinationColor, GLFactor.oneMinusSourceAlpha):
      return ("multiply", true)
    default:
      for key in ["blendFuncSource", "blendFuncDestination"] {
        reportApproximated(key, "no blend mode equals \(sourceFactor), \(destinationFactor); normal is used")
      }
      return ("normal", true)
    }
  }
}
