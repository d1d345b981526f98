import Lanes
import Model

/// A picture that sprites show, ready to be sampled: the frames of a flip-book, each as a mipmap (full size, and halved down to one pixel).
///
/// A pixel is four floats side by side, premultiplied red, green, blue and alpha: 16 bytes, so two neighbours are one load of 32 bytes.
/// Pixels of four bytes were slower: unpacking took more time than the smaller memory saved. Besides, eight bits of linear light
/// show steps. Each level of each frame has an additional column and row, which repeat the last column and row. Interpolation at the edge
/// reads them with a weight of 0.
package final class SpriteTexture: @unchecked Sendable {
  typealias Pixel = SIMD4<Float>

  /// All frames at one size.
  struct Level: BitwiseCopyable {
    /// The top left pixel of the first frame.
    var pixels: UnsafePointer<Pixel>
    var width: Int
    var height: Int
    /// Pixels from one row to the next.
    var rowStride: Int
    /// Pixels from one frame to the next.
    var frameStride: Int
    /// The radius around the centre beyond which the pixels of every frame are 0, in units of half the width and half the height.
    /// A pixel at an edge of the picture does not extend beyond that edge.
    var contentRadius: Float
    /// The top left quad of the first frame, in levels from `firstQuadLevel` on. Rows follow each other without gaps; before each frame
    /// lies a quad of zeros, for samples that are left out.
    var quads: UnsafePointer<Quad>
    /// The top left quad of the first frame of a white texture, in the levels that have quads.
    var whiteQuads: UnsafePointer<WhiteQuad>
    /// Quads from one frame to the next.
    var quadFrameStride: Int { width * height + 1 }
  }

  /// The polynomial that interpolates between a pixel and its neighbours to the right and below (`QuadLayout`): pixel + s · changeToRight +
  /// t · changeDownwards + s · t · changeOfChange, where s is the share of the right column and t the share of the lower row.
  struct Quad: BitwiseCopyable {
    var pixel: Pixel
    var changeToRight: Pixel
    var changeDownwards: Pixel
    var changeOfChange: Pixel
  }

  /// One channel of a `Quad`: its four values in the same order.
  typealias WhiteQuad = SIMD4<Float>

  /// What a level's texels in memory are: `Pixel` (read by `PixelLayout`), `Quad` (`QuadLayout`) or `WhiteQuad` (`WhiteLayout`).
  enum TexelKind { case pixels, quads, white }

  /// Number of frames, at least 1.
  let frameCount: Int
  /// Number of levels, at least 1.
  let levelCount: Int
  /// The levels, the finest first; each is half as wide and high as the level before, rounded up.
  let levels: UnsafePointer<Level>
  /// The first level that has quads; all coarser levels have quads too.
  let firstQuadLevel: Int
  /// Whether each pixel has the same number in all four channels. The levels then have `whiteQuads` instead of `quads`.
  let isWhite: Bool
  /// The greatest number of pixels of a level with quads. White quads take a quarter of the memory.
  private static func maximumQuadsOfLevel(isWhite: Bool) -> Int {
    SpritePicture.maximumQuadsOfLevel * (isWhite ? 4 : 1)
  }
  /// The pixels of all levels, the quads of all levels, and the elements of `levels`.
  private let memory: AlignedBuffer<Pixel>
  private let quadMemory: AlignedBuffer<Pixel>
  private let levelMemory: AlignedBuffer<Level>

  /// Cuts a picture into frames.
  ///
  /// - Parameters:
  ///   - light: the picture's pixels; nil makes a transparent texture of one pixel.
  ///   - picture: the size of the frames and their arrangement in columns and rows.
  package convenience init(_ light: LightPicture?, _ picture: SpritePicture) {
    self.init(
      light, frameSize: (picture.frameWidth, picture.frameHeight), columns: picture.columns,
      frameCount: min(picture.frameCount, picture.columns * picture.rows))
  }

  /// Makes a texture whose only frame is the whole picture.
  package convenience init(_ light: LightPicture) {
    self.init(light, frameSize: (light.width, light.height), columns: 1, frameCount: 1)
  }

  private init(_ light: LightPicture?, frameSize: (Int, Int), columns: Int, frameCount: Int) {
    let size = light == nil ? (1, 1) : frameSize
    self.frameCount = light == nil ? 1 : max(frameCount, 1)
    var sizes = [size]
    while let last = sizes.last, last.0 > 1 || last.1 > 1 {
      sizes.append(((last.0 + 1) / 2, (last.1 + 1) / 2))
    }
    levelCount = sizes.count
    let frameStrides = sizes.map { ($0.0 + 1) * ($0.1 + 1) }
    let isWhite = light.map(Self.isWhite) ?? true
    self.isWhite = isWhite
    let maximumQuadsOfLevel = Self.maximumQuadsOfLevel(isWhite: isWhite)
    let firstQuadLevel = sizes.firstIndex { $0.0 * $0.1 <= maximumQuadsOfLevel } ?? sizes.count
    self.firstQuadLevel = firstQuadLevel
    let quadCount = sizes[firstQuadLevel...].reduce(0) { $0 + $1.0 * $1.1 + 1 }
    quadMemory = AlignedBuffer(count: quadCount * self.frameCount * (isWhite ? 1 : 4))
    memory = AlignedBuffer(count: frameStrides.reduce(0, +) * self.frameCount + 1)
    levelMemory = AlignedBuffer(count: sizes.count)
    var firstPixel = memory.base
    // The quad of zeros before the first frame of the level.
    var zeroQuad = quadMemory.base
    for (index, (width, height)) in sizes.enumerated() {
      levelMemory[index] = Level(
        pixels: UnsafePointer(firstPixel), width: width, height: height, rowStride: width + 1,
        frameStride: frameStrides[index],
        contentRadius: 0, quads: UnsafeRawPointer(zeroQuad).assumingMemoryBound(to: Quad.self) + 1,
        whiteQuads: UnsafePointer(zeroQuad) + 1)
      firstPixel += frameStrides[index] * self.frameCount
      if index >= firstQuadLevel {
        zeroQuad += (width * height + 1) * self.frameCount * (isWhite ? 1 : 4)
      }
    }
    levels = UnsafePointer(levelMemory.base)
    guard let light else { return }
    for frame in 0..<self.frameCount {
      copy(light, column: frame % columns * size.0, row: frame / columns * size.1, to: frame)
      for level in 1..<max(levelCount, 1) { reduce(frame, to: level) }
      for level in firstQuadLevel..<levelCount { computeQuads(frame, level) }
    }
    for level in 0..<levelCount { levelMemory[level].contentRadius = contentRadius(level) }
  }

  /// The top left pixel of a frame at a level.
  func pixels(_ level: Int, _ frame: Int) -> UnsafeMutablePointer<Pixel> {
    UnsafeMutablePointer(mutating: levels[level].pixels + frame * levels[level].frameStride)
  }

  /// Copies a frame to level 0. The frame's top left corner lies at `column` and `row` of the picture. Where the frame reaches
  /// beyond the picture, the picture's last column and row are repeated.
  private func copy(_ light: LightPicture, column: Int, row: Int, to frame: Int) {
    let (level, output, tile) = (levels[0], pixels(0, frame), light.pixels.tile)
    for y in 0..<level.height {
      let planes = (0..<4).map { tile.row(min(row + y, light.height - 1), plane: $0) }
      for x in 0..<level.width {
        let source = min(column + x, light.width - 1)
        output[y * level.rowStride + x] = Pixel(
          planes[0][source], planes[1][source], planes[2][source],
          light.isOpaque ? 1 : planes[3][source])
      }
    }
    repeatEdges(level, output)
  }

  /// Computes a level of a frame from the next finer level: each pixel is the mean of the finer pixels that it covers, weighted by area.
  private func reduce(_ frame: Int, to levelIndex: Int) {
    let (finer, level) = (levels[levelIndex - 1], levels[levelIndex])
    let (finerPixels, output) = (pixels(levelIndex - 1, frame), pixels(levelIndex, frame))
    let columns = Self.shares(of: finer.width, in: level.width)
    let rows = Self.shares(of: finer.height, in: level.height)
    for (y, row) in rows.enumerated() {
      for (x, column) in columns.enumerated() {
        var sum = Pixel()
        for (j, rowShare) in row.shares.enumerated() {
          let finerRow = finerPixels + (row.first + j) * finer.rowStride + column.first
          var rowMean = Pixel()
          for (i, share) in column.shares.enumerated() { rowMean += finerRow[i] * share }
          sum += rowMean * rowShare
        }
        output[y * level.rowStride + x] = sum
      }
    }
    repeatEdges(level, output)
  }

  /// Returns, for each of `count` pixels along an axis, the index of the first finer pixel that the pixel covers, and the shares of this and
  /// the following finer pixels in the pixel's mean, which add up to 1.
  private static func shares(of finerCount: Int, in count: Int) -> [(first: Int, shares: [Float])] {
    // The width of a pixel in finer pixels: 2, or a little less if `finerCount` is odd.
    let width = Double(finerCount) / Double(count)
    return (0..<count).map { index in
      let (start, end) = (Double(index) * width, Double(index + 1) * width)
      let first = min(Int(start), finerCount - 1)
      let last = min(max(Int(end.rounded(.up)) - 1, first), finerCount - 1)
      return (
        first,
        (first...last).map { Float((min(Double($0 + 1), end) - max(Double($0), start)) / width) }
      )
    }
  }

  /// Computes `Level.contentRadius`. A pixel extends to the centres of its neighbours, because samples up to there read it.
  private func contentRadius(_ levelIndex: Int) -> Float {
    let level = levels[levelIndex]
    let (middleX, middleY) = (Float(level.width - 1) / 2, Float(level.height - 1) / 2)
    var greatest: Float = 0
    for frame in 0..<frameCount {
      let pixels = pixels(levelIndex, frame)
      for y in 0..<level.height {
        for x in 0..<level.width where pixels[y * level.rowStride + x] != Pixel() {
          let right = min((abs(Float(x) - middleX) + 1) * 2 / Float(level.width), 1)
          let down = min((abs(Float(y) - middleY) + 1) * 2 / Float(level.height), 1)
          greatest = max(greatest, right * right + down * down)
        }
      }
    }
    return greatest.squareRoot()
  }

  /// Fills the additional column and row, which repeat the last.
  private func repeatEdges(_ level: Level, _ pixels: UnsafeMutablePointer<Pixel>) {
    for y in 0..<level.height {
      pixels[y * level.rowStride + level.width] = pixels[y * level.rowStride + level.width - 1]
    }
    let last = pixels + level.height * level.rowStride
    for x in 0...level.width { last[x] = last[x - level.rowStride] }
  }
}
