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
  /// Heights and normals from the layer's alpha; nil for a flat layer.
  private let relief: OutlineRelief?
  /// The relief that was computed last.
  private var reliefSize = SIMD2<Float>()
  private var isReliefFinished = false
  /// The light and the shadows of other layers.
  private var otherLayers: OtherLayersLight?

  init(_ lighting: Filter.Lighting, canvas: Canvas, input: PixelRect) {
    (self.lighting, self.canvas, self.input) = (lighting, canvas, input)
    isConstant = lighting.isConstant(on: canvas)
    surface = lighting.surface(at: AnimationClock(0), canvas: canvas)
    relief = lighting.material.relief == .flat ? nil : OutlineRelief(width: input.width, height: input.height)
  }

  func receive(_ sources: [any LayerLightSource]) {
    otherLayers = OtherLayersLight(lighting, sources, canvas: canvas, area: input, hasRelief: relief != nil)
  }

  var contentVersion: Int? {
    isConstant ? otherLayers?.changeCount ?? 0 : nil
  }

  func update(at clock: AnimationClock) {
    surface = lighting.surface(at: clock, canvas: canvas)
    otherLayers?.update(at: clock, seenThrough: nil, box: input)
    guard let relief else { return }
    let width = Float(min(max(lighting.material.reliefWidth.value(at: clock) * canvas.pixelsPerPoint, 1), 256))
    let size = SIMD2(width, width * Float(lighting.material.reliefHeight.value(at: clock)))
    if size != reliefSize {
      (reliefSize, isReliefFinished) = (size, false)
      relief.configure(lighting.material.relief.profile, widthPixels: size.x, heightPixels: size.y)
    }
  }

  // MARK: Passes

  var canReuseGatheredInput: Bool { true }
  func beginGathering() { isReliefFinished = false }
  func endPasses() { isReliefFinished = true }

  func gather(from tile: Tile, region: PixelRect, scratch: AlignedBuffer<Float>) {
    guard let relief else { return }
    for y in region.y..<region.endY {
      (relief.alphaRow(y - input.y) + (region.x - input.x))
        .update(from: tile.row(y - tile.y, plane: 3) + (region.x - tile.x), count: region.width)
    }
  }

  /// The passes of the relief, unless it is finished, then those of each light.
  private var reliefTaskCounts: [Int] { isReliefFinished ? [] : relief?.taskCounts ?? [] }
  var taskCounts: [Int] { reliefTaskCounts + (otherLayers?.taskCounts ?? []) }

  func perform(pass: Int, task: Int, scratch: AlignedBuffer<Float>) {
    let ofRelief = reliefTaskCounts.count
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
    let shares = others?.shares
    let pixels = tile.row(row, plane: 0)
    let middle = Float8(repeating: Float(y) + 0.5)
    let flat = LaneVector(Float8(), Float8(), Float8(repeating: 1))
    let offset = tile.x - input.x
    let inside = relief != nil && y >= input.y && y < input.endY
    var column = 0
    while column < tile.width {
      let pixel = pixels + column
      var color = LaneColor(
        red: Lanes.load(pixel), green: Lanes.load(pixel + tile.width), blue: Lanes.load(pixel + 2 &* tile.width),
        alpha: Lanes.load(pixel + 3 &* tile.width))
      if Lanes.anyAbove(color.alpha, 0) {
        var (normal, height) = (flat, Float8())
        if inside, let relief {
          let x = Lanes.load(relief.normalXRow(y &- input.y) + (offset &+ column))
          let slope = Lanes.load(relief.normalYRow(y &- input.y) + (offset &+ column))
          normal = LaneVector(x, slope, Lanes.sqrt(Lanes.max(1 - x * x - slope * slope, 0)))
          height = Lanes.load(relief.heightRow(y &- input.y) + (offset &+ column))
        }
        let place = LaneVector(Lanes.laneNumbers + (Float(tile.x &+ column) + 0.5), middle, height)
        let received = others?.light(at: column, normal: normal) ?? ReceivedLight()
        if let shares { otherLayers?.readShares(x: tile.x &+ column, y: y, into: shares) }
        if lighting.material.catcher {
          surface.catchLight(&color, at: place, normal: normal, received, shares: shares)
          Lanes.store(color.alpha, to: pixel + 3 &* tile.width)
        } else {
          surface.light(&color, at: place, normal: normal, received, shares: shares)
        }
        Lanes.store(color.red, to: pixel)
        Lanes.store(color.green, to: pixel + tile.width)
        Lanes.store(color.blue, to: pixel + 2 &* tile.width)
      }
      column &+= 8
    }
  }
}

extension Material.Relief {
  fileprivate var profile: OutlineRelief.Profile {
    switch self {
    case .flat: .flat
    case .bevel: .bevel
    case .round: .round
    case .cushion: .cushion
    }
  }
}
