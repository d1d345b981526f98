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
  /// Whether exposure and tone map have been applied already, as where a frame was laid over a background.
  package private(set) var inputIsMapped = false
  /// The curve, the primaries, and what becomes of colours where the format has alpha.
  package var colorEncoding: ColorEncoding

  package init(
    exposureScale: Float = 1, toneMap: Post.ToneMap = .none, inputIsEncoded: Bool = false,
    colorEncoding: ColorEncoding = ColorEncoding()
  ) {
    self.exposureScale = exposureScale
    self.toneMap = toneMap
    self.inputIsEncoded = inputIsEncoded
    self.colorEncoding = colorEncoding
  }

  /// The transform of the samples that a matte is made from: straight ones, up to white.
  var ofMatte: OutputTransform {
    var transform = self
    transform.colorEncoding = ColorEncoding()
    return transform
  }

  /// The transform of values to which this one's exposure and tone map have been applied.
  var afterToneMapping: OutputTransform {
    var transform = OutputTransform(inputIsEncoded: inputIsEncoded, colorEncoding: colorEncoding)
    transform.inputIsMapped = true
    return transform
  }
}
