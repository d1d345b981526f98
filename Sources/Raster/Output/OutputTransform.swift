import Lanes
import Model

/// Exposure and tone map: how a tile's values become values in 0...1 that an output format can hold.
package struct OutputTransform: Sendable, Equatable {
  /// Factor of the light: 2^exposure.
  package var exposureScale: Float
  /// Curve that brings light above 1 back into 0...1.
  package var toneMap: Post.ToneMap
  /// Whether the tile holds sRGB-encoded values, as on an `srgb` canvas. These are only clamped, since exposure and tone map
  /// apply to linear light.
  package var inputIsEncoded: Bool

  /// What becomes of colours where the format has alpha.
  package var alphaForm: AlphaForm

  package init(
    exposureScale: Float = 1, toneMap: Post.ToneMap = .none, inputIsEncoded: Bool = false,
    alphaForm: AlphaForm = .straight
  ) {
    self.exposureScale = exposureScale
    self.toneMap = toneMap
    self.inputIsEncoded = inputIsEncoded
    self.alphaForm = alphaForm
  }
}
