import Lanes

/// Work of a loop that is compiled for each tone map of colours.
protocol ColorCurveWork {
  func perform<Curve: ColorToneCurve>(_ curve: Curve)
}

extension OutputTransform {
  /// Whether the channels of a colour depend on each other. Only linear light is tone-mapped.
  var mapsColors: Bool { softensGamut || toneMap == .neutral || toneMap == .agx }

  /// Does work by the tone map and, with `softensGamut`, what comes before it. Only this function chooses the curve of such a loop.
  @inline(__always)
  func withColorCurve(_ work: some ColorCurveWork) {
    switch (toneMap, softensGamut) {
    case (.none, _): work.perform(SoftGamut(next: ChannelCurves<ClampCurve>()))
    case (.filmic, _): work.perform(SoftGamut(next: ChannelCurves<FilmicCurve>()))
    case (.aces, _): work.perform(SoftGamut(next: ChannelCurves<AcesCurve>()))
    case (.neutral, false): work.perform(NeutralCurve(toe: toe))
    case (.neutral, true): work.perform(SoftGamut(next: NeutralCurve(toe: toe)))
    case (.agx, false): work.perform(AgXCurve())
    case (.agx, true): work.perform(SoftGamut(next: AgXCurve()))
    }
  }
}

/// A tone map of each channel alone, as one of colours.
private struct ChannelCurves<Curve: ToneCurve>: ColorToneCurve {
  @inline(__always)
  func map(_ color: LaneRGB) -> LaneRGB { color.map { Curve.map($0) } }
}
