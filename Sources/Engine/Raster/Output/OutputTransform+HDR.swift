import Lanes

extension OutputTransform {
  /// Encodes blocks of a row of a tile by PQ or HLG into the same columns of `output`: R′G′B′ of BT.2020, and alpha.
  ///
  /// A PQ signal stands for absolute light, up to 10,000 cd/m². An HLG signal is chosen so that a display with a peak of 1000 cd/m²
  /// shows the same light: white, 203 cd/m², at 75 %, and the peak at 100 %. A saturated blue near the peak would need a signal above
  /// 100 %, and is cut off.
  @inline(never)
  func encodeHDR<Selection: BlockSelection>(
    _ input: FloatRow, _ blocks: Selection, into output: EncodedRow, hasAlpha: Bool
  ) {
    let light = HDRLight(self)
    let isStraight = colorEncoding.alphaForm == .straight
    let isPQ = colorEncoding.dynamicRange == .pq
    for index in 0..<blocks.count {
      let column = blocks.column(index)
      let target = output.base + column
      let displayed = light.displayed(LaneRGB(input.load(0, column), input.load(1, column), input.load(2, column)))
      var (red, green, blue) = (displayed.red, displayed.green, displayed.blue)
      if hasAlpha {
        var alpha = saturate(input.load(3, column))
        if isStraight {
          // If light exceeds alpha, as an added glow does, alpha is raised; light above white covers the pixel completely.
          alpha = Lanes.max(alpha, Lanes.min(Lanes.max(Lanes.max(red, green), blue), 1))
          let divisor = Lanes.select(alpha .> 0, alpha, Float8(repeating: 1))
          red = Lanes.min(red / divisor, HighlightCurve.peak)
          green = Lanes.min(green / divisor, HighlightCurve.peak)
          blue = Lanes.min(blue / divisor, HighlightCurve.peak)
        }
        Lanes.store(alpha, to: target + 3 &* output.planeStride)
      }
      let wide = HDRLight.bt2020(red, green, blue)
      if isPQ {
        let scale = HighlightCurve.whiteNits / 10_000
        Lanes.store(encodePQ(wide.red * scale), to: target)
        Lanes.store(encodePQ(wide.green * scale), to: target + output.planeStride)
        Lanes.store(encodePQ(wide.blue * scale), to: target + 2 &* output.planeStride)
      } else {
        let matrix = LumaMatrix.bt2020
        let luminance = matrix.red * wide.red + matrix.green * wide.green + matrix.blue * wide.blue
        let scale = HighlightCurve.whiteNits / HighlightCurve.peakNits
        let gain = sceneGainHLG(luminance: luminance * scale) * scale
        Lanes.store(encodeHLG(wide.red * gain), to: target)
        Lanes.store(encodeHLG(wide.green * gain), to: target + output.planeStride)
        Lanes.store(encodeHLG(wide.blue * gain), to: target + 2 &* output.planeStride)
      }
    }
  }
}
