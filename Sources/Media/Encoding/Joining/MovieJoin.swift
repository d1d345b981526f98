import CFFmpeg
import Glibc
import Model
import Raster

/// Joins the movies of parts into one movie by copying packets: no frame is encoded again.
///
/// Times are counted, not added up: frame n of the movie is shown at n/rate, and packet n is decoded at (n − delay)/rate,
/// whatever durations the parts' files state; the delay is the largest `reorderDelay` of the parts. (FFmpeg's concat demuxer adds
/// durations in microseconds, and drifts at rates such as 30000/1001.) Parts are read once, or twice if the index is to lie in front
/// (*faststart*: moov before mdat, or Cues before the frames).
package struct MovieJoin {
  private let parts: [MoviePartFile]
  private let settings: MovieSettings
  private let sound: StreamCopy?
  private let contentLight: ContentLight?

  /// - Parameters:
  ///   - parts: the parts in the order in which they are shown; a part may occur several times.
  ///   - settings: the settings that every part was encoded with.
  ///   - sound: streams that are copied beside the frames; nil for none.
  ///   - contentLight: light levels of the whole movie, for HDR10.
  package init(
    parts: [MoviePartFile], settings: MovieSettings, sound: StreamCopy? = nil, contentLight: ContentLight? = nil
  ) {
    self.parts = parts
    self.settings = settings
    self.sound = sound
    self.contentLight = contentLight
  }

  /// How many frames the movie has.
  package var frameCount: Int { parts.reduce(0) { $0 + $1.facts.frameCount } }

  /// Writes the movie, which is whole or absent.
  ///
  /// - Parameters:
  ///   - path: path of the movie. Its extension chooses one of the codec's containers.
  ///   - progress: called after each part with the share, 0 ... 1, that is done; returns whether to go on.
  /// - Returns: whether the movie is there; false where `progress` stopped the work.
  /// - Throws: `MediaError` for parts that do not fit together, and for a file that cannot be written.
  package func write(to path: String, progress: (Double) -> Bool) throws(MediaError) -> Bool {
    let codec = settings.codec
    guard let container = codec.container(forExtension: pathExtension(of: path)) else {
      throw MediaError(
        .settings,
        "\(codec.title) is written to \(Codec.dotted(codec.fileExtensions)) files; the name \(path) must end in one of these.",
        path: path)
    }
    guard container.joinsPackets else {
      throw MediaError(
        .settings, "\(container.title) files cannot be joined without encoding them again.", path: path)
    }
    let file = try PartialFile(target: path, allowsReplacing: settings.allowsReplacing)
    do {
      let passCount = container.frontIndexKind == nil ? 1.0 : 2.0
      var passesDone = 0.0
      _ = try FrontIndexKind.write(container, to: file.descriptor) { sink, options in
        defer { passesDone += 1 }
        return try mux(container, to: sink, options: container.options + options) { share in
          progress((passesDone + share) / passCount)
        }
      }
    } catch is Stopped {
      return false
    } catch {
      throw MediaError(error, doing: "write \(path)", path: path)
    }
    try file.commit()
    return true
  }

  /// Thrown when `progress` returns false.
  private struct Stopped: Error {}

  /// Muxes all parts into `sink`, and calls `progress` with the share of them that is done.
  private func mux(
    _ container: Container, to sink: OutputSink, options: [(String, String)], progress: (Double) -> Bool
  ) throws -> FrontIndexKind.Measurements {
    let rate = settings.frameRate
    let first = try MoviePartReader(parts[0].path, frameRate: rate)
    // The parameters are the encoder's, with the first part's extradata. The demuxer's parameters lack some facts, such as that a WebM
    // movie has alpha.
    let encoder = try VideoEncoder(settings)
    guard let parameters = encoder.parameters else { preconditionFailure("An encoder that is open has parameters.") }
    let timeBase = AVRational(num: Int32(rate.denominator), den: Int32(rate.numerator))
    let muxer = try withParameters(parameters, extradataOf: first.parameters) {
      try Muxer(
        container, sink: sink, parameters: $0, fourCC: settings.codec.fourCC, frameRate: AVRational(rate),
        copier: try copier(container, beside: $0, frameRate: AVRational(rate)), contentLight: contentLight,
        options: options)
    }
    let delay = parts.map(\.facts.reorderDelay).max() ?? 0
    var framesBefore = 0
    for (index, part) in parts.enumerated() {
      let source = try index == 0 ? first : MoviePartReader(part.path, frameRate: rate)
      if index > 0 { try source.check(fits: first, path: part.path) }
      var packetCount = 0
      try source.forEachPacket { packet, frame in
        // No frame may be decoded after its turn to be shown: dts <= pts.
        guard packetCount < part.facts.frameCount, (0..<part.facts.frameCount).contains(frame),
          packetCount - delay <= frame
        else {
          throw MediaError(.file, "\(part.path) was changed since it was rendered.", path: part.path)
        }
        packet.pointee.pts = Int64(framesBefore + frame)
        packet.pointee.dts = Int64(framesBefore + packetCount - delay)
        packet.pointee.duration = 1
        try muxer.write(packet, timeBase: timeBase)
        packetCount += 1
      }
      guard packetCount == part.facts.frameCount else {
        throw MediaError(.file, "\(part.path) has \(packetCount) of \(part.facts.frameCount) frames.", path: part.path)
      }
      framesBefore += packetCount
      guard progress(Double(index + 1) / Double(parts.count)) else { throw Stopped() }
    }
    try muxer.finishCopying(cutsAtVideoEnd: sound?.cutsAtVideoEnd ?? true)
    return try muxer.finishAndMeasure()
  }

  /// Makes what copies the sound; nil if there is none. Throws for sound that the container cannot hold beside the frames.
  private func copier(
    _ container: Container, beside video: UnsafePointer<AVCodecParameters>, frameRate: AVRational
  ) throws(MediaError) -> StreamCopier? {
    guard let sound else { return nil }
    let trial = SoundTrial(
      video: video, fourCC: settings.codec.fourCC, frameRate: frameRate, containers: settings.codec.containers)
    return try StreamCopier(sound, container: container, trial: trial)
  }
}

extension MoviePartReader {
  /// Refuses a part unless the first part's decoder could decode it.
  fileprivate func check(fits first: MoviePartReader, path: String) throws(MediaError) {
    let (own, expected) = (parameters.pointee, first.parameters.pointee)
    let isSame =
      own.codec_id == expected.codec_id && own.width == expected.width && own.height == expected.height
      && own.codec_tag == expected.codec_tag && own.extradata_size == expected.extradata_size
      && (own.extradata_size == 0 || memcmp(own.extradata, expected.extradata, Int(own.extradata_size)) == 0)
    guard isSame else {
      throw MediaError(
        .file, "\(path) was encoded with other settings than the first part, so they cannot be joined.", path: path)
    }
  }
}
