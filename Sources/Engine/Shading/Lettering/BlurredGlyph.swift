import Lanes
import Model
import Raster

/// A glyph's picture blurred by a Gaussian.
///
/// A wide blur works on one of the picture's smaller levels (`SampledPicture`), at which the blur's standard deviation is at most 4
/// pixels. A pixel of a smaller level is the mean of a square of the picture's pixels, which blurs the picture, too; the variance of that
/// mean is subtracted from the Gaussian's. So the cost is bounded by the picture's pixels and a border. At the smallest level the standard
/// deviation is limited to 32 pixels, where less than a thousandth of the light is left in a pixel.
final class BlurredGlyph {
  /// The sharp picture.
  private let source: SampledPicture
  /// The standard deviation that was set last, in pixels of the sharp picture; −1 for none.
  private var sigma = -1.0
  private var blur: GaussianBlur?
  /// The size of the pictures that `blur` blurs, in pixels.
  private var blurredSize = (width: 0, height: 0)
  /// Memory for the picture with its border.
  private let padded = AlignedBuffer<Float>(count: 0)
  /// Memory for a row of the blurred picture, and for blurring.
  private let rows = AlignedBuffer<Float>(count: 0)
  private let scratch = AlignedBuffer<Float>(count: 0)

  /// The blurred picture, with a margin around it.
  private(set) var picture: SampledPicture
  /// The sizes of the blurred picture and of its margin, in pixels of the sharp picture.
  private(set) var width = 0.0
  private(set) var height = 0.0
  private(set) var margin = 0.0

  /// The greatest standard deviation in pixels of a level: at every level but the smallest, and at the smallest.
  private static let (largestSigma, largestSigmaAtSmallestLevel) = (4.0, 32.0)
  /// The margin in standard deviations. Beyond it less than 1/1000 of an edge is left.
  private static let marginSigmas = 3.25

  init(_ source: SampledPicture) {
    self.source = source
    picture = source
  }

  /// Makes `picture` the sharp picture, blurred.
  ///
  /// - Parameter sigma: standard deviation in pixels of the sharp picture, above 0.
  func set(sigma: Double) {
    if sigma == self.sigma { return }
    self.sigma = sigma
    var level = 0
    var scale = 1.0
    while sigma / scale > Self.largestSigma, source.computeLevels(upTo: level + 2) == level + 2 {
      level += 1
      scale *= 2
    }
    // A mean of n pixels has the variance (n² − 1) ÷ 12, or (1 − 1 ÷ n²) ÷ 12 in pixels of the smaller level.
    let levelSigma = min(sigma / scale, Self.largestSigmaAtSmallestLevel)
    let remainingSigma = max(levelSigma * levelSigma - (1 - 1 / (scale * scale)) / 12, 0).squareRoot()
    let border = Int((max(levelSigma, Self.largestSigma) * Self.marginSigmas).rounded(.up))
    let unblurred = source.levels[level]
    (width, height) = (Double(unblurred.width + 2 * border) * scale, Double(unblurred.height + 2 * border) * scale)
    margin = Double(border) * scale
    convolve(unblurred, border: border, sigma: remainingSigma)
  }

  /// Blurs a level with a border around it into `picture`.
  private func convolve(_ level: SampledPicture.Level, border: Int, sigma: Double) {
    let (width, height) = (level.width + 2 * border, level.height + 2 * border)
    let tile = pad(level, border: border, width: width, height: height)
    let reused = blurredSize == (width, height) ? blur : nil
    let blur = reused ?? GaussianBlur(width: width, height: height, firstPlane: 0, planeCount: 4, mirrorsAtEdges: false)
    (self.blur, blurredSize) = (blur, (width, height))
    blur.configure(sigma: SIMD2(sigma, sigma), shift: SIMD2(0, 0))
    blur.gather(from: tile, region: PixelRect(x: 0, y: 0, width: width, height: height), scratch: scratch)
    for (pass, count) in blur.taskCounts.enumerated() {
      for task in 0..<count { blur.perform(pass: pass, task: task, scratch: scratch) }
    }
    let stride = (width + 31) / 32 * 32 + 32
    rows.resize(to: 4 * stride)
    scratch.resize(to: GaussianBlur.rowScratchCount(width: width))
    picture = SampledPicture(width: width, height: height, edges: .transparent)
    let onto = picture.levels[0]
    for y in 0..<height {
      for plane in 0..<4 {
        blur.row(y, x: 0, count: width, plane: plane, into: rows.base + plane * stride, scratch: scratch.base)
      }
      let row = onto.origin + y * onto.stride
      for x in 0..<width {
        row[x] = SIMD4(rows[x], rows[stride + x], rows[2 * stride + x], rows[3 * stride + x])
      }
    }
  }

  /// Copies a level of the picture to `padded`, with a transparent border around it.
  private func pad(_ level: SampledPicture.Level, border: Int, width: Int, height: Int) -> Tile {
    let stride = (width + 7) / 8 * 8
    // Rows are read in whole vectors.
    padded.resize(to: 4 * stride * height + 64)
    padded.fill(with: 0)
    let tile = Tile(base: padded.base, x: 0, y: 0, width: stride, height: height)
    for y in 0..<level.height {
      let from = level.origin + y * level.stride
      for plane in 0..<4 {
        let onto = tile.row(y + border, plane: plane) + border
        for x in 0..<level.width { onto[x] = from[x][plane] }
      }
    }
    return tile
  }
}
