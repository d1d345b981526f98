/// Bytes of pixels in memory, for estimates of what a scene needs.
package enum PixelMemory {
  /// Bytes of a pixel while it is drawn: premultiplied red, green, blue and alpha as Floats.
  package static let floatPixelBytes = Double(4 * MemoryLayout<Float>.stride)
  /// The picture, and its successive halves with 1/4 + 1/16 + … of its pixels.
  package static let mipmappedPixelBytes = floatPixelBytes * 4 / 3

  /// Bytes of a pixel of layers that stand still, kept for later frames: red, green and blue as Floats. Frames with alpha keep a fourth
  /// Float, which is not counted.
  package static let keptPixelBytes = Double(3 * MemoryLayout<Float>.stride)

  /// Bytes of a pixel of a finished frame in the largest formats that are encoded: four samples of 16 bits.
  package static let outputPixelBytes = 8.0

  /// Bytes of a pixel of a picture that frames are laid over: red, green and blue as Floats (`Background` in Raster). Footage has
  /// a separate limit (`ClipQueue` in Encoding).
  package static let backgroundPixelBytes = Double(3 * MemoryLayout<Float>.stride)

  /// Size in pixels of a tile (`TileGrid` in Rendering).
  package static let tileWidth = 240.0
  package static let tileHeight = 64.0
  /// Bytes of a tile on which layers are composited; each thread has several (`TilePainter` in Rendering).
  package static let tileBytes = tileWidth * tileHeight * floatPixelBytes
  /// The most bytes of a clip's frames that are kept for a layer that shows them, unless one frame takes more.
  package static let maximumClipBytes = 256.0 * 1024 * 1024
  /// The most frames of a clip that are kept.
  private static let maximumClipFrames = 4.0

  /// How many frames of a clip are kept, so that a small step back needs no decoding.
  package static func keptClipFrames(_ clip: Clip) -> Int {
    Int(max(1, min(maximumClipFrames, (maximumClipBytes / frameBytes(clip)).rounded(.down))))
  }

  /// Bytes of a clip's frame while it is drawn.
  package static func frameBytes(_ clip: Clip) -> Double { Double(clip.width) * Double(clip.height) * floatPixelBytes }

  /// The number of threads that estimates assume: more than most machines have cores.
  package static let assumedThreadCount = 64.0

  /// The most bytes that one renderer keeps of the pixels of still layers (`StaticTileCache` and `KeptShader` in Rendering).
  package static let maximumStaticLayerBytes = 256.0 * 1024 * 1024

  /// Number of finished frames in memory besides those that are being drawn: one waits for the encoder, one is being encoded.
  package static let finishedFrameCount = 2

  /// The most frames that are drawn concurrently (`Scene.concurrentFrameCount`).
  package static let maximumConcurrentFrames = 2

  /// The most frames whose output is in memory, finished or being drawn: two may be drawn at a time
  /// (`Scene.concurrentFrameCount`).
  package static let maximumOutputFrames = Double(maximumConcurrentFrames + finishedFrameCount)
}
