import Lanes
import Model

/// Exposure and tone map: how a frame's light becomes values in 0...1 that can be written to a file.
package struct OutputTransform: Sendable, Equatable {
  /// Factor of the light: 2^exposure.
  package var exposureScale: Float
  /// Curve that brings light above 1 back into 0...1.
  package var toneMap: Post.ToneMap
  /// Whether the tile holds sRGB-encoded values (an `srgb` canvas). They are only clamped, since exposure and tone map
  /// apply to linear light.
  package var inputIsEncoded: Bool

  package init(exposureScale: Float = 1, toneMap: Post.ToneMap = .none, inputIsEncoded: Bool = false) {
    self.exposureScale = exposureScale
    self.toneMap = toneMap
    self.inputIsEncoded = inputIsEncoded
  }
}

extension OutputTransform {
  /// The transform by the loop that is compiled for it, with the factor of exposure.
  enum Kind {
    case encoded
    case clamped(Float)
    case filmic(Float)
    case aces(Float)
  }

  var kind: Kind {
    if inputIsEncoded { return .encoded }
    return switch toneMap {
    case .none: .clamped(exposureScale)
    case .filmic: .filmic(exposureScale)
    case .aces: .aces(exposureScale)
    }
  }
}
