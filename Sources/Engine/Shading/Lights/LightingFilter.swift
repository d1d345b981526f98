import Lanes
import Model
import Raster

extension Filter.Lighting: DrawnFilter {
  func makeFilter(canvas: Canvas, input: PixelRect) -> (any LayerFilter)? {
    needsPasses ? ReliefLightingFilter(self, canvas: canvas, input: input) : FlatLightingFilter(self, canvas: canvas)
  }

  func pixelNanoseconds(on canvas: Canvas, during clocks: ClockRange) -> Double {
    let count = Double(lights.reduce(0) { $0 + $1.partCount } - layerLights.count)
    // 130 ns for each light and caster at every eighth pixel along both axes.
    let shadows = hasShadows ? 2 * Double(shadowLightCount * canvas.casterCount) : 0
    let glints = material.glints.isZero ? 0 : 0.8 + 0.3 * count
    return 1 + glints + count * (material.specular.isZero ? 1 : 3.5) + Double(layerLights.count)
      * (material.hasRelief ? 3 : 1.5)
      + shadows
  }

  func inputNanoseconds(on canvas: Canvas, during clocks: ClockRange) -> Double {
    let drawn: Double =
      switch material.relief {
      case .flat: material.height == nil ? 0 : 2
      case .brightness: 4
      case .bevel, .round, .cushion: 10
      }
    return drawn + (material.height?.program.pixelNanoseconds(on: canvas) ?? 0)
  }
}

/// The light of the scene on a flat layer.
final class FlatLightingFilter: PointwiseFilter, @unchecked Sendable {
  private let lighting: Filter.Lighting
  private let canvas: Canvas
  private let isConstant: Bool
  private var surface: LitSurface

  init(_ lighting: Filter.Lighting, canvas: Canvas) {
    (self.lighting, self.canvas) = (lighting, canvas)
    isConstant = lighting.isConstant(on: canvas)
    surface = lighting.surface(at: AnimationClock(0), canvas: canvas)
  }

  var contentVersion: Int? { isConstant ? 0 : nil }

  func update(at clock: AnimationClock) { surface = lighting.surface(at: clock, canvas: canvas) }

  func apply(to row: TileRow, x: Int, y: Int, memory: RowMemory) {
    let middle = Float8(repeating: Float(y) + 0.5)
    let normal = LaneVector(Float8(), Float8(), Float8(repeating: 1))
    surface.light(row.plane(0), planeStride: row.width, row: y, from: x, count: row.width) { column in
      (LaneVector(Lanes.laneNumbers + (Float(x &+ column) + 0.5), middle, Float8()), normal)
    }
  }
}

extension Filter.Lighting {
  /// The surface at a time.
  func surface(at clock: AnimationClock, canvas: Canvas) -> LitSurface {
    LitSurface(self, PreparedLights(lights, on: transform, at: clock, canvas: canvas), at: clock, canvas: canvas)
  }
}
