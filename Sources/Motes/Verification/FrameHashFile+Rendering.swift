import Encoding
import Hashing
import Model
import Raster

extension FrameHashFile {
  /// Draws frames, and makes a file of their hashes.
  ///
  /// - Parameters:
  ///   - renderer: the renderer. Frames are hashed in its pixel format.
  ///   - frames: numbers of frames, both ends included; nil for the whole canvas.
  public init(rendering renderer: Renderer, frames: ClosedRange<Int>? = nil) {
    let canvas = renderer.scene.canvas
    self.init(frameRate: canvas.frameRate, width: canvas.widthPixels, height: canvas.heightPixels)
    let hasher = FrameHasher()
    renderer.render(frames: frames) { frame in
      lines.append(Line(frame, hashedBy: hasher))
      return true
    }
  }

  /// The largest file that is read: 1 GiB, enough for nine million lines, each of 112 bytes with its SHA-256.
  private static let maximumFileBytes = 1 << 30

  /// Reads a file that FFmpeg, `motes hash` or `write(to:allowsReplacing:)` wrote.
  ///
  /// - Parameter path: path of the file.
  /// - Throws: `FrameHashError` with the number of the line, or without it if the file cannot be read at all.
  public init(contentsOf path: String) throws(FrameHashError) {
    let bytes: [UInt8]
    do {
      bytes = try readWholeFile(path, maximumBytes: Self.maximumFileBytes, expectedBeginning: Array("#format:".utf8))
    } catch {
      throw FrameHashError(path: path, reason: error.text.map { "It cannot be read: \($0)." } ?? error.sentence)
    }
    try self.init(parsing: bytes, path: path)
  }

  /// Writes the file, which appears whole or not at all.
  ///
  /// - Parameters:
  ///   - path: path of the file.
  ///   - allowsReplacing: whether an existing file may be replaced.
  /// - Throws: `MediaError` if the file exists and may not be replaced, or cannot be written.
  public func write(to path: String, allowsReplacing: Bool = false) throws(MediaError) {
    try writeWholeFile(Array(text.utf8), to: path, allowsReplacing: allowsReplacing)
  }
}

extension FrameHashFile.Line {
  /// The line of a frame that was drawn.
  package init(_ frame: RenderedFrame, hashedBy hasher: FrameHasher) {
    self.init(frame: frame.number, byteCount: frame.pixels.packedByteCount, hash: hasher.hash(frame.pixels))
  }
}
