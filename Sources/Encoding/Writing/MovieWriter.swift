import CFFmpeg
import Glibc
import Raster

/// Writes a movie that is whole or absent.
///
/// Frames go to `name.mp4.partial`, which plays even if the process is killed. `finish` gives the whole movie the target's
/// name; the index of an MP4, QuickTime, Matroska or WebM file then lies in front. A writer serves one thread at a time.
public final class MovieWriter: @unchecked Sendable {
  /// Path of the finished movie.
  public let path: String
  /// Settings that the writer was made with.
  public let settings: MovieSettings
  /// Sentences for a person: a leftover that was replaced, a disk that may be too small.
  public private(set) var notes: [String] = []
  /// Frames given to `append` so far; the encoder is a few dozen behind.
  public private(set) var framesAppended = 0
  /// Path of the partial file.
  public var partialPath: String { file.partialPath }
  /// Bytes of the partial file so far.
  public var bytesWritten: Int { Int(muxer?.sink.fileSize ?? finalFileSize) }

  private let container: Container
  private let footageFormat: FootageFormat?
  private let copy: StreamCopy?
  /// The frame that is shown last, of those that the encoder has given, in its ticks.
  private var lastFrame = ClipFrameTime(start: .min, duration: 0)
  /// Whether what is copied ends with the frames: always where the movie is ended early.
  private var cutsAtVideoEnd: Bool
  private let file: PartialFile
  /// Nil once the movie is finished or abandoned.
  private var encoder: VideoEncoder?
  /// Writes the partial file; nil once that is complete or abandoned.
  private var muxer: Muxer?
  /// Number of packets that the muxer has taken; each holds one frame.
  private var packetsWritten = 0
  /// Bytes of the packets that the muxer has taken, also of those that it still collects for a fragment.
  private var packetBytes = 0
  /// Bytes of the file once `muxer` is gone: the complete partial's, later the finished movie's.
  private var finalFileSize: Int64 = 0
  /// The first error, which later calls throw again.
  private var failure: MediaError?

  /// Opens the encoder and creates the partial file.
  ///
  /// - Parameters:
  ///   - path: where the movie will be. Its extension chooses one of the codec's containers.
  ///   - settings: size, rate and encoding.
  /// - Throws: `MediaError` for settings that cannot be encoded (before any file is touched), a target that exists and
  ///   may not be replaced, a folder that cannot be written, a partial that another process is writing.
  public convenience init(path: String, settings: MovieSettings) throws(MediaError) {
    try self.init(path: path, settings: settings, footageFormat: nil, copying: nil)
  }

  /// Opens the encoder and creates the partial file of a movie with footage or sound.
  ///
  /// - Parameters:
  ///   - path: where the movie will be.
  ///   - settings: size, rate and encoding.
  ///   - footageFormat: the footage's time base, in which each frame's time is given, and pixel aspect ratio; nil for the
  ///     settings' constant frame rate and square pixels.
  ///   - copying: sound and subtitles; nil for none.
  /// - Throws: `MediaError`, as `init(path:settings:)` does, and for sound that the container cannot hold.
  package init(
    path: String, settings: MovieSettings, footageFormat: FootageFormat?, copying: StreamCopy?
  ) throws(MediaError) {
    self.path = path
    self.settings = settings
    self.footageFormat = footageFormat
    copy = copying
    cutsAtVideoEnd = copying?.cutsAtVideoEnd ?? true
    try settings.validate(in: settings.codec.container(forExtension: pathExtension(of: path)))
    let codec = settings.codec
    guard let container = codec.container(forExtension: pathExtension(of: path)) else {
      let titles = codec.containers.map(\.title).joined(separator: " or ")
      let extensions = codec.fileExtensions.map { ".\($0)" }.joined(separator: ", ")
      throw MediaError(
        .settings, "\(codec.title) is written to \(titles): let the name \(path) end in \(extensions).", path: path)
    }
    self.container = container
    do {
      encoder = try VideoEncoder(settings, footageFormat: footageFormat)
    } catch {
      throw MediaError(error, kind: .codec, doing: "open the \(codec.title) encoder", path: path)
    }
    var trial: SoundTrial?
    if let encoder, let parameters = encoder.parameters {
      trial = SoundTrial(
        video: parameters, tag: codec.tag, frameRate: encoder.frameRate, containers: codec.containers)
    }
    let copier = try copying.map { copy throws(MediaError) in
      try StreamCopier(copy, container: container, trial: trial)
    }
    file = try PartialFile(target: path, allowsReplacing: settings.allowsReplacing)
    notes = (copier?.notes ?? []) + file.notes
    if unlink(file.finishingPath) == 0 {
      notes.append("Removed \(file.finishingPath), which an interrupted run had left.")
    }
    noteShortDisk()
    do {
      // Never nil: the encoder has just been opened.
      guard let encoder, let parameters = encoder.parameters else { return }
      let sink = try OutputSink(descriptor: file.descriptor)
      muxer = try Muxer(
        container, sink: sink, parameters: parameters, tag: codec.tag, frameRate: encoder.frameRate,
        footageFormat: footageFormat,
        copier: copier, contentLight: settings.lightOfHDR10, options: container.partialOptions)
    } catch {
      throw failed(error)
    }
  }

  /// Files of the movie's size that lie on the disk together before the partial one is removed: 2 where the index is put in front, else 1.
  private var fileCount: Int { container.frontIndex == nil ? 1 : 2 }

  /// Encodes the next frame. The buffer may be drawn into again as soon as this returns.
  ///
  /// - Parameter frame: of the settings' size and pixel format.
  /// - Throws: `MediaError` for another size or format, a full disk, a file or an encoder that failed.
  public func append(_ frame: PixelBuffer) throws(MediaError) { try append(frame, at: nil) }

  /// Encodes the next frame of a movie over footage.
  ///
  /// - Parameters:
  ///   - frame: of the settings' size and pixel format.
  ///   - time: when it is shown, in the footage's unit, after the frame before; nil for the settings' rate.
  /// - Throws: `MediaError`, as `append(_:)` does.
  package func append(_ frame: PixelBuffer, at time: ClipFrameTime?) throws(MediaError) {
    try checkFit(of: frame)
    try encode(frame, at: time ?? ClipFrameTime(start: Int64(framesAppended), duration: 1))
    framesAppended += 1
  }

  /// Gives the encoder a frame for analysis before the first is appended, for a palette.
  ///
  /// A GIF's colours are chosen from the frames that it was given; without any, from the first that is appended. Other codecs need
  /// none (`Codec.needsPreview`), and ignore them.
  /// - Parameter frame: of the settings' size and pixel format.
  /// - Throws: `MediaError` for another size or format, or once a frame has been appended.
  public func preview(_ frame: PixelBuffer) throws(MediaError) {
    try checkFit(of: frame)
    if let failure { throw failure }
    guard settings.codec.needsPreview else { return }
    guard framesAppended == 0 else {
      throw MediaError(.settings, "Frames for analysis come before the first is appended.", path: path)
    }
    do { try encoder?.preview(frame) } catch { throw failed(error) }
  }

  /// Refuses a frame of another size or format.
  private func checkFit(of frame: PixelBuffer) throws(MediaError) {
    guard frame.format == settings.pixelFormat, frame.width == settings.width, frame.height == settings.height else {
      throw MediaError(
        .settings,
        "A frame of \(frame.width) x \(frame.height) \(frame.format.rawValue) does not fit a movie of "
          + "\(settings.width) x \(settings.height) \(settings.pixelFormat.rawValue).", path: path)
    }
  }

  /// Encodes a frame, or with nil all that the encoder still holds, and writes the packets that are ready.
  private func encode(_ frame: PixelBuffer?, at time: ClipFrameTime) throws(MediaError) {
    if let failure { throw failure }
    guard let encoder, let muxer else { throw MediaError(.file, "\(path) is no longer being written.", path: path) }
    do {
      try encoder.encode(frame, time: time.start, duration: time.duration) { packet in
        let size = Int(packet.pointee.size)
        if packet.pointee.pts > lastFrame.start {
          lastFrame = ClipFrameTime(start: packet.pointee.pts, duration: packet.pointee.duration)
        }
        try muxer.write(packet, timeBase: encoder.timeBase)
        packetsWritten += 1
        packetBytes += size
      }
    } catch {
      throw failed(error)
    }
  }

  /// Flushes the encoder and completes the partial file.
  private func closePartial() throws(MediaError) {
    try encode(nil, at: ClipFrameTime(start: 0, duration: 0))
    do {
      try muxer?.finishCopying(cutsAtVideoEnd: cutsAtVideoEnd)
      try muxer?.finish()
    } catch {
      throw failed(error)
    }
    finalFileSize = muxer?.sink.fileSize ?? 0
    muxer = nil
    let packetsExpected = settings.codec.extraStep == .onePacket ? 1 : framesAppended
    if packetsWritten != packetsExpected {
      throw failed(MediaError(.codec, "The encoder gave \(packetsWritten) of \(packetsExpected) packets.", path: path))
    }
  }

  /// Completes the movie at the target and returns its path.
  ///
  /// - Throws: `MediaError`. When only the last step fails (the disk has no room for the second copy, the target has
  ///   appeared meanwhile) the whole movie stays under the partial name, and the sentence says so.
  public func finish() throws(MediaError) -> String {
    if let failure { throw failure }
    if framesAppended == 0 { throw failed(MediaError(.settings, "A movie needs at least one frame.", path: path)) }
    try closePartial()
    do {
      if container.frontIndex != nil { try putIndexInFront() } else { try file.commit() }
    } catch {
      var error = asMediaError(error)
      unlink(file.finishingPath)
      try? file.keep()
      // A movie that has its name already, but whose folder cannot be synced, is no partial any more.
      let kept = PartialFile.isFile(file.partialPath) ? file.partialPath : path
      error.sentence += framesAppended == 1 ? " The frame is in" : " All \(framesAppended) frames are in"
      error.sentence += " \(kept), which plays."
      failure = error
      throw error
    }
    encoder = nil
    return path
  }

  /// Copies the partial's packets to a file with its index in front, which becomes the movie, and removes the partial.
  private func putIndexInFront() throws {
    guard let encoder, let parameters = encoder.parameters else { return }
    let descriptor = try file.openFinishing()
    defer { close(descriptor) }
    let remux = Remux(
      container: container, tag: settings.codec.tag, sourcePath: file.partialPath, parameters: parameters,
      frameRate: encoder.frameRate, footageFormat: footageFormat, otherStreams: copy, lastFrame: lastFrame,
      cutsAtVideoEnd: cutsAtVideoEnd,
      contentLight: settings.lightOfHDR10, packetCount: packetsWritten)
    finalFileSize = try remux.write(to: descriptor)
    try file.publish(fileAt: file.finishingPath, descriptor: descriptor)
    file.discard()
  }

  /// Ends the movie early: the frames so far stay, playable, under the partial name.
  ///
  /// - Returns: the partial's path; nil without any frame, when nothing is kept.
  /// - Throws: `MediaError` when the encoder's last frames cannot be written, or that of an earlier call.
  public func finishEarly() throws(MediaError) -> String? {
    if let failure { throw failure }
    if framesAppended == 0 {
      abandon()
      return nil
    }
    cutsAtVideoEnd = true
    try closePartial()
    try file.keep()
    encoder = nil
    return file.partialPath
  }

  /// Removes the partial file, so that nothing is left. Releasing the writer before `finish` does so too.
  public func abandon() {
    encoder = nil
    muxer = nil
    file.discard()
  }

  /// Remembers an error, so that later calls throw it too.
  private func failed(_ error: any Error) -> MediaError {
    let error = asMediaError(error)
    failure = error
    return error
  }

  /// The error with this movie's path and, where a library call failed, with how far the writing had come.
  private func asMediaError(_ error: any Error) -> MediaError {
    if let error = error as? MediaError { return error }
    if let option = error as? UnknownOption {
      return MediaError(.codec, "This FFmpeg's \(container.title) muxer has no option \"\(option.name)\".", path: path)
    }
    guard let failure = error as? LibraryError else { return MediaError(.file, "\(error)", path: path) }
    var result = MediaError(failure, doing: "write \(path)", path: path)
    result.frame = framesAppended
    result.bytesWritten = bytesWritten
    if failure.isDiskFull {
      if finalFileSize > 0 {
        result.describeFullDisk(partialBytes: Int(finalFileSize), copyPath: file.finishingPath, path: path)
      } else {
        result.describeFullDisk(
          settings, packets: (packetsWritten, packetBytes), fileCount: fileCount, path: path)
      }
    }
    return result
  }

  /// Adds a note where the disk has too little room for the estimated size of the partial file and, where the index is put in
  /// front, of its copy.
  private func noteShortDisk() {
    guard let estimate = settings.estimatedBytes, let free = freeBytes(inFolder: folder(of: path)) else { return }
    if free / fileCount < estimate {
      notes.append(
        "The disk has \(byteText(free)) free; \(path) may need about \(byteText(fileCount * estimate)) while it is written."
      )
    }
  }
}
