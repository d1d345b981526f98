import Lanes
import Model

/// Where the pixels of what is lit lie in space at one time: in the layer's own plane, or in the frame in which the layer is seen.
struct ReceiverPlane {
  let plane: LayerPlane
  /// From pixels to the layer's own points.
  private let toLayer: Projection

  /// - Parameter inverse: from the frame's pixels to the layer's; nil for a layer that is lit in its own plane.
  init(_ plane: LayerPlane, inverse: Projection? = nil, pixelsPerPoint: Double) {
    self.plane = plane
    let toPoints = Projection(1 / pixelsPerPoint, 0, 0, 0, 1 / pixelsPerPoint, 0)
    toLayer = inverse.map { $0.withoutConstantW.then(toPoints) } ?? toPoints
    isProjected = inverse != nil
  }

  /// Whether pixels are those of the frame.
  let isProjected: Bool

  /// The least w of a place: towards the horizon, and behind it, places are very far away.
  static let leastW = 1e-6

  /// The places along a row, as linear functions of x in pixels: the layer's own points x and y times w, and w.
  private func layerRow(_ y: Double) -> (start: SIMD3<Double>, step: SIMD3<Double>) {
    (
      SIMD3(toLayer.xy * y + toLayer.x0, toLayer.yy * y + toLayer.y0, toLayer.wy * y + toLayer.w0),
      SIMD3(toLayer.xx, toLayer.yx, toLayer.wx)
    )
  }

  /// The places in space along a row, in points.
  func row(_ y: Double) -> PlaceRow {
    let (start, step) = layerRow(y)
    func inSpace(_ local: SIMD3<Double>) -> SIMD3<Double> {
      plane.origin * local.z + plane.alongX * local.x + plane.alongY * local.y
    }
    return PlaceRow(start: inSpace(start), step: inSpace(step), startW: start.z, stepW: step.z)
  }

  /// The places in the layer's own plane along a row, in pixels.
  func rowInLayer(_ y: Double, pixelsPerPoint: Double) -> PlaceRow {
    let (start, step) = layerRow(y)
    let scale = SIMD3(pixelsPerPoint, pixelsPerPoint, 0)
    return PlaceRow(start: start * scale, step: step * scale, startW: start.z, stepW: step.z)
  }

  /// The place in space of a pixel, in points.
  func place(_ x: Double, _ y: Double) -> SIMD3<Double> {
    let w = max(toLayer.wx * x + toLayer.wy * y + toLayer.w0, Self.leastW)
    let u = (toLayer.xx * x + toLayer.xy * y + toLayer.x0) / w
    let v = (toLayer.yx * x + toLayer.yy * y + toLayer.y0) / w
    return plane.origin + plane.alongX * u + plane.alongY * v
  }
}

/// Places along a row of pixels: at x, start + x · step is a place times its w.
struct PlaceRow {
  private(set) var start: SIMD3<Double>
  private(set) var step: SIMD3<Double>
  let startW: Double
  let stepW: Double

  /// The places p as p · scale − offset.
  func scaled(by scale: Double, minus offset: SIMD3<Double>) -> PlaceRow {
    var row = self
    row.start = start * scale - offset * startW
    row.step = step * scale - offset * stepW
    return row
  }

  /// Converts the row to Float, for places counted from a pixel.
  func from(x: Double) -> LanePlaceRow {
    LanePlaceRow(
      start: SIMD3<Float>(start + step * x), step: SIMD3<Float>(step), startW: Float(startW + stepW * x),
      stepW: Float(stepW))
  }
}

/// Places along a row of pixels, eight at a time.
struct LanePlaceRow {
  let start: SIMD3<Float>
  let step: SIMD3<Float>
  let startW: Float
  let stepW: Float

  /// The places at distances in pixels from where the row begins.
  @inline(__always)
  func places(_ x: Float8) -> LaneVector {
    let place = LaneVector(x * step.x + start.x, x * step.y + start.y, x * step.z + start.z)
    if stepW == 0, startW == 1 { return place }
    let inverse = 1 / Lanes.max(x * stepW + startW, Float(ReceiverPlane.leastW))
    return LaneVector(place.x * inverse, place.y * inverse, place.z * inverse)
  }
}
