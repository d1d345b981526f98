import Lanes
import Model
import Raster

/// Mixes the two sides of a transition, depending on how far the transition has passed each pixel.
///
/// Most kinds give each pixel a value, in pixels of the frame, and show the second side where the value is below a threshold that grows with
/// the progress. Edges are one pixel wide, or as wide as `softness`. Circles, diamonds, wind and the crosswarp follow GL Transitions and Paul
/// Hudson's Inferno.
package final class TransitionCombiner: PixelCombiner, @unchecked Sendable {
  private let transition: Transition
  private let canvas: Canvas
  private let seed: UInt64
  private let isConstant: Bool

  private var progress = 0.0
  /// The point from which distances and angles are measured, in frame pixels.
  private var center = SIMD2<Float>()
  /// The side of a cell in pixels; also the length over which the wind fades.
  private var cellSide: Float = 1
  private var axis = TransitionAxis(angle: 90, width: 1, height: 1)
  /// The soft edge of a crosswarp.
  private var front = TransitionFront(angle: 90, progress: 0, width: 1, height: 1)
  /// The value below which the second side is shown, and half of the width of the edge between the sides.
  private var threshold: Float = 0
  private var halfEdge: Float = 0.5

  /// - Parameter path: the layer's path hash, which seeds the gusts of wind.
  package init(_ transition: Transition, canvas: Canvas, path: UInt64) {
    self.transition = transition
    self.canvas = canvas
    let key = StreamKey(seed: canvas.seed, path: path)
    seed = UInt64(key.lowHalf) << 32 | UInt64(key.highHalf)
    isConstant = transition.animatedValues.areConstant
  }

  package var contentVersion: Int? { isConstant ? 0 : nil }

  package func update(at clock: AnimationClock) {
    let scale = canvas.pixelsPerPoint
    let (width, height) = (Double(canvas.widthPixels), Double(canvas.heightPixels))
    progress = min(max(transition.progress.value(at: clock), 0), 1)
    let angle = transition.angle.value(at: clock)
    axis = TransitionAxis(angle: angle, width: canvas.widthPixels, height: canvas.heightPixels)
    front = TransitionFront(
      angle: angle, progress: progress, width: canvas.widthPixels, height: canvas.heightPixels)
    var middle = SIMD2(width, height) / 2
    if let point = transition.center { middle = SIMD2(point.x.value(at: clock), point.y.value(at: clock)) * scale }
    center = SIMD2<Float>(middle)
    let size = max(transition.size.value(at: clock) * scale, 2)
    cellSide = Float(size)
    let half = max(transition.softness.value(at: clock) * scale / 2, 0.5)
    halfEdge = Float(half)
    let greatestValue: Double
    switch transition.kind {
    case .wipe: greatestValue = axis.length
    case .iris:
      let corner = SIMD2(max(middle.x, width - middle.x), max(middle.y, height - middle.y))
      greatestValue = (corner * corner).sum().squareRoot()
    // √½, rounded up: from a cell's centre to its corner. A wave needs `waveCells` more to pass all cells.
    case .circles: greatestValue = size * 0.708
    case .circleWave: greatestValue = size * (0.708 + Self.waveCells)
    case .diamonds: greatestValue = size
    case .diamondWave: greatestValue = size * (1 + Self.waveCells)
    default: greatestValue = 1
    }
    threshold = Float(progress * (greatestValue + 2 * half) - half)
  }

  /// How much later a wave's last cells begin than its first, in cells.
  private static let waveCells = 2.0

  package func combine(_ first: Tile, with second: Tile) {
    if progress <= 0 { return }
    for row in 0..<first.height {
      let (onto, from) = (first.row(row, plane: 0), second.row(row, plane: 0))
      let width = first.width
      if progress >= 1 {
        onto.update(from: from, count: 4 &* width)
        continue
      }
      let y = Float(first.y + row) + 0.5
      let lag = transition.kind == .wind ? self.lag(row: first.y + row) : 0
      var column = 0
      while column < width {
        let x = Lanes.laneNumbers + (Float(first.x + column) + 0.5)
        let share = share(x, y, lag)
        for plane in 0..<4 {
          let offset = plane &* width &+ column
          Lanes.store(Lanes.mix(Lanes.load(onto + offset), Lanes.load(from + offset), share), to: onto + offset)
        }
        column &+= 8
      }
    }
  }

  /// The share of the second side in eight pixels of a row.
  @inline(__always)
  private func share(_ x: Float8, _ y: Float, _ lag: Float) -> Float8 {
    switch transition.kind {
    case .fade, .pixellate, .swirl: return Float8(repeating: Float(progress))
    case .crosswarp: return front.passed(x, y)
    case .wipe: return edge(along(x, y))
    case .iris: return edge(Self.distance(x - center.x, Float8(repeating: y - center.y)))
    case .radial: return radial(x - center.x, y - center.y)
    case .circles: return edge(valueInCell(x, y) { Self.distance($0, $1) })
    case .diamonds: return edge(valueInCell(x, y) { Lanes.abs($0) + Lanes.abs($1) })
    case .circleWave: return edge(valueInCell(x, y) { Self.distance($0, $1) } + delay(x, y))
    case .diamondWave: return edge(valueInCell(x, y) { Lanes.abs($0) + Lanes.abs($1) } + delay(x, y))
    case .wind: return wind(x, y, lag)
    }
  }

  /// 1 for values below the threshold, 0 above it, with a linear edge in between.
  @inline(__always)
  private func edge(_ value: Float8) -> Float8 {
    Lanes.clamp((threshold - value) * (0.5 / halfEdge) + 0.5, 0, 1)
  }

  @inline(__always)
  private static func distance(_ x: Float8, _ y: Float8) -> Float8 { Lanes.sqrt(x * x + y * y) }

  /// The distance from the axis's first corner along its direction, in pixels.
  @inline(__always)
  private func along(_ x: Float8, _ y: Float) -> Float8 {
    x * Float(axis.x) + (y * Float(axis.y) - Float(axis.start))
  }

  /// The result of `value` for the offsets of pixels from their cells' centres, in pixels. One cell is centred on `center`.
  @inline(__always)
  private func valueInCell(_ x: Float8, _ y: Float, _ value: (Float8, Float8) -> Float8) -> Float8 {
    let u = Lanes.fract((x - center.x) * (1 / cellSide) + 0.5) - 0.5
    let v = Lanes.fract(Float8(repeating: (y - center.y) / cellSide + 0.5)) - 0.5
    return value(u * cellSide, v * cellSide)
  }

  /// What a wave adds to the values of a cell, in pixels: the farther a position lies along the axis, the later the threshold passes it.
  @inline(__always)
  private func delay(_ x: Float8, _ y: Float) -> Float8 {
    along(x, y) * (cellSide * Float(Self.waveCells) / Float(axis.length))
  }

  /// The share of each pixel that lies in the sector passed by an edge that turns clockwise about the centre, from straight up.
  /// Both sides of the sector are as wide as the straight edge of `edge`, measured along a circle.
  @inline(__always)
  private func radial(_ x: Float8, _ y: Float) -> Float8 {
    let row = Float8(repeating: y)
    // Clockwise from up, in turns.
    let angle = Lanes.atan2(y: x, x: -row) * Float(1 / (2 * Double.pi))
    let turns = Lanes.select(angle .< 0, angle + 1, angle)
    // How much an edge's ramp rises in a turn. Near the centre a ramp is limited to one turn, so that the shares of all turns add up.
    let slope = Lanes.max(Self.distance(x, row) * (Float(2 * Double.pi) * 0.5 / halfEdge), 1)
    func ramp(_ turns: Float8) -> Float8 { Lanes.clamp(turns * slope + 0.5, 0, 1) }
    func covered(_ turns: Float8) -> Float8 { ramp(turns) - ramp(turns - Float(progress)) }
    // The sector as seen from the turns before and after, into which its soft sides reach.
    return Lanes.clamp(covered(turns - 1) + covered(turns) + covered(turns + 1), 0, 1)
  }

  /// How far the wind lags behind in a row: 0 ..< 1 of the length over which the wind fades.
  private func lag(row: Int) -> Float {
    // The index is in points, so that gusts are the same at every resolution.
    let index = Int((Double(row) / max(canvas.pixelsPerPoint, 1e-9)).rounded(.down))
    let bits = CounterHash.mix64(seed ^ UInt64(bitPattern: Int64(index)))
    return Float(bits >> 40) * 0x1p-24
  }

  /// The share of the second side where the wind carries it across the frame along the axis.
  @inline(__always)
  private func wind(_ x: Float8, _ y: Float, _ lag: Float) -> Float8 {
    // Lengths are fractions of the axis's length; the position 0 is where the wind comes from.
    let size = min(cellSide / Float(axis.length), 0.9)
    let position = along(x, y) * (1 / Float(axis.length))
    let ahead = position * (1 - size) + (size * lag - Float(progress) * (1 + size))
    return smoothStep(Lanes.clamp(ahead * (-1 / size), 0, 1))
  }
}
