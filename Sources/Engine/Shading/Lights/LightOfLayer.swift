import Lanes
import Model
import Raster

/// The light of one layer on another one.
///
/// On a receiver that is lit in its own plane, parallel to the source, not turned in its plane and not skewed, the light is read row by row
/// (`LightField`): 1 ms for a frame, where the grid takes 3.5. On any other it is computed at every eighth pixel (`LightGrid`).
final class LightOfLayer: @unchecked Sendable {
  private let source: any LayerLightSource
  private let light: LayerLight
  private let canvas: Canvas
  private let area: PixelRect
  private let field: LightField
  private let hasRelief: Bool
  private let casters: [any LayerLightSource]
  /// The shadows of casters in the current frame; nil for none.
  private var shadows: LayerLightShadows?
  /// Colour times intensity, above 0 from the front and below 0 from behind.
  private var factor = SIMD3<Float>()
  private var receiver: ReceiverPlane
  /// 1 if the side is seen to which the plane's normal points, else −1.
  private var seenSide: Float = 1
  /// Whether the field is read.
  private var readsField = true
  /// A, B_x and B_y of three colours, in the receiver's own directions.
  private var grid: LightGrid?

  /// - Parameters:
  ///   - casters: layers whose shadows the light casts.
  ///   - area: the pixels of what is lit: of the layer's own plane, or of the frame.
  init(
    _ source: any LayerLightSource, _ light: LayerLight, casters: [any LayerLightSource], on receiver: ReceiverPlane,
    canvas: Canvas, area: PixelRect, hasRelief: Bool
  ) {
    self.casters = casters
    (self.source, self.light, self.receiver, self.canvas, self.area) = (source, light, receiver, canvas, area)
    self.hasRelief = hasRelief
    field = LightField(source.buffer, hasSlopes: hasRelief)
  }

  var changeCount: Int { casters.reduce(source.changeCount) { $0 + $1.changeCount } }

  /// - Parameter seenSide: 1 if the side is seen to which the receiver's normal points, else −1.
  func update(at clock: AnimationClock, on receiver: ReceiverPlane, seenSide: Float) {
    (self.receiver, self.seenSide) = (receiver, seenSide)
    let canvasClock = AnimationClock(clock.canvas)
    factor = light.factor(at: canvasClock)
    shadows = LayerLightShadows(light, of: source, casters: casters, at: canvasClock)
    let (x, y) = (receiver.plane.alongX, receiver.plane.alongY)
    let step = source.pixelsPerPoint / canvas.pixelsPerPoint
    readsField =
      shadows == nil && !receiver.isProjected && x.y == 0 && x.z == 0 && y.x == 0 && y.z == 0 && x.x * step == 0.25
      && y.y > 0
    if readsField {
      let depth = source.zPosition - receiver.plane.origin.z
      // A source behind the receiver lights the side that is not seen.
      if depth < 0 { factor *= -1 }
      field.setHeight(Float(abs(depth) * source.pixelsPerPoint))
    } else if grid == nil {
      grid = LightGrid(over: area, planeCount: planeCount)
    }
  }

  /// Sets the pixels that will be read.
  func limit(to box: PixelRect) { grid?.limit(to: box) }

  /// The planes that `add` adds to: A of three colours, and for a relief B_x and B_y of three colours each.
  var planeCount: Int { hasRelief ? 9 : 3 }

  var taskCounts: [Int] { readsField ? field.taskCounts : [grid?.rows.count ?? 0] }

  func perform(pass: Int, task: Int, scratch: AlignedBuffer<Float>) {
    if readsField { return field.perform(pass: pass, task: task, scratch: scratch) }
    if let grid { computeRow(grid.rows.lowerBound + task, of: grid) }
  }

  /// Computes a row of the grid.
  private func computeRow(_ rowIndex: Int, of grid: LightGrid) {
    let scale = source.pixelsPerPoint
    let origin = SIMD3(Double(source.origin.x) + 0.5, Double(source.origin.y) + 0.5, source.zPosition * scale)
    let first = Double(grid.x(ofColumn: grid.columns.lowerBound))
    let row = receiver.row(Double(grid.y(ofRow: rowIndex)))
    let (places, inSpace) = (row.scaled(by: scale, minus: origin).from(x: first), row.from(x: first))
    // The receiver's directions, in which its normals are given: along x and y, and before it.
    func unit(_ v: SIMD3<Double>) -> SIMD3<Float> { SIMD3<Float>(PreparedLights.unit(v)) }
    let normal = SIMD3<Float>(receiver.plane.normal) * seenSide
    let (along, down) = (unit(receiver.plane.alongX), unit(receiver.plane.alongY))
    var column = grid.columns.lowerBound
    while column < grid.columns.upperBound {
      let distance = (Lanes.laneNumbers + Float(column &- grid.columns.lowerBound)) * Float(LightGrid.spacing)
      let place = places.places(distance)
      let field = LayerField(of: source, at: place)
      let share =
        shadows?.shares(at: inSpace.places(distance), field: field.sum) ?? Float8(repeating: 1)
      @inline(__always) func store(_ channel: Int, _ g: LaneVector) {
        @inline(__always) func part(_ axis: SIMD3<Float>) -> Float8 {
          LaneVector(g.x * share, g.y * share, g.z * share).dot(LaneVector(repeating: axis))
        }
        Lanes.store(part(normal), to: grid.row(rowIndex, plane: channel) + column)
        if hasRelief {
          Lanes.store(-part(along), to: grid.row(rowIndex, plane: 3 &+ channel) + column)
          Lanes.store(-part(down), to: grid.row(rowIndex, plane: 6 &+ channel) + column)
        }
      }
      store(0, field.red)
      store(1, field.green)
      store(2, field.blue)
      column &+= 8
    }
  }

  /// Where the centre of the receiver's pixel 0 lies in the field.
  private var fieldOrigin: Float {
    Float(0.125 + receiver.plane.origin.x * source.pixelsPerPoint - Double(source.origin.x) - 0.5)
  }

  /// Floats of memory that `add` needs.
  func memoryCount(from column: Int, count: Int) -> Int {
    readsField
      ? field.memoryCount(columns: column..<column + count, origin: fieldOrigin) : LightGrid.memoryCount(pixels: count)
  }

  /// Adds the light on a row of the receiver: A, then B_x and B_y, of three colours each.
  ///
  /// - Parameters:
  ///   - row, column: in pixels of the receiver.
  ///   - sums: `planeCount` planes of `planeStride` floats.
  ///   - planes: as many more, for what is read.
  ///   - memory: `memoryCount` floats.
  func add(
    row: Int, from column: Int, count: Int, to sums: UnsafeMutablePointer<Float>, planeStride: Int,
    reading planes: UnsafeMutablePointer<Float>, memory: UnsafeMutablePointer<Float>
  ) {
    guard readsField else {
      for plane in 0..<planeCount {
        let (share, sum) = (factor[plane % 3], sums + plane * planeStride)
        grid?.read(plane, row: row, from: column, count: count, mixing: memory) { offset, light in
          Lanes.store(Lanes.load(sum + offset) + light * share, to: sum + offset)
        }
      }
      return
    }
    let rows = receiver.plane.alongY.y * source.pixelsPerPoint / canvas.pixelsPerPoint
    let place = (Double(row) + 0.5) * rows + receiver.plane.origin.y * source.pixelsPerPoint
    field.read(
      y: Float(min(max(place - Double(source.origin.y) - 0.5, -1), Double(source.buffer.height))),
      columns: column..<column + count, origin: fieldOrigin, into: planes, planeStride: planeStride, memory: memory)
    for plane in 0..<field.planeCount {
      // A source behind the receiver lights its back; to the side it draws normals in the same direction.
      let share = plane < 3 ? factor[plane % 3] : abs(factor[plane % 3])
      var index = 0
      while index < count {
        let sum = sums + (plane &* planeStride + index)
        Lanes.store(Lanes.load(sum) + Lanes.load(planes + (plane &* planeStride + index)) * share, to: sum)
        index &+= 8
      }
    }
  }
}
