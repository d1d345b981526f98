import Encoding
import Model
import Raster
import Rendering

/// Single frames of a clip, for stills of a scene over it: each is what a movie over the clip shows.
package struct FootageStills: Sendable {
  /// The clip.
  package let clip: Clip
  private let frames: SeekingClip

  /// Opens a clip.
  ///
  /// - Parameter isEncoded: whether the canvas blends sRGB-encoded values.
  package init(_ path: String, isEncoded: Bool) throws(MediaError) {
    frames = try SeekingClip(path, isEncoded: isEncoded)
    clip = frames.clip
  }

  /// The number of the frame that is shown at a second of the clip.
  package func number(at seconds: Rational) -> Int { frames.number(at: seconds.double + Clip.timeTolerance) }

  /// A frame, and the moment of the scene that is drawn over it.
  ///
  /// - Parameters:
  ///   - number: counted from 0.
  ///   - canvas: the scene's, of the clip's size.
  ///   - begin: second of the clip at which the scene begins.
  ///   - fade: seconds for which it fades in and out.
  package func frame(
    _ number: Int, canvas: Canvas, begin: Rational, fade: Rational
  ) throws(MediaError) -> (backdrop: Backdrop, time: Rational) {
    guard (0..<clip.frameCount).contains(number), let picture = frames.picture(number) else {
      throw MediaError(
        .settings, "\(clip.path) has no frame \(number): it has \(clip.frameCount), counted from 0.", path: clip.path)
    }
    let background = Background(width: picture.width, height: picture.height)
    for y in 0..<picture.height {
      for plane in 0..<3 {
        background.row(y, plane: plane).update(
          from: picture.pixels.tile.row(y, plane: plane), count: picture.width)
      }
    }
    let clock = FootageClock(
      begin: begin, fade: fade, canvas: canvas, tick: frames.tick, clipDuration: frames.statedDuration)
    let time = clock.sceneTime(frames.start(ofFrame: number))
    background.overlayOpacity = clock.opacity(at: time)
    return (.frames { _ in background }, time)
  }
}
