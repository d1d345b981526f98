import Lanes
import Model
import Raster

/// The light of the scene, that of other layers included, on a layer that may have a relief.
final class ReliefLightingFilter: NeighborhoodFilter, LayerLitFilter, @unchecked Sendable {
  private let lighting: Filter.Lighting
  private let canvas: Canvas
  private let input: PixelRect
  private let isConstant: Bool
  private var surface: LitSurface
  /// Heights and normals; nil for a flat layer.
  private let relief: LayerRelief?
  /// The light and the shadows of other layers.
  private var otherLayers: OtherLayersLight?

  init(_ lighting: Filter.Lighting, canvas: Canvas, input: PixelRect) {
    (self.lighting, self.canvas, self.input) = (lighting, canvas, input)
    isConstant = lighting.isConstant(on: canvas)
    surface = lighting.surface(at: AnimationClock(0), canvas: canvas)
    relief = LayerRelief(lighting.material, path: lighting.path, canvas: canvas, input: input)
  }

  func receive(_ sources: [any LayerLightSource]) {
    otherLayers = OtherLayersLight(lighting, sources, canvas: canvas, area: input, hasRelief: relief != nil)
  }

  var contentVersion: Int? {
    isConstant ? otherLayers?.changeCount ?? 0 : nil
  }

  func update(at clock: AnimationClock) {
    surface = lighting.surface(at: clock, canvas: canvas)
    otherLayers?.update(at: clock, seenThrough: nil)
    relief?.update(at: clock)
  }

  // MARK: Passes

  func limitWork(to box: PixelRect) { otherLayers?.limit(to: box) }
  var canReuseGatheredInput: Bool { true }
  func beginGathering() { relief?.beginGathering() }
  func endPasses() { relief?.endPasses() }

  func gather(from tile: Tile, region: PixelRect, scratch: AlignedBuffer<Float>) {
    relief?.gather(from: tile, region: region)
  }

  /// The passes of the relief, then those of other layers' light.
  var taskCounts: [Int] { (relief?.taskCounts ?? []) + (otherLayers?.taskCounts ?? []) }

  func perform(pass: Int, task: Int, scratch: AlignedBuffer<Float>) {
    let ofRelief = relief?.taskCounts.count ?? 0
    if pass < ofRelief {
      relief?.perform(pass: pass, task: task, scratch: scratch)
    } else {
      otherLayers?.perform(pass: pass - ofRelief, task: task, scratch: scratch)
    }
  }

  // MARK: Light

  func finish(_ tile: Tile, scratch: AlignedBuffer<Float>) {
    for row in 0..<tile.height {
      let others = otherLayers?.read(
        row: tile.y + row, from: tile.x, count: tile.width, sourceCount: surface.sourceCount, scratch: scratch)
      shade(tile, row: row, others)
    }
  }

  /// Lights a row of a tile, which holds the input.
  private func shade(_ tile: Tile, row: Int, _ others: OtherLayersLight.Row?) {
    let y = tile.y + row
    let middle = Float8(repeating: Float(y) + 0.5)
    let flat = LaneVector(Float8(), Float8(), Float8(repeating: 1))
    let offset = tile.x - input.x
    let relief = y >= input.y && y < input.endY ? relief?.surface : nil
    surface.light(
      tile.row(row, plane: 0), planeStride: tile.width, row: y, from: tile.x, count: tile.width, others,
      of: otherLayers, catches: lighting.material.catcher
    ) { column in
      var (normal, height) = (flat, Float8())
      if let relief {
        let x = Lanes.load(relief.normalXRow(y &- input.y) + (offset &+ column))
        let slope = Lanes.load(relief.normalYRow(y &- input.y) + (offset &+ column))
        normal = LaneVector(x, slope, Lanes.sqrt(Lanes.max(1 - x * x - slope * slope, 0)))
        height = Lanes.load(relief.heightRow(y &- input.y) + (offset &+ column))
      }
      return (LaneVector(Lanes.laneNumbers + (Float(tile.x &+ column) + 0.5), middle, height), normal)
    }
  }
}
