import CFFmpeg
import Model
import Raster
import Synchronization

/// A clip of which any frame may be asked for, in any order: what a layer shows.
///
/// A frame is always decoded as it would be from the clip's first frame on, wherever decoding begins: where anything comes out damaged
/// after a jump, the clip is decoded again from its start. Where a frame is missing in a damaged file, the one before it is shown.
package final class SeekingClip: ClipFrames {
  /// The clip as its file has it.
  package let clip: Clip
  private let index: ClipIndex
  /// Seconds of the file's unit of time.
  package let tick: Rational
  private let tickSeconds: Double
  /// Seconds to the end of its pictures, as the file states them.
  package let statedDuration: Rational?
  private let state: Mutex<State>

  /// Opens a clip and finds out what is in it.
  ///
  /// - Parameters:
  ///   - isEncoded: whether pictures hold sRGB-encoded values in place of linear light.
  ///   - threads: threads that may share the conversion of a frame.
  package init(_ path: String, isEncoded: Bool, threads: Int = 1) throws(MediaError) {
    do {
      let file = try InputFile(path)
      guard file.size <= Limits.clipBytes else {
        throw MediaError(
          .file,
          "\(path) has \(byteText(Int(file.size))); a clip that a layer shows has at most \(byteText(Int(Limits.clipBytes))).",
          path: path)
      }
      index = try ClipIndex(of: path)
      let run = try DecodingRun(file)
      guard try run.advance(index) else {
        throw MediaError(.file, "\(path) has no frame that can be decoded.", path: path)
      }
      let light = try FrameLight(run.frame, of: run.video, givesEncoded: isEncoded)
      light.threadCount = min(threads, FrameLight.maximumThreads)
      tick = run.video.tick
      tickSeconds = run.video.tick.double
      statedDuration = run.video.statedDuration
      clip = Clip(
        path: path, width: light.width, height: light.height, pixelAspect: light.pixelAspect.double,
        hasAlpha: light.hasAlpha, frameCount: index.starts.count, duration: Double(index.end) * tickSeconds)
      state = Mutex(State(run: run, light: light, kept: []))
    } catch let error as LibraryError {
      throw MediaError(.file, "\(path) cannot be decoded: \(error.text).", path: path)
    } catch {
      throw MediaError(error, doing: "read \(path)", path: path)
    }
  }

  /// What changes from call to call.
  private struct State: @unchecked Sendable {
    var run: DecodingRun
    let light: FrameLight
    /// Frames that were asked for, the last at the end.
    var kept: [(number: Int, picture: LightPicture)]
  }

  package func number(at seconds: Double) -> Int {
    index.number(at: Int64(max(0, min(seconds / tickSeconds, 0x1p62)).rounded(.down)))
  }

  /// When a frame is shown, in units of `tick` from the clip's start.
  package func start(ofFrame number: Int) -> Int64 { index.starts[number] }

  package func picture(_ number: Int) -> LightPicture? {
    state.withLock { state in
      if let place = state.kept.firstIndex(where: { $0.number == number }) {
        let found = state.kept.remove(at: place)
        state.kept.append(found)
        return found.picture
      }
      do {
        guard try decode(number, &state) else { return nil }
        let picture = makePicture(&state)
        _ = try state.light.convert(state.run.frame, into: LightPlanes(picture.pixels, width: picture.width))
        state.kept.append((number, picture))
        return picture
      } catch {
        // No memory, or no converter for a frame that is unlike the others: the layer is empty for this frame.
        return nil
      }
    }
  }

  /// Memory for a picture. Once as many frames are kept as may be, that of one which is no longer referenced is used again.
  private func makePicture(_ state: inout State) -> LightPicture {
    if state.kept.count >= PixelMemory.keptClipFrames(clip) {
      for place in state.kept.indices where isKnownUniquelyReferenced(&state.kept[place].picture) {
        return state.kept.remove(at: place).picture
      }
      state.kept.removeFirst()
    }
    return LightPicture(width: clip.width, height: clip.height, isOpaque: !clip.hasAlpha)
  }

  // MARK: Decoding

  /// If the last key frame at or before the wanted frame is no more frames ahead than this, all frames up to it are decoded in place
  /// of seeking.
  private static let seekThresholdFrames = 8

  /// Decodes until the run's frame is the one of a number, or the last one before it. Returns false where there is none.
  private func decode(_ number: Int, _ state: inout State) throws -> Bool {
    let key = index.key(atOrBefore: number)
    let isBehind = state.run.number.map { $0 > number } ?? false
    let isFar = key.map { $0.number > (state.run.number ?? -1) + Self.seekThresholdFrames } ?? false
    if isBehind || isFar { state.run = try state.run.restarted(at: key) }
    if try decodeOn(number, &state), !(state.run.isDamaged && !state.run.beganAtFirst) { return true }
    if state.run.beganAtFirst { return state.run.number != nil }
    // After the seek the frame came out damaged, or none came: it is decoded anew from the clip's start.
    state.run = try state.run.restarted(at: nil)
    return try decodeOn(number, &state) || state.run.number != nil
  }

  /// Decodes on to a frame. Returns false where the run's frame is not one at or before it.
  private func decodeOn(_ number: Int, _ state: inout State) throws -> Bool {
    while (state.run.number ?? -1) < number {
      guard try state.run.advance(index, upTo: number) else { break }
    }
    return state.run.number.map { $0 <= number } ?? false
  }
}
