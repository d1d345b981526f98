import Lanes
import Model
import Raster

/// The light of one layer on another one.
///
/// On a receiver that is parallel to the source, not turned in its plane and not skewed, the light is read row by row (`LightField`). On any other
/// it is computed at every eighth pixel along both axes, and interpolated linearly.
final class LightOfLayer: @unchecked Sendable {
  private let source: any LayerLightSource
  private let light: LayerLight
  private let transform: LayerTransform?
  private let canvas: Canvas
  private let input: PixelRect
  private let field: LightField
  private let hasRelief: Bool
  /// Colour times intensity, above 0 from the front and below 0 from behind.
  private var factor = SIMD3<Float>()
  /// The receiver's plane in the current frame.
  private var plane: LayerPlane
  /// 1 if the side is seen to which the plane's normal points, else −1.
  private var seenSide: Float = 1
  /// Whether the receiver is parallel to the source.
  private var isParallel = true
  /// For a receiver that is not parallel: A, B_x and B_y of three colours at every `spacing`th pixel, in the receiver's own directions.
  private let grid = AlignedBuffer<Float>(count: 0)
  private let columnCount: Int
  private let rowCount: Int

  private static let spacing = 8

  init(
    _ source: any LayerLightSource, _ light: LayerLight, on transform: LayerTransform?, canvas: Canvas,
    input: PixelRect, hasRelief: Bool
  ) {
    (self.source, self.light, self.transform, self.canvas, self.input) = (source, light, transform, canvas, input)
    self.hasRelief = hasRelief
    field = LightField(source.buffer, hasSlopes: hasRelief)
    plane = LayerPlane(of: transform, at: AnimationClock(0), on: canvas)
    columnCount = ((input.width + Self.spacing - 1) / Self.spacing + 2 + 7) / 8 * 8
    rowCount = (input.height + Self.spacing - 1) / Self.spacing + 2
  }

  var changeCount: Int { source.changeCount }

  func update(at clock: AnimationClock) {
    plane = LayerPlane(of: transform, at: clock, on: canvas)
    seenSide = plane.isSeenFromBehind(transform, on: canvas, at: clock.canvas) ? -1 : 1
    let color = light.color.value(at: AnimationClock(clock.canvas))
    factor = SIMD3<Float>(
      SIMD3(color.red, color.green, color.blue) * light.intensity.value(at: AnimationClock(clock.canvas)))
    let (x, y) = (plane.alongX, plane.alongY)
    isParallel = x.y == 0 && x.z == 0 && y.x == 0 && y.z == 0 && x.x > 0 && y.y > 0
    if isParallel {
      let depth = source.zPosition - plane.origin.z
      // A source behind the receiver lights the side that is not seen.
      if depth < 0 { factor *= -1 }
      field.setHeight(Float(abs(depth) * source.pixelsPerPoint))
    } else if grid.count == 0 {
      grid.resize(to: 9 * columnCount * rowCount + 16)
    }
  }

  var taskCounts: [Int] { isParallel ? field.taskCounts : [rowCount] }

  func perform(pass: Int, task: Int, scratch: AlignedBuffer<Float>) {
    if isParallel { return field.perform(pass: pass, task: task, scratch: scratch) }
    computeRow(task)
  }

  /// The place of a pixel of the receiver in pixels of the buffer, from the centre of its first pixel, and its distance before the source's plane.
  private func place(_ x: Double, _ y: Double) -> SIMD3<Double> {
    let (u, v) = (x / canvas.pixelsPerPoint, y / canvas.pixelsPerPoint)
    let point = plane.origin + plane.alongX * u + plane.alongY * v
    let scale = source.pixelsPerPoint
    return SIMD3(
      point.x * scale - Double(source.origin.x) - 0.5, point.y * scale - Double(source.origin.y) - 0.5,
      (point.z - source.zPosition) * scale)
  }

  /// Computes a row of the grid.
  private func computeRow(_ row: Int) {
    let y = Double(input.y + row * Self.spacing)
    let (first, second) = (place(Double(input.x), y), place(Double(input.x + Self.spacing), y))
    let (start, step) = (SIMD3<Float>(first), SIMD3<Float>(second - first))
    // The receiver's directions, in which its normals are given: along x and y, and before it.
    func unit(_ v: SIMD3<Double>) -> SIMD3<Float> { SIMD3<Float>(PreparedLights.unit(v)) }
    let normal = SIMD3<Float>(plane.normal) * seenSide
    let (along, down) = (unit(plane.alongX), unit(plane.alongY))
    var column = 0
    while column < columnCount {
      let index = Lanes.laneNumbers + Float(column)
      let (x, y, z) = (index * step.x + start.x, index * step.y + start.y, index * step.z + start.z)
      let light = source.buffer.light(atX: x, y: y, height: Lanes.abs(z))
      // The field points away from the source's plane on both of its sides: A counts along −z before the source, along z behind it.
      let side = Lanes.select(z .> 0, Float8(repeating: -1), Float8(repeating: 1))
      @inline(__always) func store(_ channel: Int, _ facing: Float8, _ slopeX: Float8, _ slopeY: Float8) {
        // The gradient of the potential: the light that a surface with the normal n receives is n · g.
        let (gx, gy, gz) = (-slopeX, -slopeY, facing * side)
        @inline(__always) func part(_ axis: SIMD3<Float>) -> Float8 { (gx * axis.x + gy * axis.y) + gz * axis.z }
        let base = grid.base + (row &* columnCount + column)
        let planeSize = columnCount &* rowCount
        Lanes.store(part(normal), to: base + channel &* planeSize)
        Lanes.store(-part(along), to: base + (3 &+ channel) &* planeSize)
        Lanes.store(-part(down), to: base + (6 &+ channel) &* planeSize)
      }
      store(0, light.facing.red, light.slopeX.red, light.slopeY.red)
      store(1, light.facing.green, light.slopeX.green, light.slopeY.green)
      store(2, light.facing.blue, light.slopeX.blue, light.slopeY.blue)
      column &+= 8
    }
  }

  /// Adds the light on a row of the receiver: A, then B_x and B_y, of three colours each.
  ///
  /// - Parameters:
  ///   - row, column: in pixels of the receiver.
  ///   - sums: nine planes of `planeStride` floats.
  ///   - planes: memory for nine more.
  func add(
    row: Int, from column: Int, count: Int, to sums: UnsafeMutablePointer<Float>, planeStride: Int,
    reading planes: UnsafeMutablePointer<Float>, _ scratch: AlignedBuffer<Float>
  ) {
    if isParallel {
      addField(
        row: row, from: column, count: count, to: sums, planeStride: planeStride, reading: planes, scratch)
    } else {
      addGrid(row: row, from: column, count: count, to: sums, planeStride: planeStride)
    }
  }

  private func addField(
    row: Int, from column: Int, count: Int, to sums: UnsafeMutablePointer<Float>, planeStride: Int,
    reading planes: UnsafeMutablePointer<Float>, _ scratch: AlignedBuffer<Float>
  ) {
    let first = place(0.5, Double(row) + 0.5)
    let step = (plane.alongX.x / canvas.pixelsPerPoint) * source.pixelsPerPoint
    field.read(
      y: Float(min(max(first.y, -1), Double(source.buffer.height))), columns: column..<column + count,
      origin: Float(first.x), step: Float(step), into: planes, planeStride: planeStride, scratch: scratch)
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

  private func addGrid(
    row: Int, from column: Int, count: Int, to sums: UnsafeMutablePointer<Float>, planeStride: Int
  ) {
    let place = max(Float(row - input.y) + 0.5, 0) / Float(Self.spacing)
    let upper = min(Int(place), rowCount - 2)
    let lowerShare = place - Float(upper)
    let planeSize = columnCount * rowCount
    // Blocks of eight pixels begin at the grid's columns.
    let rightShares = (Lanes.laneNumbers + 0.5) * (1 / Float(Self.spacing))
    for plane in 0..<(hasRelief ? 9 : 3) {
      let share = factor[plane % 3]
      let rows = grid.base + (plane * planeSize + upper * columnCount)
      var index = 0
      while index < count {
        let left = min(max((column &- input.x &+ index) / Self.spacing, 0), columnCount &- 2)
        let (a, b) = (rows[left], rows[left &+ 1])
        let (c, d) = (rows[columnCount &+ left], rows[columnCount &+ left &+ 1])
        let (first, last) = (a + (c - a) * lowerShare, b + (d - b) * lowerShare)
        let sum = sums + (plane &* planeStride + index)
        Lanes.store(Lanes.load(sum) + (rightShares * (last - first) + first) * share, to: sum)
        index &+= 8
      }
    }
  }
}
