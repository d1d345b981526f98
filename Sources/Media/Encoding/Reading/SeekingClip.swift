import CFFmpeg
import Model
import Raster
import Synchronization

/// Gives the frames of a clip in any order, for layers that show it.
///
/// A frame never depends on where decoding began: if a frame is damaged after a seek, the clip is decoded again from its start. If a frame
/// is missing in a damaged file, the one before it is shown.
package final class SeekingClip: ClipFrames {
  /// The clip's size, length and number of frames.
  package let clip: Clip
  private let index: ClipIndex
  /// Length of the file's unit of time in seconds.
  package let tick: Rational
  private let tickSeconds: Double
  /// Seconds from the clip's start to the end of its pictures. If the file does not state this end, to the end of the whole file, whose
  /// sound may be longer; nil if the file states neither.
  package let statedDuration: Rational?
  private let state: Mutex<State>

  /// Opens a clip, reads its index and decodes its first frame.
  ///
  /// - Parameters:
  ///   - path: path of the file.
  ///   - givesEncoded: whether pictures hold sRGB-encoded values in place of linear light.
  ///   - threads: threads that may share the conversion of a frame.
  package init(_ path: String, givesEncoded: Bool, threads: Int = 1) throws(MediaError) {
    do {
      let file = try InputFile(path)
      guard file.byteCount <= Limits.clipBytes else {
        throw MediaError(
          .file,
          "\(path) has \(byteText(Int(file.byteCount))); a clip that a layer shows has at most \(byteText(Int(Limits.clipBytes))).",
          path: path)
      }
      index = try ClipIndex(of: path)
      let run = try DecodingRun(file)
      guard try run.decodeNext(numberedBy: index) else {
        throw MediaError(.file, "\(path) has no frame that can be decoded.", path: path)
      }
      let converter = try FrameLightConverter(run.frame, of: run.video, givesEncoded: givesEncoded)
      converter.threadCount = min(threads, FrameLightConverter.maximumThreads)
      tick = run.video.tick
      tickSeconds = run.video.tick.double
      statedDuration = run.video.statedDuration
      clip = Clip(
        path: path, width: converter.width, height: converter.height, pixelAspect: converter.pixelAspect.double,
        hasAlpha: converter.hasAlpha, frameCount: index.starts.count, duration: Double(index.end) * tickSeconds)
      state = Mutex(State(run: run, converter: converter, keptPictures: []))
    } catch let error as LibraryError {
      throw MediaError(.file, "\(path) cannot be decoded: \(error.text).", path: path)
    } catch {
      throw MediaError(error, doing: "read \(path)", path: path)
    }
  }

  /// What changes from call to call.
  private struct State: @unchecked Sendable {
    var run: DecodingRun
    let converter: FrameLightConverter
    /// Frames that are kept for reuse, the most recently used at the end.
    var keptPictures: [(number: Int, picture: LightPicture)]
  }

  package func number(at seconds: Double) -> Int {
    // 2⁶² ticks are more than any clip has, and fit Int64.
    index.frameNumber(atTicks: Int64(max(0, min(seconds / tickSeconds, 0x1p62)).rounded(.down)))
  }

  /// When a frame is shown, in units of `tick` from the clip's start.
  package func start(ofFrame number: Int) -> Int64 { index.starts[number] }

  package func picture(_ number: Int) -> LightPicture? {
    state.withLock { state in
      if let position = state.keptPictures.firstIndex(where: { $0.number == number }) {
        let found = state.keptPictures.remove(at: position)
        state.keptPictures.append(found)
        return found.picture
      }
      do {
        guard try decode(number, &state) else { return nil }
        let picture = makePicture(&state)
        _ = try state.converter.convert(state.run.frame, into: LightPlanes(picture.pixels, width: picture.width))
        state.keptPictures.append((number, picture))
        return picture
      } catch {
        // Memory is short, a frame differs from the others and cannot be converted, or the file is gone: the layer is empty for this frame.
        return nil
      }
    }
  }

  /// A picture to be filled. Until `keptClipFrames` pictures are kept, its memory is new. After that it is the least recently
  /// used picture to which nothing else refers. If all kept pictures are in use, its memory is new, and the least recently used
  /// one is no longer kept.
  private func makePicture(_ state: inout State) -> LightPicture {
    if state.keptPictures.count >= PixelMemory.keptClipFrames(clip) {
      for position in state.keptPictures.indices
      where isKnownUniquelyReferenced(&state.keptPictures[position].picture) {
        return state.keptPictures.remove(at: position).picture
      }
      state.keptPictures.removeFirst()
    }
    return LightPicture(width: clip.width, height: clip.height, isOpaque: !clip.hasAlpha)
  }

  // MARK: Decoding

  /// Decoding skips to the key frame before a wanted frame if the key frame lies more than so many frames after the last decoded frame.
  /// Otherwise all frames up to the wanted one are decoded.
  private static let seekThresholdFrames = 8

  /// Decodes until the run's frame is number `number`; if that frame is missing, the last one before it; if there is none before it, the
  /// clip's first frame. Returns false if nothing can be decoded.
  private func decode(_ number: Int, _ state: inout State) throws -> Bool {
    let keyFrame = index.keyFrame(atOrBefore: number)
    let isPastWanted = state.run.number.map { $0 > number } ?? false
    let isKeyFrameFarAhead = keyFrame.map { $0.number > (state.run.number ?? -1) + Self.seekThresholdFrames } ?? false
    // A run for which `restarted` was called is still in `state` only if that call threw.
    if state.run.wasRestarted || isPastWanted || isKeyFrameFarAhead {
      state.run = try state.run.restarted(at: keyFrame)
    }
    if try decodeForward(to: number, &state), !(state.run.isDamaged && !state.run.beganAtFirstFrame) { return true }
    if state.run.beganAtFirstFrame { return state.run.number != nil }
    // After seeking, something was damaged or no frame was found: the clip is decoded again from its start.
    state.run = try state.run.restarted(at: nil)
    return try decodeForward(to: number, &state) || state.run.number != nil
  }

  /// Decodes forward to a frame, or to the last one before it. Returns false if the run has no frame at or before it.
  private func decodeForward(to number: Int, _ state: inout State) throws -> Bool {
    while (state.run.number ?? -1) < number {
      guard try state.run.decodeNext(numberedBy: index, upTo: number) else { break }
    }
    return state.run.number.map { $0 <= number } ?? false
  }
}
