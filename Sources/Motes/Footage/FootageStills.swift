import Encoding
import Model
import Raster
import Rendering

/// Single frames of a clip, for stills of a scene over it. A still equals the movie's frame at the same time.
package struct FootageStills: Sendable {
  /// The clip's size, length and number of frames.
  package let clip: Clip
  private let frames: SeekingClip

  /// Opens a clip.
  ///
  /// - Parameter isEncoded: whether the canvas blends sRGB-encoded values.
  package init(_ path: String, isEncoded: Bool) throws(MediaError) {
    frames = try SeekingClip(path, givesEncoded: isEncoded)
    clip = frames.clip
  }

  /// The number of the frame that is shown at a time of the clip in seconds.
  package func number(at seconds: Rational) -> Int { frames.number(at: seconds.double + Clip.timeToleranceSeconds) }

  /// A frame as a backdrop, and the time at which the scene is drawn over it, in seconds.
  ///
  /// - Parameters:
  ///   - number: the frame's number, counted from 0.
  ///   - canvas: the scene's canvas, which has the clip's size.
  ///   - begin: the time in the clip, in seconds, at which the scene begins.
  ///   - fade: seconds for which the scene fades in at its start, and out at its end.
  package func frame(
    _ number: Int, canvas: Canvas, begin: Rational, fade: Rational
  ) throws(MediaError) -> (backdrop: Backdrop, time: Rational) {
    guard (0..<clip.frameCount).contains(number), let picture = frames.picture(number) else {
      throw MediaError(
        .settings, "\(clip.path) has no frame \(number): it has \(clip.frameCount), counted from 0.", path: clip.path)
    }
    let background = Background(width: picture.width, height: picture.height)
    // The picture's `tile` covers the whole picture.
    for y in 0..<picture.height {
      for plane in 0..<3 {
        background.row(y, plane: plane).update(
          from: picture.pixels.tile.row(y, plane: plane), count: picture.width)
      }
    }
    let clock = FootageClock(
      begin: begin, fade: fade, canvas: canvas, tick: frames.tick, clipDuration: frames.statedDuration)
    let time = clock.sceneTime(frames.start(ofFrame: number))
    background.foregroundOpacity = clock.opacity(at: time)
    return (.backgrounds { _ in background }, time)
  }
}
