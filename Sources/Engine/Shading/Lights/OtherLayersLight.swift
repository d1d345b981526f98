import Lanes
import Model
import Raster

/// The light that other layers shed on a layer, and their shadows on it.
final class OtherLayersLight: @unchecked Sendable {
  private let lighting: Filter.Lighting
  private let canvas: Canvas
  private let lights: [LightOfLayer]
  private let shadows: ShadowsOnLayer?
  private let hasRelief: Bool

  /// Nil where there is neither light nor shadow.
  ///
  /// - Parameter area: the pixels of what is lit: of the layer's own plane, or of the frame.
  init?(
    _ lighting: Filter.Lighting, _ sources: [any LayerLightSource], canvas: Canvas, area: PixelRect, hasRelief: Bool
  ) {
    (self.lighting, self.canvas, self.hasRelief) = (lighting, canvas, hasRelief)
    let plane = LayerPlane(of: lighting.transform, at: AnimationClock(0), on: canvas)
    let receiver = ReceiverPlane(plane, pixelsPerPoint: canvas.pixelsPerPoint)
    let casters = lighting.casters(among: sources)
    shadows = ShadowsOnLayer(lighting, casters: casters, on: receiver, area: area)
    lights = lighting.layerLights.compactMap { light in
      sources.first { $0.isLight(lighting.lights[light.index], on: canvas) }.map {
        LightOfLayer(
          $0, light.light, casters: light.light.shadow.isZero ? [] : casters, on: receiver, canvas: canvas, area: area,
          hasRelief: hasRelief)
      }
    }
    if lights.isEmpty, shadows == nil { return nil }
  }

  /// Grows with each change. Each count only grows, so equal sums are equal counts.
  var changeCount: Int { lights.reduce(shadows?.changeCount ?? 0) { $0 + $1.changeCount } }

  /// - Parameter inverse: from the frame's pixels to the layer's; nil for a layer that is lit in its own plane.
  func update(at clock: AnimationClock, seenThrough inverse: Projection?) {
    let plane = LayerPlane(of: lighting.transform, at: clock, on: canvas)
    let receiver = ReceiverPlane(plane, inverse: inverse, pixelsPerPoint: canvas.pixelsPerPoint)
    let seenSide: Float = plane.isSeenFromBehind(lighting.transform, on: canvas, at: clock.canvas) ? -1 : 1
    for light in lights { light.update(at: clock, on: receiver, seenSide: seenSide) }
    shadows?.update(at: clock, on: receiver)
  }

  /// Sets the pixels that will be read in the current frame; called after `update`.
  func limit(to box: PixelRect) {
    for light in lights { light.limit(to: box) }
    shadows?.limit(to: box)
  }

  var taskCounts: [Int] { lights.flatMap(\.taskCounts) + (shadows.map { [$0.taskCount] } ?? []) }

  func perform(pass: Int, task: Int, scratch: AlignedBuffer<Float>) {
    var pass = pass
    for light in lights {
      let count = light.taskCounts.count
      if pass < count { return light.perform(pass: pass, task: task, scratch: scratch) }
      pass -= count
    }
    shadows?.perform(task: task)
  }

  // MARK: Reading

  /// The light of layers on the pixels of a row, and the shares of lights at eight of them.
  struct Row {
    /// A, then B_x and B_y for a relief, of three colours each; nil without light of layers.
    fileprivate(set) var sums: UnsafeMutablePointer<Float>?
    fileprivate(set) var planeStride = 0
    fileprivate(set) var hasRelief = false
    /// For each light besides ambient ones, eight shares that are not in the shadow; nil without shadows.
    fileprivate(set) var shares: UnsafeMutablePointer<Float>?

    /// The light on eight pixels: n_z·A − n_x·B_x − n_y·B_y for each colour.
    @inline(__always)
    func light(at column: Int, normal: LaneVector) -> ReceivedLight {
      var received = ReceivedLight()
      guard let sums else { return received }
      @inline(__always) func irradiance(_ channel: Int) -> Float8 {
        let plane = sums + (channel &* planeStride &+ column)
        let facing = Lanes.load(plane)
        guard hasRelief else { return facing }
        let slopeX = Lanes.load(plane + 3 &* planeStride)
        return normal.z * facing - normal.x * slopeX - normal.y * Lanes.load(plane + 6 &* planeStride)
      }
      let (red, green, blue) = (irradiance(0), irradiance(1), irradiance(2))
      received.front = LaneVector(Lanes.max(red, 0), Lanes.max(green, 0), Lanes.max(blue, 0))
      received.behind = LaneVector(Lanes.max(-red, 0), Lanes.max(-green, 0), Lanes.max(-blue, 0))
      return received
    }
  }

  /// Sums the light on the pixels of a row.
  ///
  /// - Parameters:
  ///   - row, column: in pixels of what is lit.
  ///   - sourceCount: number of lights besides ambient ones.
  func read(row: Int, from column: Int, count: Int, sourceCount: Int, scratch: AlignedBuffer<Float>) -> Row {
    let planeStride = (count + 15) / 8 * 8
    let planeCount = lights.isEmpty ? 0 : hasRelief ? 9 : 3
    let shareCount = shadows == nil ? 0 : 8 * sourceCount
    let memory = lights.reduce(0) { max($0, $1.memoryCount(from: column, count: count)) }
    scratch.resize(to: 2 * planeCount * planeStride + shareCount + memory)
    var result = Row(planeStride: planeStride, hasRelief: hasRelief)
    let (sums, shares) = (scratch.base, scratch.base + 2 * planeCount * planeStride)
    if !lights.isEmpty {
      sums.update(repeating: 0, count: planeCount * planeStride)
      for light in lights {
        light.add(
          row: row, from: column, count: count, to: sums, planeStride: planeStride,
          reading: sums + planeCount * planeStride, memory: shares + shareCount)
      }
      result.sums = sums
    }
    if shadows != nil {
      shares.update(repeating: 1, count: shareCount)
      result.shares = shares
    }
    return result
  }

  /// Writes the shares of lights at eight pixels.
  func readShares(x: Int, y: Int, into shares: UnsafeMutablePointer<Float>) { shadows?.read(x: x, y: y, into: shares) }
}
