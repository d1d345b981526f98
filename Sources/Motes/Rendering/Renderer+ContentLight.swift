import Encoding
import Raster

extension Renderer {
  /// Measures the content light levels of a range of frames, by drawing each of them for high dynamic range.
  ///
  /// - Parameter frames: numbers of frames, both ends included; nil for the whole canvas.
  /// - Throws: `CancellationError` when the task was cancelled.
  public func contentLight(frames: ClosedRange<Int>? = nil) async throws(CancellationError) -> ContentLight {
    let renderer = Renderer(
      self, format: ContentLightMeter.measuredFormat, colorEncoding: ColorEncoding(dynamicRange: .pq))
    var meter = ContentLightMeter()
    for try await frame in renderer.frames(frames) { meter.measure(frame.pixels) }
    return meter.light
  }

  /// Measures the content light levels of a range of frames on the caller's thread.
  ///
  /// - Parameters:
  ///   - frames: numbers of frames, both ends included; nil for the whole canvas.
  ///   - goesOn: called after each frame with the number of frames that have been measured; returns whether to go on.
  /// - Returns: the light levels; nil if `goesOn` ended the measurement early.
  package func contentLight(
    frames: ClosedRange<Int>? = nil, goesOn: (_ framesMeasured: Int) -> Bool
  ) -> ContentLight? {
    let range = frames ?? scene.frameRange
    let renderer = Renderer(
      self, format: ContentLightMeter.measuredFormat, colorEncoding: ColorEncoding(dynamicRange: .pq))
    var meter = ContentLightMeter()
    var framesMeasured = 0
    var wantsMore = true
    renderer.render(frames: range) { frame in
      meter.measure(frame.pixels)
      framesMeasured += 1
      wantsMore = goesOn(framesMeasured)
      return wantsMore
    }
    return wantsMore ? meter.light : nil
  }
}

extension Renderer {
  /// Measures the light levels of a movie in PQ, unless the settings have them already. The levels must be known before the movie
  /// is written, since encoders write them in front of the first frame.
  ///
  /// - Returns: false if `progress` ended the measurement.
  func measureLight(
    for settings: inout MovieSettings, path: String, frames: ClosedRange<Int>,
    _ progress: (MovieProgress) -> Bool, _ notes: ([String]) -> Void
  ) throws(MediaError) -> Bool {
    guard settings.colorEncoding.dynamicRange == .pq, settings.contentLight == nil else { return true }
    // This writer is abandoned at once. It is made only to throw for settings that cannot be written, before time is spent on
    // measuring.
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
