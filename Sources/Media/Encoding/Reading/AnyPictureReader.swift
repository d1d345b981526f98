import CFFmpeg
import Glibc
import Model
import Raster

/// Reads pictures of any format that this machine's FFmpeg decodes.
package enum AnyPictureReader {
  /// Reads a picture as 8-bit RGBA with straight alpha, turned upright.
  ///
  /// - Parameters:
  ///   - path: path of the file.
  ///   - maximumSide: the most pixels that the picture's width and height may have.
  package static func rgba(of path: String, maximumSide: Int) throws(MediaError) -> PixelBuffer {
    do {
      let first = try FirstFrame(of: path, as: .picture)
      // The frame is freed together with `first`.
      defer { withExtendedLifetime(first) {} }
      let source = first.frame
      let storedSize = (width: Int(source.pointee.width), height: Int(source.pointee.height))
      guard max(storedSize.width, storedSize.height) <= maximumSide else {
        throw MediaError(
          .file,
          "\(path) is \(storedSize.width) × \(storedSize.height) pixels; at most \(maximumSide) a side are read.",
          path: path)
      }
      var converted = try check("av_frame_alloc", av_frame_alloc()) as UnsafeMutablePointer?
      defer { av_frame_free(&converted) }
      guard let frame = converted else { throw LibraryError(call: "av_frame_alloc", code: motes_averror(ENOMEM)) }
      frame.pointee.format = AV_PIX_FMT_RGBA.rawValue
      (frame.pointee.width, frame.pointee.height) = (source.pointee.width, source.pointee.height)
      try check("av_frame_get_buffer", av_frame_get_buffer(frame, 0))
      let range = ClipColors(source, stream: first.video.parameters).range
      try PictureScaler.scale(source, isFullRange: range == AVCOL_RANGE_JPEG, to: frame)
      guard let base = frame.pointee.data.0 else { throw LibraryError(call: "decode", code: motes_averror(EINVAL)) }
      let orientation = first.video.orientation(of: source) ?? .upright
      let uprightSize =
        orientation.swapsSides ? (width: storedSize.height, height: storedSize.width) : storedSize
      let pixels = PixelBuffer(format: .rgba, width: uprightSize.width, height: uprightSize.height)
      for y in 0..<uprightSize.height {
        let target = pixels.plane(0) + y * pixels.stride(ofPlane: 0)
        for x in 0..<uprightSize.width {
          let stored = orientation.storedPixel(x: x, y: y, width: storedSize.width, height: storedSize.height)
          let pixel = base + stored.y * Int(frame.pointee.linesize.0) + 4 * stored.x
          for channel in 0..<4 { target[4 * x + channel] = pixel[channel] }
        }
      }
      return pixels
    } catch {
      throw MediaError(error, doing: "read the picture \(path)", path: path)
    }
  }
}
