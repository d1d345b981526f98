import CFFmpeg
import Glibc
import Raster

/// Writes an H.264 movie that is whole or absent.
///
/// Frames go to `name.mp4.partial`, a fragmented MP4 that plays even if the process is killed; `finish` copies its
/// packets to an ordinary MP4 with the index in front and gives that the target's name. One thread at a time.
public final class MovieWriter: @unchecked Sendable {
  public let path: String
  public let settings: MovieSettings
  /// What a person should be told: a leftover that was replaced, a disk that may be too small.
  public private(set) var notes: [String] = []
  /// Frames given to `append` so far; the encoder is a few dozen behind.
  public private(set) var framesAppended = 0
  /// The partial file's name; its bytes so far are `bytesWritten`.
  public var partialPath: String { file.partialPath }
  public var bytesWritten: Int { Int(muxer?.sink.end ?? bytesAtEnd) }

  private let file: PartialFile
  private var encoder: VideoEncoder?
  private var muxer: Muxer?
  private var packetsWritten = 0
  private var bytesAtEnd: Int64 = 0
  private var failure: VideoError?

  /// Opens the encoder and creates the partial file.
  ///
  /// - Throws: `VideoError` for settings that cannot be encoded (before any file is touched), a target that exists and
  ///   may not be replaced, a folder that cannot be written, a partial that another process is writing.
  public init(path: String, settings: MovieSettings) throws {
    self.path = path
    self.settings = settings
    try settings.validate()
    guard MovieSettings.fileEndings.contains(fileEnding(of: path)) else {
      throw VideoError(.settings, "H.264 is written to MP4: let the name \(path) end in .mp4.", path: path)
    }
    do {
      encoder = try VideoEncoder(settings)
    } catch let failure as LibraryError {
      throw VideoError(failure, kind: .codec, doing: "open the H.264 encoder", path: path)
    }
    file = try PartialFile(target: path, allowsReplacing: settings.allowsReplacing)
    notes = file.notes
    if unlink(finishingPath) == 0 { notes.append("Removed \(finishingPath), which an interrupted run had left.") }
    noteShortDisk()
    do {
      guard let encoder, let parameters = encoder.parameters else { return }
      let sink = try OutputSink(descriptor: file.descriptor)
      // Fragments end at key frames and after a second, so that a killed run loses little. The index waits for the
      // first fragment (delay_moov): written at once it could not know that B-frames start two frames early, and the
      // movie would start late. Packets are flushed with each fragment.
      muxer = try Muxer(
        sink: sink, parameters: parameters, frameRate: encoder.frameRate,
        options: [
          ("movflags", "frag_keyframe+delay_moov+default_base_moof"), ("frag_duration", "1000000"),
          ("flush_packets", "1"),
        ])
    } catch {
      throw failed(error)
    }
  }

  /// The ordinary MP4 while it is being made from the partial one.
  private var finishingPath: String { path + ".finishing" }

  /// Encodes the next frame. The buffer may be drawn into again as soon as this returns.
  public func append(_ frame: PixelBuffer) throws {
    precondition(
      frame.format == settings.pixelFormat && frame.width == settings.width && frame.height == settings.height,
      "A frame must have the movie's format and size.")
    try encode(frame)
    framesAppended += 1
  }

  private func encode(_ frame: PixelBuffer?) throws {
    if let failure { throw failure }
    guard let encoder, let muxer else { throw VideoError(.file, "\(path) is already finished.", path: path) }
    do {
      try encoder.encode(frame, time: framesAppended) { packet in
        try muxer.write(packet, timeBase: encoder.timeBase)
        packetsWritten += 1
      }
    } catch {
      throw failed(error)
    }
  }

  /// Flushes the encoder and completes the partial file.
  private func closePartial() throws {
    try encode(nil)
    do {
      try muxer?.finish()
    } catch {
      throw failed(error)
    }
    bytesAtEnd = muxer?.sink.end ?? 0
    muxer = nil
    if packetsWritten != framesAppended {
      throw failed(VideoError(.codec, "The encoder gave \(packetsWritten) of \(framesAppended) frames.", path: path))
    }
  }

  /// Completes the movie at the target's place and returns its path.
  ///
  /// - Throws: `VideoError`. When only the last step fails (the disk has no room for the second copy, the target has
  ///   appeared meanwhile) the whole movie stays under the partial name, and the sentence says so.
  public func finish() throws -> String {
    if framesAppended == 0 { throw failed(VideoError(.settings, "A movie needs at least one frame.", path: path)) }
    try closePartial()
    guard let encoder, let parameters = encoder.parameters else { return path }
    do {
      let descriptor = try checkSystem("open", open(finishingPath, O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, 0o666))
      defer { close(descriptor) }
      let remux = Remux(
        source: file.partialPath, parameters: parameters, frameRate: encoder.frameRate, packets: packetsWritten)
      bytesAtEnd = try remux.write(to: descriptor)
      try file.publish(path: finishingPath, descriptor: descriptor)
    } catch {
      unlink(finishingPath)
      var error = asVideoError(error)
      try? file.keep()
      error.sentence += " All \(framesAppended) frames are in \(file.partialPath), which plays."
      failure = error
      throw error
    }
    file.discard()
    self.encoder = nil
    return path
  }

  /// Stops where it is: the frames so far stay, playable, under the partial name, which is returned. Without any
  /// frame there is nothing to keep: the partial goes and the result is nil.
  public func finishEarly() throws -> String? {
    if framesAppended == 0 {
      abandon()
      return nil
    }
    try closePartial()
    try file.keep()
    encoder = nil
    return file.partialPath
  }

  /// Removes the partial file. Nothing is left; letting go of the writer before `finish` does the same.
  public func abandon() {
    encoder = nil
    muxer = nil
    file.discard()
  }

  /// Remembers an error, so that later calls meet it too.
  private func failed(_ error: any Error) -> VideoError {
    let error = asVideoError(error)
    failure = error
    return error
  }

  private func asVideoError(_ error: any Error) -> VideoError {
    if let error = error as? VideoError { return error }
    if let option = error as? UnknownOption {
      return VideoError(.codec, "This FFmpeg's MP4 muxer has no option \"\(option.name)\".", path: path)
    }
    guard let failure = error as? LibraryError else { return VideoError(.file, "\(error)", path: path) }
    var result = VideoError(failure, doing: "write \(path)", path: path)
    result.frame = framesAppended
    result.bytesWritten = bytesWritten
    if failure.isDiskFull { result.describeFullDisk(settings, packets: packetsWritten, path: path) }
    return result
  }

  /// Compares free space with a rough estimate of both copies, which exist together for a moment.
  private func noteShortDisk() {
    guard let estimate = settings.estimatedBytes, let free = freeBytes(inFolder: folder(of: path)) else { return }
    if free / 2 < estimate {
      notes.append(
        "The disk has \(byteText(free)) free; \(path) may need about \(byteText(2 * estimate)) while it is written.")
    }
  }
}

extension VideoError {
  /// Names what was written and what the rest would need, going by the packets so far where there are some.
  fileprivate mutating func describeFullDisk(_ settings: MovieSettings, packets: Int, path: String) {
    let written = bytesWritten ?? 0
    sentence = "The disk is full: \(byteText(written)) of \(path) were written, up to frame \(packets)"
    if let expected = settings.expectedFrames {
      let whole = packets > 0 ? Int(Double(written) / Double(packets) * Double(expected)) : settings.estimatedBytes ?? 0
      let rest = max(whole - written, 0)
      bytesStillNeeded = rest
      sentence += " of \(expected); the rest needs about \(byteText(rest))"
    }
    sentence += "."
  }
}
