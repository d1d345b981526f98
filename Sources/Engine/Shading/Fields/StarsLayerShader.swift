import Colorimetry
import Lanes
import Model
import Raster

/// Draws stars: soft discs, each of which twinkles by a sine of its own.
///
/// The stars are listed once, sorted by bands of rows, so that a tile looks only at stars near it. Each star is drawn as a soft disc 1.5
/// times its size. Stars smaller than two pixels across are drawn as fainter stars of two pixels, so that a star's light does not depend
/// on its position between pixels.
final class StarsLayerShader: LayerShader, @unchecked Sendable {
  private let stars: Stars
  private let canvas: Canvas
  private let loopSeconds: Double?
  /// All stars near the frame, sorted by bands of rows.
  private let list: [Star]
  /// The index of each band's first star, and at the end the number of stars.
  private let bandStarts: [Int]
  /// The factor of each star's colour at the time of the frame: intensity × twinkling.
  private var intensities: [Float]
  private var isReady = false

  private struct Star {
    /// Frame pixels.
    var x, y: Float
    var radius: Float
    /// Premultiplied, times the star's brightness.
    var color: SIMD4<Float>
    /// The star's twinkling: the phase at time 0 in cycles, and the cycles per second for a speed of 1.
    var phase, frequency: Double
  }

  /// The channels of a star's random numbers.
  private enum Channel {
    static let x: UInt32 = 1
    static let y: UInt32 = 2
    static let rank: UInt32 = 3
    static let color: UInt32 = 4
    static let phase: UInt32 = 5
    static let frequency: UInt32 = 6
  }

  /// The height of a band in pixels, and the margin around the frame in which stars are kept. No star's radius is larger, so a tile can be
  /// reached only by stars of the bands that it meets and of the bands next to these.
  private let bandRows: Int
  private static let minimumBandRows = 64
  /// The radius of a soft disc ÷ that of the sharp disc it stands for. The soft disc has ¾ of the sharp disc's light.
  private static let softGrowth = 1.5

  init(_ stars: Stars, in context: ShaderContext) {
    self.stars = stars
    let canvas = context.canvas
    self.canvas = canvas
    loopSeconds = context.loopSeconds
    let stream = StreamKey(seed: canvas.seed, path: context.pathHash ^ CounterHash.mix64(UInt64(stars.variant)))
    let encoding = canvas.blending.encoding
    let pixelsPerPoint = canvas.pixelsPerPoint
    // Squares of 1,000 points are filled outwards from the canvas's middle, so that a wider canvas has the same stars and more.
    let side = 1000.0
    let columns = Int((canvas.widthPoints / side / 2).rounded(.up))
    let rows = Int((canvas.heightPoints / side / 2).rounded(.up))
    // A square has 100 times the area of 100 × 100 points, for which `density` is stated.
    let count = min(Int((stars.density * 100).rounded()), 10_000)
    var list: [Star] = []
    for row in -rows..<max(rows, 0) {
      for column in -columns..<max(columns, 0) {
        for index in 0..<count {
          // Unique for each square and each star in it.
          let number = (UInt64(bitPattern: Int64(row * 4096 + column)) &* 65536) &+ UInt64(index)
          let key = stream.key(index: number)
          let x = (Double(column) + Double(key.uniform(channel: Channel.x))) * side + canvas.widthPoints / 2
          let y = (Double(row) + Double(key.uniform(channel: Channel.y))) * side + canvas.heightPoints / 2
          // From 0, the smallest and faintest star, to 1.
          let uniform = Double(key.uniform(channel: Channel.rank))
          var rank = uniform
          if stars.faintness > 0 { rank = Double(Lanes.pow(Float(max(uniform, 1e-6)), Float(stars.faintness))) }
          let size = stars.smallest + (stars.size - stars.smallest) * rank
          let colorIndex = min(
            Int(key.uniform(channel: Channel.color) * Float(stars.colors.count)), stars.colors.count - 1)
          let radius = size * pixelsPerPoint / 2
          // A disc with a radius below one pixel is drawn with a radius of one pixel, and fainter by the ratio of the areas.
          let areaRatio = min(radius / 1.0, 1) * min(radius / 1.0, 1)
          let brightness = (0.25 + 0.75 * rank) * areaRatio
          let color = SIMD4<Float>(stars.colors[colorIndex].premultiplied(encoding) * brightness)
          list.append(
            Star(
              x: Float(x * pixelsPerPoint), y: Float(y * pixelsPerPoint),
              radius: Float(max(radius, 1) * StarsLayerShader.softGrowth), color: color,
              phase: Double(key.uniform(channel: Channel.phase)),
              frequency: 0.6 + 0.8 * Double(key.uniform(channel: Channel.frequency))))
        }
      }
    }
    let maximumRadius = max(max(stars.smallest, stars.size) * pixelsPerPoint / 2, 1) * StarsLayerShader.softGrowth
    bandRows = max(StarsLayerShader.minimumBandRows, Int(maximumRadius.rounded(.up)) + 1)
    let margin = Float(bandRows)
    list = list.filter {
      $0.x > -margin && $0.y > -margin && $0.x < Float(canvas.widthPixels) + margin
        && $0.y < Float(canvas.heightPixels) + margin
    }
    // Sort by bands; within a band stars keep their order.
    let bandCount = (canvas.heightPixels + 2 * bandRows) / bandRows + 1
    var sorted: [[Star]] = Array(repeating: [], count: bandCount)
    for star in list { sorted[StarsLayerShader.band(of: star.y, rows: bandRows, count: bandCount)].append(star) }
    var starts = [0]
    for band in sorted { starts.append(starts[starts.count - 1] + band.count) }
    self.list = sorted.flatMap { $0 }
    bandStarts = starts
    intensities = Array(repeating: 1, count: self.list.count)
  }

  /// The band that contains the frame coordinate `y`. The first band lies above the frame.
  private static func band(of y: Float, rows: Int, count: Int) -> Int {
    min(max(Int((y + Float(rows)) / Float(rows)), 0), count - 1)
  }

  var contentVersion: Int? { stars.isConstant ? 0 : nil }
  /// A few stars included.
  var pixelNanoseconds: Double { 0.5 + Stars.pixelNanoseconds }
  var isEmpty: Bool { list.isEmpty }

  func update(at clock: AnimationClock) {
    if contentVersion == 0 && isReady { return }
    isReady = true
    let intensity = Float(stars.intensity.value(at: clock))
    let twinkle = Float(stars.twinkle.value(at: clock))
    for index in list.indices {
      let star = list[index]
      let phase = FieldTime.phase(
        at: clock.local, frequency: stars.twinkleSpeed * star.frequency, loopSeconds: loopSeconds)
      let wave = Lanes.sincosTurns(Float(star.phase + phase)).sin
      // Squaring makes a star dim for long and bright for a moment. The square's mean is 3/8; the factor 1.6 raises it to 0.6.
      let unitWave = 0.5 + 0.5 * wave
      intensities[index] = intensity * (1 - twinkle + twinkle * unitWave * unitWave * 1.6)
    }
  }

  func markDirty(_ blocks: DirtyBlocks, rect: PixelRect) -> Bool {
    forEachStar(rect) { star, _ in
      blocks.markDirty(
        left: Int((star.x - star.radius).rounded(.down)) - rect.x - 1,
        top: Int((star.y - star.radius).rounded(.down)) - rect.y - 1,
        right: Int((star.x + star.radius).rounded(.up)) - rect.x + 1,
        bottom: Int((star.y + star.radius).rounded(.up)) - rect.y + 1)
    }
    return true
  }

  /// Calls `body` with each star whose disc may meet a tile at `rect`, and the star's entry in `intensities`.
  @inline(__always)
  private func forEachStar(_ rect: PixelRect, _ body: (Star, Float) -> Void) {
    let count = bandStarts.count - 1
    let reach = Float(bandRows)
    let first = StarsLayerShader.band(of: Float(rect.y) - reach, rows: bandRows, count: count)
    let last = StarsLayerShader.band(of: Float(rect.endY) + reach, rows: bandRows, count: count)
    let (left, right) = (Float(rect.x), Float(rect.endX))
    let (top, bottom) = (Float(rect.y), Float(rect.endY))
    for index in bandStarts[first]..<bandStarts[last + 1] {
      let star = list[index]
      if star.x + star.radius < left || star.x - star.radius > right { continue }
      if star.y + star.radius < top || star.y - star.radius > bottom { continue }
      body(star, intensities[index])
    }
  }

  func shade(into tile: Tile, blocks: OccupiedBlocks, scratch: AlignedBuffer<Float>, writesAlpha: Bool) -> Bool {
    blocks.reset(width: tile.width, height: tile.height)
    var isTouched = false
    forEachStar(tile.rect) { star, intensity in
      draw(star, intensity, tile, blocks)
      isTouched = true
    }
    // Overlapping discs add up; an `srgb` canvas holds no values above 1.
    if isTouched && canvas.blending == .srgb {
      for row in 0..<tile.height {
        let out = tile.row(row, plane: 0)
        blocks.forEach(row: row) { column in
          for plane in 0..<4 {
            let pixel = out + (plane &* tile.width &+ column)
            Lanes.store(Lanes.min(Lanes.load(pixel), 1), to: pixel)
          }
        }
      }
    }
    return isTouched
  }

  /// Adds a star's disc to a tile: the star's colour × `intensity` × (1 − d²/r²)² at distance d from its centre.
  private func draw(_ star: Star, _ intensity: Float, _ tile: Tile, _ blocks: OccupiedBlocks) {
    let top = max(Int((star.y - star.radius - 0.5).rounded(.up)) - tile.y, 0)
    let bottom = min(Int((star.y + star.radius - 0.5).rounded(.down)) - tile.y, tile.height - 1)
    let left = max((Int((star.x - star.radius).rounded(.down)) - tile.x) & ~7, 0)
    let right = min(Int((star.x + star.radius).rounded(.up)) - tile.x, tile.width)
    if top > bottom || left >= right { return }
    let inverse = 1 / (star.radius * star.radius)
    let color = star.color * intensity
    for row in top...bottom {
      let out = tile.row(row, plane: 0)
      blocks.mark(row: row, columns: left..<right) { column in
        for plane in 0..<4 { Lanes.store(Float8(), to: out + (plane &* tile.width &+ column)) }
      }
      let dy = Float(tile.y + row) + 0.5 - star.y
      var column = left
      while column < right {
        let dx = Lanes.laneNumbers + (Float(tile.x + column) + 0.5 - star.x)
        let falloff = Lanes.max(1 - (dx * dx + dy * dy) * inverse, 0)
        let weight = falloff * falloff
        add(weight * color.x, to: out + column)
        add(weight * color.y, to: out + (tile.width &+ column))
        add(weight * color.z, to: out + (2 &* tile.width &+ column))
        let alpha = out + (3 &* tile.width &+ column)
        Lanes.store(Lanes.min(Lanes.load(alpha) + weight * color.w, 1), to: alpha)
        column &+= 8
      }
    }
  }
}

extension Stars: ShadedSource {
  func makeShader(in context: ShaderContext) -> any LayerShader { StarsLayerShader(self, in: context) }

  func cost(in frame: CostedFrame) -> SourceCost {
    // The density is stated for 100 × 100 points.
    let count = density * frame.canvas.widthPoints * frame.canvas.heightPoints / 10_000
    // `size` is the diameter of the brightest stars, `smallest` that of the faintest. A preset may make the faintest the larger ones.
    let diameterPixels = max(size, smallest) * frame.canvas.pixelsPerPoint
    // 100 ns for any star, and 5 for a pixel of the square around it.
    return SourceCost(
      nanoseconds: frame.pixels * Self.pixelNanoseconds + count * (100 + 5 * diameterPixels * diameterPixels),
      remedy: "a lower density")
  }

  /// Nanoseconds of one core for a pixel besides the stars.
  fileprivate static let pixelNanoseconds = 0.1
}
