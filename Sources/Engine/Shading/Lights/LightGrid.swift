import Lanes
import Raster

/// Light at every eighth pixel along both axes of what is lit, in several planes.
///
/// Between the nodes it is read by cubics that go through them (E. Catmull and R. Rom, 1974, A class of local interpolating splines). Light is smooth:
/// that of a spark 16 pixels in front of a surface is off by 7 % of its peak at most, at 32 pixels by less than 1 %.
final class LightGrid {
  static let spacing = 8

  private let area: PixelRect
  private let planeCount: Int
  private let columnCount: Int
  private let rowCount: Int
  private let values: AlignedBuffer<Float>
  /// The rows and columns of nodes that are computed in the current frame.
  private(set) var rows: Range<Int>
  private(set) var columns: Range<Int>

  /// A grid over an area of pixels.
  init(over area: PixelRect, planeCount: Int) {
    (self.area, self.planeCount) = (area, planeCount)
    // One node before the area, and two behind it.
    columnCount = ((area.width + Self.spacing - 1) / Self.spacing + 4 + 7) / 8 * 8
    rowCount = (area.height + Self.spacing - 1) / Self.spacing + 4
    values = AlignedBuffer(count: planeCount * columnCount * rowCount + 16)
    (rows, columns) = (0..<rowCount, 0..<columnCount)
  }

  /// Computes and reads only the nodes around a box in the current frame.
  func limit(to box: PixelRect) {
    let box = box.intersection(area)
    if box.isEmpty {
      (rows, columns) = (0..<0, 0..<0)
    } else {
      let top = (box.y - area.y) / Self.spacing
      rows = top..<min((box.endY - area.y + Self.spacing - 1) / Self.spacing + 4, rowCount)
      let left = (box.x - area.x) / Self.spacing / 8 * 8
      columns = left..<min(((box.endX - area.x + Self.spacing - 1) / Self.spacing + 4 + 7) / 8 * 8, columnCount)
    }
  }

  /// The left or upper edge of the pixel at which a node lies.
  func x(ofColumn column: Int) -> Int { area.x + (column - 1) * Self.spacing }
  func y(ofRow row: Int) -> Int { area.y + (row - 1) * Self.spacing }

  /// The nodes of a row, `columnCount` floats.
  func row(_ row: Int, plane: Int) -> UnsafeMutablePointer<Float> {
    values.base + (plane * rowCount + row) * columnCount
  }

  /// Writes a plane's values at pixels of a row, in whole blocks of eight, which begin at columns of nodes.
  ///
  /// - Parameters:
  ///   - combine: is given each block's first column, counted from `column`, and its values.
  @inline(__always)
  func read(
    _ plane: Int, row y: Int, from column: Int, count: Int, mixing memory: UnsafeMutablePointer<Float>,
    _ combine: (Int, Float8) -> Void
  ) {
    let place = max(Float(y - area.y) + 0.5, 0) / Float(Self.spacing)
    let upper = min(Int(place), rowCount - 4)
    let below = Self.weights(Float8(repeating: place - Float(upper)))
    let nodes = row(upper, plane: plane)
    let offset = (column - area.x) >> 3
    let first = min(max(offset, 0), columnCount - 4)
    let nodeCount = min(count / 8 + 4, columnCount - first)
    var node = 0
    while node < nodeCount {
      let above = nodes + (first &+ node)
      let (a, b) = (Lanes.load(above) * below.0, Lanes.load(above + columnCount) * below.1)
      let (c, d) = (Lanes.load(above + 2 &* columnCount) * below.2, Lanes.load(above + 3 &* columnCount) * below.3)
      Lanes.store((a + d) + (b + c), to: memory + node)
      node &+= 8
    }
    let weights = Self.weights((Lanes.laneNumbers + 0.5) * (1 / Float(Self.spacing)))
    var block = 0
    while block &* 8 < count {
      // Tiles may begin before the area, or end behind it.
      let left = memory + min(max(offset &- first &+ block, 0), max(nodeCount &- 4, 0))
      combine(block &* 8, (weights.0 * left[0] + weights.3 * left[3]) + (weights.1 * left[1] + weights.2 * left[2]))
      block &+= 1
    }
  }

  /// Floats of memory that `read` needs for a number of pixels.
  static func memoryCount(pixels: Int) -> Int { pixels / 8 + 24 }

  /// The cubics' weights of the four nodes around a place, as a share of the way between the inner ones.
  @inline(__always)
  private static func weights(_ t: Float8) -> (Float8, Float8, Float8, Float8) {
    let s = 1 - t
    return (
      t * s * s * -0.5, s * (1 + t - t * t * 1.5), t * (1 + s - s * s * 1.5), s * t * t * -0.5
    )
  }
}
