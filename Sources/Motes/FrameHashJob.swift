import Hashing
import Model
import Presets
import Raster

/// The hashing of a run of frames: what `motes hash` prints and `motes verify` compares with.
public struct FrameHashJob {
  public let preset: Preset
  public let frames: ClosedRange<Int>
  public let format: PixelFormat
  public let threads: Int?

  public init(preset: Preset, frames: ClosedRange<Int>, format: PixelFormat, threads: Int?) {
    self.preset = preset
    self.frames = frames
    self.format = format
    self.threads = threads
  }

  /// An empty hash file with the headers of this run.
  public var emptyFile: FrameHashFile {
    let canvas = preset.scene.canvas
    return FrameHashFile(
      rateNumerator: Int(canvas.frameRate.numerator), rateDenominator: Int(canvas.frameRate.denominator),
      width: canvas.widthPixels, height: canvas.heightPixels)
  }

  /// Renders the frames in order and calls `body` with each one's line and pixels; it returns whether to go on.
  public func run(_ body: (FrameHashFile.Line, PixelBuffer) throws -> Bool) rethrows {
    let hasher = FrameHasher()
    let renderer = Renderer(scene: preset.scene, format: format, threads: threads)
    try renderer.render(frames: frames) { frame in
      let line = FrameHashFile.Line(
        frame: frame.number, byteCount: frame.pixels.packedByteCount, hash: hasher.hash(frame.pixels))
      return try body(line, frame.pixels)
    }
  }
}
