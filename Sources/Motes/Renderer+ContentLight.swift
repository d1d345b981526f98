import Encoding
import Raster

extension Renderer {
  /// Content light levels of a range of frames as they are drawn for high dynamic range, measured by drawing each of them.
  ///
  /// - Parameters:
  ///   - frames: numbers of frames, both ends included; nil for the whole canvas.
  ///   - goesOn: called after each frame with the number of frames measured; returns whether to go on.
  /// - Returns: the levels of all frames; nil when `goesOn` ended the measuring early.
  public func contentLight(
    frames: ClosedRange<Int>? = nil, goesOn: (_ framesMeasured: Int) -> Bool = { _ in true }
  ) -> ContentLight? {
    let range = frames ?? scene.frameRange
    let renderer = Renderer(
      self, format: ContentLightMeter.source, colorEncoding: ColorEncoding(dynamicRange: .pq))
    var meter = ContentLightMeter()
    var count = 0
    var isWanted = true
    renderer.render(frames: range) { frame in
      meter.measure(frame.pixels)
      count += 1
      isWanted = goesOn(count)
      return isWanted
    }
    return isWanted ? meter.light : nil
  }
}

extension Renderer {
  /// Measures the light of a movie in PQ whose levels are not known yet: encoders write them in front of the first frame.
  ///
  /// - Returns: false when `progress` ended the measuring.
  func measureLight(
    for settings: inout MovieSettings, path: String, frames: ClosedRange<Int>,
    _ progress: (MovieProgress) -> Bool, _ notes: ([String]) -> Void
  ) throws(MediaError) -> Bool {
    guard settings.colorEncoding.dynamicRange == .pq, settings.contentLight == nil else { return true }
    // A writer that is given up at once refuses what cannot be written before time is spent on measuring.
    try MovieWriter(path: path, settings: settings).abandon()
    notes([
      "HDR10 tells displays how bright the movie gets: \(frames.count == 1 ? "1 frame is" : "\(frames.count) frames are") drawn once to measure that."
    ])
    settings.contentLight = contentLight(frames: frames) { count in
      progress(MovieProgress(frames: 0, total: frames.count, framesMeasured: count, bytes: 0, particles: 0))
    }
    return settings.contentLight != nil
  }
}
