import Lanes

/// A Gaussian blur of some planes of a picture, which is stored tile by tile.
///
/// A narrow blur is a plain convolution, first of columns, then of rows. A wider blur (`blurReduction`) stores the picture as
/// means over blocks of two or four pixels along an axis. A mean does not tell where in its block the light lies. So the first
/// moment of each block is stored too, and spread over the neighbouring values with the weights of a fourth-order difference: a
/// single bright pixel keeps its position, and its shape up to the third moment. The stored values are convolved, and a cubic
/// B-spline enlarges the result. The kernel's variance is reduced by the variance that the spline adds, less the variance that spreading
/// the moments removes. The whole blur then differs from a Gaussian by at most 0.1 % of the range (measured: 0.07 % for a single bright
/// line of pixels and a standard deviation of 7 pixels along one axis). Along an axis whose standard deviation is still large in stored values
/// (`BlurAxis.isWide`), a `WideGaussian` takes the place of the convolution, so that the time of a blur does not grow with its radius. Every
/// value is a sum over a fixed neighbourhood in a fixed order, which does not depend on tiles and tasks.
///
/// The calls of a frame are, in this order: `configure`, `gather` for every tile, `perform` for every task of each pass, and `row` for any
/// row of the result.
package final class GaussianBlur: @unchecked Sendable {
  /// Size of the picture in pixels.
  let width: Int
  let height: Int
  /// The first of the tiles' planes that are blurred.
  let firstPlane: Int
  /// Number of planes that are blurred.
  package let planeCount: Int
  /// Whether the picture is mirrored beyond its edges; otherwise it is transparent there.
  let mirrorsAtEdges: Bool

  /// The parameters along rows (`horizontal`) and along columns (`vertical`).
  private(set) var horizontal = BlurAxis(sigma: 0, shift: 0)
  private(set) var vertical = BlurAxis(sigma: 0, shift: 0)
  /// Whether `configure` has been called, and with what last.
  private var isConfigured = false
  private var given = (sigma: SIMD2(0.0, 0.0), shift: SIMD2(0.0, 0.0))
  /// Size of the stored picture in stored values.
  private(set) var storedWidth = 0
  private(set) var storedHeight = 0
  /// Floats from one row of the stored picture to the next.
  private(set) var rowStride = 0
  /// Means of blocks, plane after plane. If blocks have more than one pixel, the last pass replaces them by the result.
  let means = AlignedBuffer<Float>(count: 0)
  /// First moments of blocks along x and y: means of a pixel's value × its offset from the block's middle, as a share of the block's side.
  /// Only used along axes that are reduced.
  let moments = (x: AlignedBuffer<Float>(count: 0), y: AlignedBuffer<Float>(count: 0))
  /// Means to which the moments are added; if no axis is reduced, the result instead.
  let meansWithMoments = AlignedBuffer<Float>(count: 0)
  /// A transparent row.
  let zeros = AlignedBuffer<Float>(count: 0)
  /// The stored rows outside of which all values are 0.
  private(set) var nonzeroRows = 0..<0
  /// The stored columns outside of which all values are 0, in whole vectors.
  private(set) var nonzeroColumns = 0..<0
  /// The blurs of the stored picture's rows and columns along wide axes.
  private(set) var wideRows: WideGaussian?
  private(set) var wideColumns: WideGaussian?
  /// The passes over the stored picture, in their order.
  private(set) var passes: [Pass] = []
  /// The weights of both axes' kernels in aligned memory.
  let horizontalKernel = AlignedBuffer<Float>(count: 0)
  let verticalKernel = AlignedBuffer<Float>(count: 0)

  package init(width: Int, height: Int, firstPlane: Int, planeCount: Int, mirrorsAtEdges: Bool) {
    self.width = width
    self.height = height
    self.firstPlane = firstPlane
    self.planeCount = planeCount
    self.mirrorsAtEdges = mirrorsAtEdges
  }

  /// Sets the standard deviations and the distances by which the result is moved, all in pixels.
  package func configure(sigma: SIMD2<Double>, shift: SIMD2<Double>) {
    // A blur is configured for each frame, and seldom changes.
    if isConfigured && given == (sigma, shift) { return }
    given = (sigma, shift)
    let axes = (BlurAxis(sigma: sigma.x, shift: shift.x), BlurAxis(sigma: sigma.y, shift: shift.y))
    if isConfigured && axes == (horizontal, vertical) { return }
    let storedSizeChanges =
      !isConfigured || axes.0.reduction != horizontal.reduction || axes.1.reduction != vertical.reduction
    (horizontal, vertical) = axes
    isConfigured = true
    Self.copy(horizontal.kernel, to: horizontalKernel)
    Self.copy(vertical.kernel, to: verticalKernel)
    if storedSizeChanges { resizeStoredPicture() }
    wideRows = wideGaussian(along: horizontal, count: storedWidth)
    wideColumns = wideGaussian(along: vertical, count: storedHeight)
    passes = isReduced ? [.moments] : []
    if wideColumns != nil { passes.append(.wideColumns) }
    passes.append(.convolution)
    if wideRows != nil { passes.append(.wideRows) }
    limitWork(to: PixelRect(x: 0, y: 0, width: width, height: height))
  }

  private func wideGaussian(along axis: BlurAxis, count: Int) -> WideGaussian? {
    guard axis.isWide else { return nil }
    return WideGaussian(
      count: count, sigma: axis.storedSigma, shift: axis.storedShift, mirrorsAtEnds: mirrorsAtEdges)
  }

  /// Makes room for a stored picture of other reductions.
  private func resizeStoredPicture() {
    storedWidth = (width + horizontal.reduction - 1) / horizontal.reduction
    storedHeight = (height + vertical.reduction - 1) / vertical.reduction
    rowStride = (storedWidth + 15) / 8 * 8
    zeros.resize(to: rowStride + 64)
    zeros.fill(with: 0)
    let count = planeCount * storedHeight * rowStride + 64
    var buffers = [means, meansWithMoments]
    if horizontal.reduction > 1 { buffers.append(moments.x) }
    if vertical.reduction > 1 { buffers.append(moments.y) }
    for buffer in buffers {
      // New memory is zero, so zeros are not written to it again. So pages without light stay untouched.
      let isUsed = buffer.count > 0
      buffer.resize(to: count)
      if isUsed { buffer.fill(with: 0) }
    }
  }

  /// Declares that picture and result are transparent outside of `box`, and were so in the frame before. Only tiles that touch
  /// the box then have to be gathered. May be called after `configure` and before the first `gather`; without this call, the box
  /// is the whole picture.
  package func limitWork(to box: PixelRect) {
    let box = box.intersection(PixelRect(x: 0, y: 0, width: width, height: height))
    (nonzeroRows, nonzeroColumns) = (0..<0, 0..<0)
    if box.isEmpty { return }
    let (blockWidth, blockHeight) = (horizontal.reduction, vertical.reduction)
    nonzeroRows = box.y / blockHeight..<(box.endY + blockHeight - 1) / blockHeight
    let wholeWidth = (storedWidth + 7) / 8 * 8
    nonzeroColumns =
      box.x / blockWidth / 8 * 8..<min(((box.endX + blockWidth - 1) / blockWidth + 7) / 8 * 8, wholeWidth)
  }

  /// A pass over the stored picture.
  enum Pass {
    /// Adds the first moments to the means.
    case moments
    /// Blurs the columns along a wide vertical axis.
    case wideColumns
    /// Convolves columns and rows.
    case convolution
    /// Blurs the rows along a wide horizontal axis.
    case wideRows
  }

  /// Whether a stored value stands for more than one pixel.
  var isReduced: Bool { horizontal.reduction > 1 || vertical.reduction > 1 }

  /// The stored picture after the convolution.
  var result: AlignedBuffer<Float> { isReduced ? means : meansWithMoments }

  private static func copy(_ values: [Float], to buffer: AlignedBuffer<Float>) {
    buffer.resize(to: values.count)
    for (index, value) in values.enumerated() { buffer[index] = value }
  }

  /// Returns the index inside 0 ..< `count` whose value the mirrored picture has at `index`.
  @inline(__always)
  static func mirrored(_ index: Int, _ count: Int) -> Int {
    index >= 0 && index < count ? index : BloomLevel.mirrored(index, count)
  }
}
