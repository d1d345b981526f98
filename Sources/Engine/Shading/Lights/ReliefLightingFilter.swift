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
  /// The light of other layers.
  private var layerLights: [LightOfLayer] = []
  /// The shadows of other layers; nil for none.
  private var shadows: ShadowsOnLayer?

  init(_ lighting: Filter.Lighting, canvas: Canvas, input: PixelRect) {
    (self.lighting, self.canvas, self.input) = (lighting, canvas, input)
    isConstant = lighting.isConstant(on: canvas)
    surface = lighting.surface(at: AnimationClock(0), canvas: canvas)
    relief = LayerRelief(lighting.material, path: lighting.path, canvas: canvas, input: input)
  }

  func receive(_ sources: [any LayerLightSource]) {
    shadows = ShadowsOnLayer(
      lighting, casters: sources.filter { $0.casterPath != nil && $0.casterPath != lighting.path }, canvas: canvas,
      input: input)
    layerLights = lighting.layerLights.compactMap { light in
      sources.first { source in
        source.lightIndex.map { lighting.lights[light.index] == canvas.lights[$0] } ?? false
      }.map {
        LightOfLayer(
          $0, light.light, on: lighting.transform, canvas: canvas, input: input, hasRelief: relief != nil)
      }
    }
  }

  var contentVersion: Int? {
    guard isConstant else { return nil }
    // Each count only grows, so equal sums are equal counts.
    return layerLights.reduce(shadows?.changeCount ?? 0) { $0 + $1.changeCount }
  }

  func update(at clock: AnimationClock) {
    surface = lighting.surface(at: clock, canvas: canvas)
    for light in layerLights { light.update(at: clock) }
    shadows?.update(at: clock)
    relief?.update(at: clock)
  }

  // MARK: Passes

  var canReuseGatheredInput: Bool { true }
  func beginGathering() { relief?.beginGathering() }
  func endPasses() { relief?.endPasses() }

  func gather(from tile: Tile, region: PixelRect, scratch: AlignedBuffer<Float>) {
    relief?.gather(from: tile, region: region)
  }

  /// The passes of the relief, then those of each light.
  var taskCounts: [Int] { (relief?.taskCounts ?? []) + layerLights.flatMap(\.taskCounts) + (shadows?.taskCounts ?? []) }

  func perform(pass: Int, task: Int, scratch: AlignedBuffer<Float>) {
    var pass = pass
    let ofRelief = relief?.taskCounts.count ?? 0
    if pass < ofRelief {
      relief?.perform(pass: pass, task: task, scratch: scratch)
      return
    }
    pass -= ofRelief
    for light in layerLights {
      let count = light.taskCounts.count
      if pass < count { return light.perform(pass: pass, task: task, scratch: scratch) }
      pass -= count
    }
    shadows?.perform(task: task)
  }

  // MARK: Light

  func finish(_ tile: Tile, scratch: AlignedBuffer<Float>) {
    // Nine planes of a row for the sums of all lights, and nine for what one of them reads.
    let planeStride = (tile.width + 15) / 8 * 8
    let sums = AlignedBuffer<Float>(count: layerLights.isEmpty ? 0 : 18 * planeStride)
    let shares = AlignedBuffer<Float>(count: shadows == nil ? 0 : 8 * surface.sourceCount)
    for index in 0..<shares.count { shares[index] = 1 }
    for row in 0..<tile.height {
      let y = tile.y + row
      if !layerLights.isEmpty {
        sums.base.update(repeating: 0, count: 9 * planeStride)
        for light in layerLights {
          light.add(
            row: y, from: tile.x, count: tile.width, to: sums.base, planeStride: planeStride,
            reading: sums.base + 9 * planeStride, scratch)
        }
      }
      shade(
        tile, row: row, sums: layerLights.isEmpty ? nil : sums.base, planeStride: planeStride,
        shares: shadows == nil ? nil : shares.base)
    }
  }

  /// Lights a row of a tile, which holds the input.
  private func shade(
    _ tile: Tile, row: Int, sums: UnsafeMutablePointer<Float>?, planeStride: Int, shares: UnsafeMutablePointer<Float>?
  ) {
    let y = tile.y + row
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
        if inside, let relief = relief?.surface {
          let x = Lanes.load(relief.normalXRow(y &- input.y) + (offset &+ column))
          let slope = Lanes.load(relief.normalYRow(y &- input.y) + (offset &+ column))
          normal = LaneVector(x, slope, Lanes.sqrt(Lanes.max(1 - x * x - slope * slope, 0)))
          height = Lanes.load(relief.heightRow(y &- input.y) + (offset &+ column))
        }
        let place = LaneVector(Lanes.laneNumbers + (Float(tile.x &+ column) + 0.5), middle, height)
        var received = ReceivedLight()
        if let sums {
          // Irradiance: n_z·A − n_x·B_x − n_y·B_y for each colour.
          @inline(__always) func irradiance(_ channel: Int) -> Float8 {
            let plane = sums + (channel &* planeStride + column)
            let (facing, slopeX) = (Lanes.load(plane), Lanes.load(plane + 3 &* planeStride))
            return normal.z * facing - normal.x * slopeX - normal.y * Lanes.load(plane + 6 &* planeStride)
          }
          let (red, green, blue) = (irradiance(0), irradiance(1), irradiance(2))
          received.front = LaneVector(Lanes.max(red, 0), Lanes.max(green, 0), Lanes.max(blue, 0))
          received.behind = LaneVector(Lanes.max(-red, 0), Lanes.max(-green, 0), Lanes.max(-blue, 0))
        }
        if let shares { shadows?.read(x: tile.x &+ column, y: y, into: shares) }
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
