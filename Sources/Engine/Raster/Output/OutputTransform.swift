import Lanes
import Model

/// Exposure, tone map and colour encoding: how a tile's values become the values of an output format.
package struct OutputTransform: Sendable, Equatable {
  /// Factor of the light: 2^exposure.
  package var exposureScale: Float
  /// The curve that limits light: to 0...1, or for a high dynamic range to the peak of a display (`HighlightCurve`).
  package var toneMap: Post.ToneMap
  /// The reflection that the tone map `neutral` takes off (`NeutralCurve`).
  package var toe: Float
  /// Whether colours outside of the gamut are brought inside (`SoftGamut`) instead of being cut off.
  package var softensGamut: Bool
  /// Whether the tile has sRGB-encoded values, as on an `srgb` canvas. Such values are only clamped, because exposure and tone
  /// map are made for linear light.
  package var inputIsEncoded: Bool
  /// Whether exposure and tone map have already been applied, because the frame was laid over a background.
  package private(set) var inputIsMapped = false
  /// The transfer curve and the primaries; and whether colours are straight or premultiplied, if the format has alpha.
  package var colorEncoding: ColorEncoding

  package init(
    exposureScale: Float = 1, toneMap: Post.ToneMap = .none, toe: Float = 0, softensGamut: Bool = false,
    inputIsEncoded: Bool = false,
    colorEncoding: ColorEncoding = ColorEncoding()
  ) {
    self.exposureScale = exposureScale
    self.toneMap = toneMap
    self.toe = toe
    self.softensGamut = softensGamut
    self.inputIsEncoded = inputIsEncoded
    self.colorEncoding = colorEncoding
  }

  /// The transform for the samples from which a matte is made: straight colours, up to white.
  var forMatte: OutputTransform {
    var transform = self
    transform.colorEncoding = ColorEncoding()
    return transform
  }

  /// The transform for values to which exposure and tone map have already been applied.
  var afterToneMapping: OutputTransform {
    var transform = OutputTransform(inputIsEncoded: inputIsEncoded, colorEncoding: colorEncoding)
    transform.inputIsMapped = true
    return transform
  }
}
