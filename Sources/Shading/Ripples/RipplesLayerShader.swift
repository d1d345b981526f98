import Lanes
import Model
import Raster

/// Rings on water, from frame to frame.
final class RipplesLayerShader: LayerShader, @unchecked Sendable {
  private let ripples: Ripples
  private let path: UInt64
  private let canvas: Canvas
  private let period: Double?
  private var shader: RipplesShader?

  init(_ ripples: Ripples, path: UInt64, canvas: Canvas, period: Double?) {
    self.ripples = ripples
    self.path = path
    self.canvas = canvas
    self.period = period
  }

  func update(at clock: AnimationClock) {
    shader = RipplesShader(ripples: ripples, path: path, canvas: canvas, clock: clock, period: period)
  }

  var isEmpty: Bool { shader?.isEmpty ?? true }
  var version: Int? { nil }
  var cost: Float { 3.5 }

  func mark(_ touched: DirtyBlocks, rect: PixelRect) -> Bool {
    shader?.mark(touched, rect: rect)
    return true
  }

  func shade(into tile: Tile, blocks: OccupiedBlocks, scratch: AlignedBuffer<Float>) -> Bool {
    shader?.shade(into: tile, blocks: blocks) ?? false
  }
}
