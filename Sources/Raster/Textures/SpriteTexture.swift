import Lanes
import Model

/// A picture that sprites show, ready to be sampled: the frames of a flip-book, each at its own size and at all halves of it.
///
/// Pixels are premultiplied red, green, blue and alpha side by side as Floats, 16 bytes each, so that two neighbours are one load of
/// 32 bytes. Stored as bytes the unpacking took longer than the memory saved, and linear light shows steps. Each level of each frame
/// ends with one more column and row that repeat the last, which interpolation at the edge reads with a weight of 0.
package final class SpriteTexture: @unchecked Sendable {
  typealias Pixel = SIMD4<Float>

  /// A frame at one size.
  struct Level: BitwiseCopyable {
    /// The pixel in the first column and row of the first frame.
    var pixels: UnsafePointer<Pixel>
    var width: Int
    var height: Int
    /// Pixels from one row to the next.
    var stride: Int
    /// Pixels from a frame to the next.
    var frameStride: Int
    /// The distance from the middle, in halves of the width and of the height, beyond which every frame is transparent and
    /// black. What lies on an edge counts up to the edge.
    var contentRadius: Float
  }

  /// Number of frames, at least 1.
  let frameCount: Int
  let levelCount: Int
  /// `levelCount` levels, each about half as wide and high as the one before.
  let levels: UnsafePointer<Level>
  private let memory: AlignedBuffer<Pixel>
  private let levelMemory: AlignedBuffer<Level>

  /// Cuts a picture into frames; nil makes a transparent texture.
  package convenience init(_ light: LightPicture?, _ picture: SpritePicture) {
    self.init(
      light, frameSize: (picture.frameWidth, picture.frameHeight), columns: picture.columns,
      frameCount: min(picture.frameCount, picture.columns * picture.rows))
  }

  /// A whole picture as the only frame.
  package convenience init(_ light: LightPicture) {
    self.init(light, frameSize: (light.width, light.height), columns: 1, frameCount: 1)
  }

  private init(_ light: LightPicture?, frameSize: (Int, Int), columns: Int, frameCount: Int) {
    let size = light == nil ? (1, 1) : frameSize
    self.frameCount = light == nil ? 1 : max(frameCount, 1)
    var sizes = [size]
    while let last = sizes.last, last.0 > 1 || last.1 > 1 { sizes.append(((last.0 + 1) / 2, (last.1 + 1) / 2)) }
    levelCount = sizes.count
    let frameStrides = sizes.map { ($0.0 + 1) * ($0.1 + 1) }
    memory = AlignedBuffer(count: frameStrides.reduce(0, +) * self.frameCount + 1)
    levelMemory = AlignedBuffer(count: sizes.count)
    var first = memory.base
    for (index, (width, height)) in sizes.enumerated() {
      levelMemory[index] = Level(
        pixels: UnsafePointer(first), width: width, height: height, stride: width + 1, frameStride: frameStrides[index],
        contentRadius: 0)
      first += frameStrides[index] * self.frameCount
    }
    levels = UnsafePointer(levelMemory.base)
    guard let light else { return }
    for frame in 0..<self.frameCount {
      copy(light, column: frame % columns * size.0, row: frame / columns * size.1, to: frame)
      for level in 1..<max(levelCount, 1) { reduce(frame, to: level) }
    }
    for level in 0..<levelCount { levelMemory[level].contentRadius = contentRadius(level) }
  }

  private func pixels(_ level: Int, _ frame: Int) -> UnsafeMutablePointer<Pixel> {
    UnsafeMutablePointer(mutating: levels[level].pixels + frame * levels[level].frameStride)
  }

  private func copy(_ light: LightPicture, column: Int, row: Int, to frame: Int) {
    let (level, onto, tile) = (levels[0], pixels(0, frame), light.pixels.tile)
    for y in 0..<level.height {
      let planes = (0..<4).map { tile.row(min(row + y, light.height - 1), plane: $0) }
      for x in 0..<level.width {
        let at = min(column + x, light.width - 1)
        onto[y * level.stride + x] = Pixel(
          planes[0][at], planes[1][at], planes[2][at], light.isOpaque ? 1 : planes[3][at])
      }
    }
    repeatEdges(level, onto)
  }

  /// Makes a level of a frame from the one before: each pixel is the mean of what it covers, along both axes by exact shares.
  private func reduce(_ frame: Int, to index: Int) {
    let (finer, level) = (levels[index - 1], levels[index])
    let (from, onto) = (pixels(index - 1, frame), pixels(index, frame))
    let columns = Self.shares(of: finer.width, in: level.width)
    let rows = Self.shares(of: finer.height, in: level.height)
    for (y, row) in rows.enumerated() {
      for (x, column) in columns.enumerated() {
        var sum = Pixel()
        for (j, rowShare) in row.shares.enumerated() {
          let line = from + (row.first + j) * finer.stride + column.first
          var part = Pixel()
          for (i, share) in column.shares.enumerated() { part += line[i] * share }
          sum += part * rowShare
        }
        onto[y * level.stride + x] = sum
      }
    }
    repeatEdges(level, onto)
  }

  /// For each of `count` pixels along an axis, the first of the finer pixels that it covers and the shares of these in it.
  private static func shares(of finer: Int, in count: Int) -> [(first: Int, shares: [Float])] {
    // A pixel is this many finer ones wide: 2, or a little less where their number is odd.
    let width = Double(finer) / Double(count)
    return (0..<count).map { index in
      let (start, end) = (Double(index) * width, Double(index + 1) * width)
      let first = min(Int(start), finer - 1)
      let last = min(max(Int(end.rounded(.up)) - 1, first), finer - 1)
      return (
        first,
        (first...last).map { Float((min(Double($0 + 1), end) - max(Double($0), start)) / width) }
      )
    }
  }

  /// `Level.contentRadius`. A pixel reaches as far as the middles of its neighbours, which interpolation mixes it with.
  private func contentRadius(_ index: Int) -> Float {
    let level = levels[index]
    let (middleX, middleY) = (Float(level.width - 1) / 2, Float(level.height - 1) / 2)
    var greatest: Float = 0
    for frame in 0..<frameCount {
      let pixels = pixels(index, frame)
      for y in 0..<level.height {
        for x in 0..<level.width where pixels[y * level.stride + x] != Pixel() {
          let right = min((abs(Float(x) - middleX) + 1) * 2 / Float(level.width), 1)
          let down = min((abs(Float(y) - middleY) + 1) * 2 / Float(level.height), 1)
          greatest = max(greatest, right * right + down * down)
        }
      }
    }
    return greatest.squareRoot()
  }

  private func repeatEdges(_ level: Level, _ pixels: UnsafeMutablePointer<Pixel>) {
    for y in 0..<level.height { pixels[y * level.stride + level.width] = pixels[y * level.stride + level.width - 1] }
    let last = pixels + level.height * level.stride
    for x in 0...level.width { last[x] = last[x - level.stride] }
  }
}
