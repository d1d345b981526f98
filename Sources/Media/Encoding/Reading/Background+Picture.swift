import CFFmpeg
import Colorimetry
import Lanes
import Model
import Raster

// Reading a picture file as the background of frames. FFmpeg's demuxers detect the format, and libswscale scales the picture.

extension Background {
  /// Reads a picture (PNG, JPEG and any other format that this machine's FFmpeg decodes) and scales it so that it covers a frame, as
  /// `object-fit: cover` in CSS. What reaches beyond the frame is cut off in equal parts on both sides. Transparent parts are black.
  ///
  /// - Parameters:
  ///   - path: path of the file. Of a movie the first frame is read.
  ///   - width: width of the frame in pixels.
  ///   - height: height of the frame in pixels.
  ///   - keepsEncoded: whether the picture's sRGB-encoded values are kept, for an `srgb` canvas. If false, they are decoded to
  ///     linear light.
  /// - Throws: `MediaError` when the file cannot be read or holds no picture.
  package convenience init(
    pictureAt path: String, width: Int, height: Int, keepsEncoded: Bool
  ) throws(MediaError) {
    do {
      let picture = try ScaledPicture(path: path, covering: (width, height))
      self.init(width: width, height: height)
      let transfer = keepsEncoded ? nil : TransferFunction.srgb
      // The value that each 16-bit code stands for.
      let values = (0...65535).map { code in
        let value = Double(code) / 65535
        return Float(transfer?.decode(value) ?? value)
      }
      for y in 0..<height {
        for plane in 0..<3 {
          let target = row(y, plane: plane)
          for x in 0..<width {
            let value = values[picture.sample(x, y, plane)]
            target[x] = value * (Float(picture.sample(x, y, 3)) / 65535)
          }
        }
      }
    } catch {
      throw MediaError(error, doing: "read the picture \(path)", path: path)
    }
  }
}

/// A decoded picture, scaled to 16-bit samples R G B A with straight alpha.
private final class ScaledPicture {
  private var frame: UnsafeMutablePointer<AVFrame>?
  private let orientation: PictureOrientation
  /// Top left corner of the part that covers the target, in pixels of the scaled picture after it is turned upright.
  private let offset: (x: Int, y: Int)

  /// Reads a picture and scales it to the smallest size that covers `target`.
  init(path: String, covering target: (width: Int, height: Int)) throws {
    let first = try FirstFrame(of: path, as: .picture)
    // `first` owns the frame's memory.
    defer { withExtendedLifetime(first) {} }
    let source = first.frame
    let orientation = first.video.orientation(of: source) ?? .upright
    self.orientation = orientation
    /// Converts a size of the stored picture to the size of the upright picture, or back: swaps width and height if one picture is a
    /// quarter turn of the other.
    func turned(_ size: (Int, Int)) -> (Int, Int) { orientation.swapsSides ? (size.1, size.0) : size }
    let (width, height) = turned((Int(source.pointee.width), Int(source.pointee.height)))
    // The side that is shorter in proportion gets the target's length; the other one reaches beyond the target.
    let isWide = width * target.height > target.width * height
    let scaledWidth = isWide ? max(target.width, (width * target.height + height / 2) / height) : target.width
    let scaledHeight = isWide ? target.height : max(target.height, (height * target.width + width / 2) / width)
    // A bound on memory: a very long and narrow picture would be scaled to many times the frame's size.
    guard scaledWidth * scaledHeight <= 4 * Limits.framePixels else {
      throw MediaError(
        .settings,
        "\(path): \(width) x \(height) pixels differ too much in shape from \(target.width) x \(target.height) to cover the frame.",
        path: path)
    }
    offset = ((scaledWidth - target.width) / 2, (scaledHeight - target.height) / 2)
    frame = try check("av_frame_alloc", av_frame_alloc())
    guard let frame else { return }
    frame.pointee.format = AV_PIX_FMT_RGBA64LE.rawValue
    let stored = turned((scaledWidth, scaledHeight))
    (frame.pointee.width, frame.pointee.height) = (Int32(stored.0), Int32(stored.1))
    try check("av_frame_get_buffer", av_frame_get_buffer(frame, 0))
    let range = ClipColors(source, stream: first.video.parameters).range
    try PictureScaler.scale(source, isFullRange: range == AVCOL_RANGE_JPEG, to: frame)
  }

  deinit { av_frame_free(&frame) }

  /// A sample 0...65535 of the part that covers the target; `channel` is 0 R, 1 G, 2 B, 3 A.
  @inline(__always)
  func sample(_ x: Int, _ y: Int, _ channel: Int) -> Int {
    guard let frame, let base = frame.pointee.data.0 else { return 0 }
    let pixel = orientation.storedPixel(
      x: x + offset.x, y: y + offset.y, width: Int(frame.pointee.width), height: Int(frame.pointee.height))
    let row = base + pixel.y * Int(frame.pointee.linesize.0)
    return Int(UnsafeRawPointer(row + 8 * pixel.x + 2 * channel).loadUnaligned(as: UInt16.self))
  }
}
