import Lanes

/// A Gaussian blur of some planes of a picture that is given in tiles.
///
/// A narrow blur is the convolution itself, first of columns, then of rows. A wider one (`blurReduction`) stores the picture as means of
/// two or four pixels along an axis. Of where in its block the light lies, the mean knows nothing; so the first moment of each block is
/// stored as well, and spread over the neighbouring values with the weights of a fourth-order difference: a single bright pixel keeps its
/// place, and its shape up to the third moment. The stored values are convolved, and a cubic B-spline enlarges the result; what spreading
/// and spline do to the variance is taken from the kernel's. So the whole is a Gaussian within 0.1 % of the range (measured: 0.07 % at a
/// standard deviation of 7 pixels, along one axis, where a single line of pixels is bright). Every value is a sum over a fixed
/// neighbourhood in a fixed order, whatever the tiles and tasks.
///
/// A frame takes these calls in order: `configure`, `gather` for every tile, `perform` for every task of each pass, and `row` for any row of
/// the result.
package final class GaussianBlur: @unchecked Sendable {
  let width: Int
  let height: Int
  /// The planes of tiles that are blurred: the first, and how many follow.
  let firstPlane: Int
  package let planeCount: Int
  /// Whether there is nothing beyond the picture, so that its light is mirrored at the edges; else it is transparent there.
  let mirrors: Bool

  private(set) var horizontal = BlurAxis(sigma: 0, shift: 0)
  private(set) var vertical = BlurAxis(sigma: 0, shift: 0)
  private var isConfigured = false
  /// Size of the stored picture, and Floats from one of its rows to the next.
  private(set) var storedWidth = 0
  private(set) var storedHeight = 0
  private(set) var rowStride = 0
  /// Means of blocks, plane after plane; at the end the result.
  let means = AlignedBuffer<Float>(count: 0)
  /// First moments of blocks along x and y: means of value × (place − middle of the block), in blocks; only along axes that are reduced.
  let moments = (x: AlignedBuffer<Float>(count: 0), y: AlignedBuffer<Float>(count: 0))
  /// Where blocks are reduced, means with the moments spread; the result else.
  let spread = AlignedBuffer<Float>(count: 0)
  /// A row of a picture that is transparent.
  let zeros = AlignedBuffer<Float>(count: 0)
  /// The stored values outside of which all are 0: rows, and columns in whole vectors.
  private(set) var workRows = 0..<0
  private(set) var workColumns = 0..<0
  let horizontalKernel = AlignedBuffer<Float>(count: 0)
  let verticalKernel = AlignedBuffer<Float>(count: 0)

  package init(width: Int, height: Int, firstPlane: Int, planeCount: Int, mirrors: Bool) {
    self.width = width
    self.height = height
    self.firstPlane = firstPlane
    self.planeCount = planeCount
    self.mirrors = mirrors
  }

  /// Sets the standard deviations, and how far the result is moved, all in pixels.
  package func configure(sigma: SIMD2<Double>, shift: SIMD2<Double>) {
    let axes = (BlurAxis(sigma: sigma.x, shift: shift.x), BlurAxis(sigma: sigma.y, shift: shift.y))
    if isConfigured && axes == (horizontal, vertical) { return }
    let isOtherSize =
      !isConfigured || axes.0.reduction != horizontal.reduction || axes.1.reduction != vertical.reduction
    (horizontal, vertical) = axes
    isConfigured = true
    Self.copy(horizontal.kernel, to: horizontalKernel)
    Self.copy(vertical.kernel, to: verticalKernel)
    defer { limitWork(to: PixelRect(x: 0, y: 0, width: width, height: height)) }
    guard isOtherSize else { return }
    storedWidth = (width + horizontal.reduction - 1) / horizontal.reduction
    storedHeight = (height + vertical.reduction - 1) / vertical.reduction
    rowStride = (storedWidth + 15) / 8 * 8
    zeros.reserve(rowStride + 64)
    zeros.fill(with: 0)
    let count = planeCount * storedHeight * rowStride + 64
    var buffers = [means, spread]
    if horizontal.reduction > 1 { buffers.append(moments.x) }
    if vertical.reduction > 1 { buffers.append(moments.y) }
    for buffer in buffers {
      // New memory is zero; it is not touched where nothing is ever blurred.
      let isUsed = buffer.count > 0
      buffer.reserve(count)
      if isUsed { buffer.fill(with: 0) }
    }
  }

  /// Tells, after `configure` and before the first `gather`, that picture and result are transparent outside of `box`, and were so in the
  /// last frame: only tiles that touch it have to be gathered. At first the box is the whole picture.
  package func limitWork(to box: PixelRect) {
    let box = box.intersection(PixelRect(x: 0, y: 0, width: width, height: height))
    (workRows, workColumns) = (0..<0, 0..<0)
    if box.isEmpty { return }
    let (across, down) = (horizontal.reduction, vertical.reduction)
    workRows = box.y / down..<(box.endY + down - 1) / down
    let stride = (storedWidth + 7) / 8 * 8
    workColumns = box.x / across / 8 * 8..<min(((box.endX + across - 1) / across + 7) / 8 * 8, stride)
  }

  /// Whether stored values stand for more than one pixel.
  var isReduced: Bool { horizontal.reduction > 1 || vertical.reduction > 1 }

  /// The stored picture after the convolution.
  var result: AlignedBuffer<Float> { isReduced ? means : spread }

  private static func copy(_ values: [Float], to buffer: AlignedBuffer<Float>) {
    buffer.reserve(values.count)
    for (index, value) in values.enumerated() { buffer[index] = value }
  }

  /// The index inside 0 ..< `count` whose value the mirrored picture has at `index`.
  @inline(__always)
  static func mirrored(_ index: Int, _ count: Int) -> Int {
    index >= 0 && index < count ? index : BloomLevel.mirrored(index, count)
  }
}
