/// Writes one record of `Ribbons`.
struct RibbonWriter {
  private let record: UnsafeMutablePointer<Float>
  private let style: TrailStyle
  private var count = 0
  private var low = SIMD2<Float>(repeating: .infinity)
  private var high = SIMD2<Float>(repeating: -.infinity)

  @inline(__always)
  init(record: UnsafeMutablePointer<Float>, style: TrailStyle, light: SIMD4<Float>) {
    self.record = record
    self.style = style
    (record[4], record[5], record[6], record[7]) = (light.x, light.y, light.z, light.w)
  }

  @inline(__always)
  mutating func add(_ points: TracedPoints, _ point: Int) {
    add(points.position(point)) { points($0, point) }
  }

  /// Adds the middle between a point and the next, moved by `bow`.
  @inline(__always)
  mutating func add(_ points: TracedPoints, _ point: Int, halfway bow: SIMD2<Float>) {
    add((points.position(point) + points.position(point + 1)) * 0.5 + bow) {
      (points($0, point) + points($0, point + 1)) * 0.5
    }
  }

  @inline(__always)
  private mutating func add(_ position: SIMD2<Float>, _ number: (Int) -> Float) {
    var target = record + (TrailStyle.headCount &+ count)
    let width = number(3)
    target[0] = position.x
    target[style.planeStride] = position.y
    for plane in 3..<style.planeCount &+ 1 {
      target[2 &* style.planeStride] = number(plane)
      target += style.planeStride
    }
    low = SIMD2(min(low.x, position.x - width), min(low.y, position.y - width))
    high = SIMD2(max(high.x, position.x + width), max(high.y, position.y + width))
    count &+= 1
  }

  @inline(__always)
  func end() {
    (record[0], record[1], record[2], record[3]) = (low.x, low.y, high.x, high.y)
    record[8] = Float(count)
  }
}
