import Lanes
import Model
import Raster

/// The form of a body at eight pixels of a row.
struct BodyForm {
  /// Pixels of the input.
  let column: Int
  let row: Int
  private(set) var normal = LaneVector(Float8(), Float8(), Float8(repeating: 1))
  /// By how much the normal changes from pixel to pixel.
  private(set) var bend = Float8()
  private(set) var height = Float8()
  /// Whether all eight pixels lie level, so that rays run straight through them and are mirrored straight back.
  private(set) var isLevel = true

  @inline(__always)
  init(column: Int, row: Int) { (self.column, self.row) = (column, row) }

  @inline(__always)
  mutating func read(_ relief: ReliefReader) {
    let (x, y) = relief.normal(column, row)
    let square = x * x + y * y
    normal = LaneVector(x, y, Lanes.sqrt(Lanes.max(1 - square, 0)))
    (bend, height) = (relief.bend(column, row), Lanes.max(relief.height(column, row), 0))
    isLevel = !Lanes.anyAbove(square + bend, 0)
  }

  /// The places of the pixels, counted from the centre of the input's first one.
  var x: Float8 {
    @inline(__always) get { Lanes.laneNumbers + Float(column) }
  }
  var y: Float8 {
    @inline(__always) get { Float8(repeating: Float(row)) }
  }
}
