import CFFmpeg
import Glibc
import Model
import Raster

/// Makes a movie of what an interrupted run left in `name.mp4.partial`, by copying its packets.
public enum MovieRecovery {
  /// A movie that was recovered.
  public struct Outcome: Sendable, Equatable {
    /// Path of the movie.
    public let path: String
    /// How many frames it has.
    public let frames: Int
    /// Frames a second.
    public let frameRate: Rational
  }

  /// Recovers a movie, which gets the partial's name without `.partial`, and removes the partial.
  ///
  /// A broken end is cut off behind the last packet before which no frame is missing.
  /// - Parameters:
  ///   - partialPath: path of the partial file.
  ///   - allowsReplacing: whether an existing movie may be replaced.
  /// - Throws: `MediaError`: no partial of a movie, one that a process is writing, one without a whole frame, a target that exists. The
  ///   partial is then as it was.
  public static func recover(
    partial partialPath: String, allowsReplacing: Bool = false
  ) throws(MediaError) -> Outcome {
    guard let target = PartialFile.target(ofPartial: partialPath) else {
      throw MediaError(
        .settings, "\(partialPath) is not what a render leaves: such files end in .partial.", path: partialPath)
    }
    let ending = fileEnding(of: target)
    guard let container = Codec.all.lazy.compactMap({ $0.container(forEnding: ending) }).first else {
      throw MediaError(
        .settings, "\(partialPath) is no movie by its name; the endings of movies are \(Codec.allEndings).",
        path: partialPath)
    }
    let file = try PartialFile(leftBeside: target, allowsReplacing: allowsReplacing)
    do {
      let outcome = try copy(file, container)
      file.discard()
      return outcome
    } catch {
      try? file.keep()
      throw MediaError(error, doing: "recover \(partialPath)", path: target)
    }
  }

  /// Copies the whole packets of a partial into a finished movie at its target.
  private static func copy(_ file: PartialFile, _ container: Container) throws -> Outcome {
    quietLibraries()
    let demuxer: String? =
      switch container.finishing {
      case .indexInFront(let demuxer): demuxer
      case .asWritten: nil
      }
    let survey = try PartialSurvey(path: file.partialPath, demuxer: demuxer)
    guard survey.frames > 0, let parameters = survey.parameters else {
      throw MediaError(
        .file, "\(file.partialPath) has no whole frame: nothing can be recovered.", path: file.targetPath)
    }
    let finishing = file.targetPath + ".finishing"
    let descriptor = try checkSystem(
      "open", open(finishing, O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, 0o666))
    defer { close(descriptor) }
    do {
      let remux = Remux(
        container: container, demuxer: demuxer, tag: .encoder, sourcePath: file.partialPath, parameters: parameters,
        frameRate: survey.frameRate, contentLight: survey.contentLight, packetCount: survey.frames, isCut: true)
      _ = try remux.write(to: descriptor)
      try file.publish(path: finishing, descriptor: descriptor)
    } catch {
      unlink(finishing)
      throw error
    }
    return Outcome(
      path: file.targetPath, frames: survey.frames,
      frameRate: Rational(Int64(survey.frameRate.num), Int64(survey.frameRate.den)))
  }
}

/// What a partial file holds, found by reading all of its packets.
private final class PartialSurvey {
  /// Packets from the first on that are whole, and after which no earlier frame is missing.
  private(set) var frames = 0
  /// Frames a second.
  private(set) var frameRate = AVRational(num: 0, den: 1)
  /// Light levels of HDR10, where the file tells them.
  private(set) var contentLight: ContentLight?
  /// The stream's description; nil where the file has none.
  private(set) var parameters: UnsafeMutablePointer<AVCodecParameters>?

  /// - Parameter demuxer: by FFmpeg's name; nil where the file tells what it is.
  init(path: String, demuxer: String?) throws {
    var input: UnsafeMutablePointer<AVFormatContext>?
    // A file that ends before its header does is one without frames.
    guard avformat_open_input(&input, "file:" + path, demuxer.flatMap { av_find_input_format($0) }, nil) >= 0 else {
      return
    }
    defer { avformat_close_input(&input) }
    guard let input, input.pointee.nb_streams > 0 else { return }
    guard input.pointee.nb_streams == 1, let stream = input.pointee.streams[0] else {
      throw MediaError(
        .file,
        "\(path) has sound or subtitles (\(input.pointee.nb_streams) streams), and only movies of one stream can be recovered here. FFmpeg "
          + "copies what plays: ffmpeg -i \(path) -map 0 -c copy recovered.mkv",
        path: path)
    }
    let times = try packetTimes(input, stream)
    guard frameRate.num > 0, frameRate.den > 0, let first = times.min() else { return }
    // The number of the frame that each packet holds, from its time.
    let tick = av_mul_q(stream.pointee.time_base, frameRate)
    var largest = -1
    for (index, time) in times.enumerated() {
      let number = Int(av_rescale_rnd(time - first, Int64(tick.num), Int64(tick.den), AV_ROUND_NEAR_INF))
      largest = max(largest, number)
      if largest == index { frames = index + 1 }
    }
    contentLight = MasteringDisplay.light(of: stream)
    let copy = try check("avcodec_parameters_alloc", avcodec_parameters_alloc())
    parameters = copy
    try check("avcodec_parameters_copy", avcodec_parameters_copy(copy, stream.pointee.codecpar))
  }

  /// Presentation times of all whole packets up to the first broken one; also finds the frame rate.
  private func packetTimes(
    _ input: UnsafeMutablePointer<AVFormatContext>, _ stream: UnsafeMutablePointer<AVStream>
  ) throws -> [Int64] {
    var packet = try check("av_packet_alloc", av_packet_alloc()) as UnsafeMutablePointer?
    defer { av_packet_free(&packet) }
    guard let packet else { return [] }
    var times: [Int64] = []
    var durations: Set<Int64> = []
    while av_read_frame(input, packet) >= 0 {
      defer { av_packet_unref(packet) }
      guard packet.pointee.flags & AV_PKT_FLAG_CORRUPT == 0, packet.pointee.pts != motes_no_timestamp() else { break }
      times.append(packet.pointee.pts)
      durations.insert(packet.pointee.duration)
    }
    let unit = stream.pointee.time_base
    if durations.count == 1, let duration = durations.first, duration > 0, isRead(input, by: "mov") {
      // All frames last equally long, in units that divide a frame's duration.
      av_reduce(&frameRate.num, &frameRate.den, Int64(unit.den), Int64(unit.num) * duration, Int64(Int32.max))
    } else {
      frameRate = stream.pointee.avg_frame_rate
    }
    return times
  }

  /// Whether a file is read by the demuxer of this name.
  private func isRead(_ input: UnsafeMutablePointer<AVFormatContext>, by name: String) -> Bool {
    String(cString: input.pointee.iformat.pointee.name).contains(name)
  }

  deinit { avcodec_parameters_free(&parameters) }
}
