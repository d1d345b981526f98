import Emitters
import Lanes
import Raster
import Scenes

/// Rings on water, from frame to frame.
final class RipplesPicture: Picture, @unchecked Sendable {
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

  func update(at clock: Clock) {
    shader = RipplesShader(ripples: ripples, path: path, canvas: canvas, clock: clock, period: period)
  }

  var isEmpty: Bool { shader?.isEmpty ?? true }
  var version: Int? { nil }
  var cost: Float { 3.5 }

  func mark(_ touched: TouchedBlocks, rect: PixelRect) -> Bool {
    shader?.mark(touched, rect: rect)
    return true
  }

  func shade(into tile: Tile, blocks: RowBlocks, scratch: AlignedBuffer<Float>) -> Bool {
    shader?.shade(into: tile, blocks: blocks) ?? false
  }
}
