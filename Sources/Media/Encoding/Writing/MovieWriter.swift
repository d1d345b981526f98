import CFFmpeg
import Glibc
import Raster

/// Writes a movie that is whole or absent.
///
/// Frames go to `name.mp4.partial`, from which most formats can be recovered even if the process is killed (`Leftover`). `finish` gives the whole movie the target's
/// name; the index of an MP4, QuickTime, Matroska or WebM file then lies in front. A writer serves one thread at a time.
package final class MovieWriter: @unchecked Sendable {
  /// Path of the finished movie.
  package let path: String
  /// Settings that the writer was made with.
  package let settings: MovieSettings
  /// Sentences for a person, such as that a leftover was replaced or that the disk may be too small.
  package private(set) var notes: [String] = []
  /// Number of frames given to `append` so far. The encoder may still hold a few dozen of them.
  package private(set) var framesAppended = 0
  /// Path of the partial file.
  package var partialPath: String { file.partialPath }
  /// Paths of the files that a writer makes beside the movie at `path`, and removes at its end.
  package static func temporaryPaths(for path: String) -> [String] {
    [PartialFile.partialPath(for: path), PartialFile.finishingCopyPath(for: path)]
  }
  /// Bytes of the partial file so far; after `finish`, those of the movie.
  package var bytesWritten: Int { Int(muxer?.sink.fileSize ?? finalFileSize) }

  private let container: Container
  /// The footage's time base and pixel aspect ratio; nil for the settings' constant frame rate and square pixels.
  private let footageFormat: FootageFormat?
  /// Sound and subtitles that are copied into the movie; nil for none.
  private let copiedStreams: StreamCopy?
  /// The time of the frame that is shown last among those that the encoder has finished, in ticks of the encoder's time base.
  private var lastFrame = ClipFrameTime(start: .min, duration: 0)
  /// Whether copied sound and subtitles are cut off where the last frame ends. Always true if the movie is ended early.
  private var cutsAtVideoEnd: Bool
  private let file: PartialFile
  /// Nil once the movie is finished or abandoned.
  private var encoder: VideoEncoder?
  /// Writes the partial file; nil once that is complete or abandoned.
  private var muxer: Muxer?
  /// Number of video packets that were given to the muxer.
  private var packetsWritten = 0
  /// Bytes of the video packets that were given to the muxer, including those that it still collects for a fragment.
  private var packetBytes = 0
  /// Bytes of the complete partial file, later of the finished movie; 0 while `muxer` still writes the partial file.
  private var finalFileSize: Int64 = 0
  /// The first error, which later calls throw again.
  private var failure: MediaError?

  /// Opens the encoder and creates the partial file.
  ///
  /// - Parameters:
  ///   - path: path of the movie. Its extension chooses one of the codec's containers.
  ///   - settings: size, rate and encoding.
  /// - Throws: `MediaError` for settings that cannot be encoded (before any file is touched), for a target that exists and may not be
  ///   replaced, for a folder that cannot be written, and for a partial file that another process is writing.
  package convenience init(path: String, settings: MovieSettings) throws(MediaError) {
    try self.init(path: path, settings: settings, footageFormat: nil, copying: nil)
  }

  /// Opens the encoder and creates the partial file of a movie with footage or sound.
  ///
  /// - Parameters:
  ///   - path: path of the movie.
  ///   - settings: size, rate and encoding.
  ///   - footageFormat: the footage's time base, in which each frame's time is given, and its pixel aspect ratio; nil for the
  ///     settings' constant frame rate and square pixels.
  ///   - copying: sound and subtitles that are copied into the movie; nil for none.
  /// - Throws: `MediaError`, as `init(path:settings:)` does, and for sound that the container cannot hold.
  package init(
    path: String, settings: MovieSettings, footageFormat: FootageFormat?, copying: StreamCopy?
  ) throws(MediaError) {
    self.path = path
    self.settings = settings
    self.footageFormat = footageFormat
    copiedStreams = copying
    cutsAtVideoEnd = copying?.cutsAtVideoEnd ?? true
    let codec = settings.codec
    let container = try Self.container(of: settings, path: path)
    self.container = container
    let opened = try Self.openEncoder(settings, footageFormat: footageFormat, path: path)
    encoder = opened
    let copier = try Self.copier(of: copying, beside: opened, codec: codec, container: container)
    file = try PartialFile(target: path, allowsReplacing: settings.allowsReplacing)
    notes = (copier?.notes ?? []) + file.notes
    // The copy with the index in front that an interrupted run had begun (`putIndexInFront`).
    if unlink(file.finishingCopyPath) == 0 {
      notes.append("Removed \(file.finishingCopyPath), which an interrupted run had left.")
    }
    noteShortDisk()
    do {
      // Never nil: the encoder has just been opened.
      guard let encoder, let parameters = encoder.parameters else { return }
      let sink = try OutputSink(descriptor: file.descriptor)
      muxer = try Muxer(
        container, sink: sink, parameters: parameters, fourCC: codec.fourCC, frameRate: encoder.frameRate,
        footageFormat: footageFormat,
        copier: copier, contentLight: settings.hdr10LightLevels, options: container.partialFileOptions)
    } catch {
      throw recordFailure(error)
    }
  }

  /// Refuses settings that cannot be encoded, a name that their movie cannot have, and sound that it cannot hold, before any file is touched.
  package static func check(_ settings: MovieSettings, path: String, copying: StreamCopy?) throws(MediaError) {
    let container = try container(of: settings, path: path)
    let encoder = try openEncoder(settings, footageFormat: nil, path: path)
    _ = try copier(of: copying, beside: encoder, codec: settings.codec, container: container)
  }

  /// Opens what is copied into a movie; nil if nothing is.
  private static func copier(
    of copying: StreamCopy?, beside encoder: VideoEncoder, codec: Codec, container: Container
  ) throws(MediaError) -> StreamCopier? {
    guard let copying else { return nil }
    // Muxes a header that is discarded, to find out which sound a container takes beside this video.
    let trial = encoder.parameters.map { parameters in
      SoundTrial(
        video: parameters, fourCC: codec.fourCC, frameRate: encoder.frameRate, containers: codec.containers)
    }
    return try StreamCopier(copying, container: container, trial: trial)
  }

  /// The container that a movie's name asks for, after all checks that need no encoder.
  private static func container(of settings: MovieSettings, path: String) throws(MediaError) -> Container {
    let codec = settings.codec
    try settings.validate(in: codec.container(forExtension: pathExtension(of: path)))
    guard let container = codec.container(forExtension: pathExtension(of: path)) else {
      let titles = codec.containers.map(\.title).joined(separator: " or ")
      let extensions = codec.fileExtensions.map { ".\($0)" }.joined(separator: ", ")
      throw MediaError(
        .settings, "\(codec.title) is written to \(titles): the name \(path) must end in \(extensions).", path: path)
    }
    return container
  }

  private static func openEncoder(
    _ settings: MovieSettings, footageFormat: FootageFormat?, path: String
  ) throws(MediaError) -> VideoEncoder {
    do {
      return try VideoEncoder(settings, footageFormat: footageFormat)
    } catch {
      throw MediaError(error, kind: .codec, doing: "open the \(settings.codec.title) encoder", path: path)
    }
  }

  /// How many files of the movie's size lie on the disk at the same time: 2 if the index is put in front, since the partial file is then
  /// copied; otherwise 1.
  private var filesAtOnce: Int { container.frontIndexKind == nil ? 1 : 2 }

  /// Encodes the next frame. The buffer may be drawn into again as soon as this returns.
  ///
  /// - Parameter frame: a frame of the settings' size and pixel format.
  /// - Throws: `MediaError` for another size or format, a full disk, or a failure of the file or the encoder.
  package func append(_ frame: PixelBuffer) throws(MediaError) { try append(frame, at: nil) }

  /// Encodes the next frame of a movie over footage.
  ///
  /// - Parameters:
  ///   - frame: a frame of the settings' size and pixel format.
  ///   - time: when the frame is shown, in the footage's time base; it is later than the previous frame's time. Nil for the settings'
  ///     constant rate.
  /// - Throws: `MediaError`, as `append(_:)` does.
  package func append(_ frame: PixelBuffer, at time: ClipFrameTime?) throws(MediaError) {
    try checkFit(of: frame)
    try encode(frame, at: time ?? ClipFrameTime(start: Int64(framesAppended), duration: 1))
    framesAppended += 1
  }

  /// Gives the encoder a frame from which it chooses a palette, before the first frame is appended.
  ///
  /// A GIF's colours are chosen from all frames that were given here or, if there were none, from the first frame that is appended. Other
  /// codecs ignore these frames (`Codec.needsPreview`).
  /// - Parameter frame: a frame of the settings' size and pixel format.
  /// - Throws: `MediaError` for another size or format, or once a frame has been appended.
  package func preview(_ frame: PixelBuffer) throws(MediaError) {
    try checkFit(of: frame)
    if let failure { throw failure }
    guard settings.codec.needsPreview else { return }
    guard framesAppended == 0 else {
      throw MediaError(.settings, "Preview frames must come before the first frame of the movie.", path: path)
    }
    do { try encoder?.preview(frame) } catch { throw recordFailure(error) }
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

  /// Encodes a frame (nil flushes the encoder, whatever the time), and writes the packets that are ready.
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
      throw recordFailure(error)
    }
  }

  /// Flushes the encoder and completes the partial file.
  private func closePartial() throws(MediaError) {
    try encode(nil, at: ClipFrameTime(start: 0, duration: 0))
    do {
      try muxer?.finishCopying(cutsAtVideoEnd: cutsAtVideoEnd)
      try muxer?.finish()
    } catch {
      throw recordFailure(error)
    }
    finalFileSize = muxer?.sink.fileSize ?? 0
    muxer = nil
    // An encoder gives one packet for each frame, but that of animated WebP a single packet with all frames (`Codec.ExtraStep.onePacket`).
    let packetsExpected = settings.codec.extraStep == .onePacket ? 1 : framesAppended
    if packetsWritten != packetsExpected {
      throw recordFailure(
        MediaError(.codec, "The encoder gave \(packetsWritten) of \(packetsExpected) packets.", path: path))
    }
  }

  /// Completes the movie at the target and returns its path.
  ///
  /// - Throws: `MediaError`. If only the last step fails (the disk has no room for the copy, or the target has appeared meanwhile),
  ///   the whole movie stays under the partial name, and the sentence says so.
  package func finish() throws(MediaError) -> String {
    if let failure { throw failure }
    if framesAppended == 0 {
      throw recordFailure(MediaError(.settings, "A movie needs at least one frame.", path: path))
    }
    try closePartial()
    do {
      if container.frontIndexKind != nil { try putIndexInFront() } else { try file.commit() }
    } catch {
      var error = asMediaError(error)
      unlink(file.finishingCopyPath)
      try? file.keep()
      // If only syncing the folder failed, the movie already has its final name.
      let kept = PartialFile.isFile(file.partialPath) ? file.partialPath : path
      error.sentence += framesAppended == 1 ? " The frame is in" : " All \(framesAppended) frames are in"
      error.sentence += " \(kept), \(container.clauseOnPartialFile)."
      failure = error
      throw error
    }
    encoder = nil
    return path
  }

  /// Copies the packets of the partial file to a second file with the index in front. The second file becomes the movie, and the partial
  /// file is removed.
  private func putIndexInFront() throws {
    guard let encoder, let parameters = encoder.parameters else { return }
    let descriptor = try file.createFinishingFile()
    defer { close(descriptor) }
    let remux = Remux(
      container: container, fourCC: settings.codec.fourCC, partialPath: file.partialPath, parameters: parameters,
      frameRate: encoder.frameRate, timeBaseAndAspect: footageFormat, otherStreams: copiedStreams, lastFrame: lastFrame,
      cutsAtVideoEnd: cutsAtVideoEnd,
      contentLight: settings.hdr10LightLevels, packetCount: packetsWritten)
    finalFileSize = try remux.write(to: descriptor)
    try file.publish(fileAt: file.finishingCopyPath, descriptor: descriptor)
    file.discard()
  }

  /// Ends the movie early: the frames so far stay under the partial name.
  ///
  /// - Returns: the path of the partial file; nil if there was no frame, so that nothing is kept.
  /// - Throws: `MediaError` if the encoder's last frames cannot be written, or the error of an earlier call.
  package func finishEarly() throws(MediaError) -> String? {
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
  package func abandon() {
    encoder = nil
    muxer = nil
    file.discard()
  }

  /// Records an error, so that later calls throw it too, and returns it.
  private func recordFailure(_ error: any Error) -> MediaError {
    let error = asMediaError(error)
    failure = error
    return error
  }

  /// The error with this movie's path. An error of a library call also says how much had been written.
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
      // Above 0 the partial file is complete: the disk has no room for its copy.
      if finalFileSize > 0 {
        result.describeFullDisk(partialBytes: Int(finalFileSize), copyPath: file.finishingCopyPath, path: path)
      } else {
        result.describeFullDisk(
          settings, packets: (packetsWritten, packetBytes), filesAtOnce: filesAtOnce, path: path)
      }
    }
    return result
  }

  /// Adds a note if the disk has too little room for the partial file and, if the index is put in front, its copy. Their size is estimated.
  private func noteShortDisk() {
    guard let estimate = settings.estimatedBytes, let free = freeBytes(inFolder: folder(of: path)) else { return }
    if free / filesAtOnce < estimate {
      notes.append(
        "The disk has \(byteText(free)) free; \(path) may need about \(byteText(filesAtOnce * estimate)) while it is written."
      )
    }
  }
}
