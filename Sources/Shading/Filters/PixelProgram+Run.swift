import Lanes
import Raster

/// A copy of a pixel program that runs without touching arrays. It is loaded again whenever the program's numbers change.
final class PixelProgramMemory: @unchecked Sendable {
  private let coefficients = AlignedBuffer<Float>(count: 0)
  private let tables = AlignedBuffer<Float>(count: 0)
  private let seeds = AlignedBuffer<UInt32>(count: 0)
  private let steps = AlignedBuffer<PixelProgram.Step>(count: 0)
  /// The number of steps.
  private(set) var count = 0

  /// Copies a program to the memory.
  func load(_ program: PixelProgram) {
    count = program.steps.count
    coefficients.resize(to: program.coefficients.count)
    tables.resize(to: program.tables.count)
    seeds.resize(to: count)
    steps.resize(to: count)
    for (index, value) in program.coefficients.enumerated() { coefficients[index] = value }
    for (index, value) in program.tables.enumerated() { tables[index] = value }
    for (index, value) in program.seeds.enumerated() { seeds[index] = value }
    for (index, step) in program.steps.enumerated() { steps[index] = step }
  }

  /// Replaces the pixels of a row.
  ///
  /// - Parameters:
  ///   - x: frame coordinate of the first pixel.
  ///   - y: frame coordinate of the row.
  func run(_ row: TileRow, x: Int, y: Int) {
    if count == 0 { return }
    runSteps(
      steps.base, count, coefficients.base, tables.base, seeds.base, row.plane(0), row.width, Float(x), Float(y))
  }
}

/// Runs a row of pixels through all steps, eight pixels at a time.
@inline(never)
private func runSteps(
  _ steps: UnsafeMutablePointer<PixelProgram.Step>, _ count: Int, _ coefficients: UnsafeMutablePointer<Float>,
  _ tables: UnsafeMutablePointer<Float>, _ seeds: UnsafeMutablePointer<UInt32>, _ pixels: UnsafeMutablePointer<Float>,
  _ width: Int, _ x: Float, _ y: Float
) {
  var column = 0
  while column < width {
    let pixel = pixels + column
    var red = Lanes.load(pixel)
    var green = Lanes.load(pixel + width)
    var blue = Lanes.load(pixel + 2 &* width)
    var alpha = Lanes.load(pixel + 3 &* width)
    // The number u of the steps' descriptions (`PixelProgram.Step`): alpha where colours are premultiplied, otherwise 1.
    var unit = alpha
    // The greatest channel where it is above 1, otherwise 1: `encode` divides by it, `decode` multiplies by it.
    var excess = Float8(repeating: 1)
    var index = 0
    while index < count {
      let k = coefficients + index &* PixelProgram.coefficientStride
      switch steps[index] {
      case .cover:
        alpha = Lanes.min(Lanes.max(Lanes.max(Lanes.max(red, green), blue), alpha), 1)
        unit = alpha
      case .scale:
        red *= k[0]
        green *= k[0]
        blue *= k[0]
      case .diagonal:
        red = red * k[0] + unit * k[3]
        green = green * k[1] + unit * k[4]
        blue = blue * k[2] + unit * k[5]
      case .matrix:
        let (r, g, b) = (red, green, blue)
        red = (r * k[0] + g * k[1]) + b * k[2]
        green = (r * k[3] + g * k[4]) + b * k[5]
        blue = (r * k[6] + g * k[7]) + b * k[8]
      case .affine:
        let (r, g, b) = (red, green, blue)
        red = (r * k[0] + g * k[1]) + (b * k[2] + unit * k[9])
        green = (r * k[3] + g * k[4]) + (b * k[5] + unit * k[10])
        blue = (r * k[6] + g * k[7]) + (b * k[8] + unit * k[11])
      case .clamp:
        red = Lanes.clamp(red, Float8(), unit)
        green = Lanes.clamp(green, Float8(), unit)
        blue = Lanes.clamp(blue, Float8(), unit)
      case .clampBelow:
        red = Lanes.max(red, 0)
        green = Lanes.max(green, 0)
        blue = Lanes.max(blue, 0)
      case .fade:
        red *= k[0]
        green *= k[0]
        blue *= k[0]
        alpha *= k[0]
        unit = alpha
      case .fadeAlpha: alpha *= k[0]
      case .fullMatrix:
        let (r, g, b, a) = (red, green, blue, alpha)
        red = (r * k[0] + g * k[1]) + (b * k[2] + a * k[3]) + k[4]
        green = (r * k[5] + g * k[6]) + (b * k[7] + a * k[8]) + k[9]
        blue = (r * k[10] + g * k[11]) + (b * k[12] + a * k[13]) + k[14]
        alpha = Lanes.clamp((r * k[15] + g * k[16]) + (b * k[17] + a * k[18]) + k[19], 0, 1)
      case .straighten:
        let inverse = 1 / Lanes.max(alpha, 1e-30)
        red *= inverse
        green *= inverse
        blue *= inverse
        unit = Float8(repeating: 1)
      case .premultiply:
        red *= alpha
        green *= alpha
        blue *= alpha
        unit = alpha
      case .encode:
        excess = Lanes.max(Lanes.max(Lanes.max(red, green), blue), 1)
        let inverse = 1 / excess
        red = encodeSRGB(Lanes.clamp(red * inverse, 0, 1))
        green = encodeSRGB(Lanes.clamp(green * inverse, 0, 1))
        blue = encodeSRGB(Lanes.clamp(blue * inverse, 0, 1))
      case .decode:
        red = decodeSRGB(red) * excess
        green = decodeSRGB(green) * excess
        blue = decodeSRGB(blue) * excess
      case .expose:
        red = exposed(red, k[0])
        green = exposed(green, k[0])
        blue = exposed(blue, k[0])
      case .levels:
        red = leveled(red, k)
        green = leveled(green, k)
        blue = leveled(blue, k)
      case .curves:
        red = lookedUp(red, in: tables + Lanes.wholeInRange(k[0]))
        green = lookedUp(green, in: tables + Lanes.wholeInRange(k[1]))
        blue = lookedUp(blue, in: tables + Lanes.wholeInRange(k[2]))
      case .posterize:
        red = Lanes.min(Lanes.floor(red * k[0]), k[1]) * k[2]
        green = Lanes.min(Lanes.floor(green * k[0]), k[1]) * k[2]
        blue = Lanes.min(Lanes.floor(blue * k[0]), k[1]) * k[2]
      case .duotone:
        // The tables hold premultiplied colours in the canvas's encoding; they are multiplied by the pixel's own alpha.
        let luminance = red * 0.2126 + green * 0.7152 + blue * 0.0722
        let straightLuminance = Lanes.max(luminance / Lanes.max(alpha, 1e-30), 0)
        let clampedLuminance = Lanes.min(straightLuminance, 1)
        let location = k[2] > 0 ? encodeSRGB(clampedLuminance) : clampedLuminance
        let table = tables + Lanes.wholeInRange(k[1])
        let colorFactor = alpha * Lanes.max(straightLuminance, 1)
        let tableStride = PixelProgram.tableStride
        red += (lookedUp(location, in: table) * colorFactor - red) * k[0]
        green += (lookedUp(location, in: table + tableStride) * colorFactor - green) * k[0]
        blue += (lookedUp(location, in: table + 2 &* tableStride) * colorFactor - blue) * k[0]
        alpha += (lookedUp(location, in: table + 3 &* tableStride) * alpha - alpha) * k[0]
        unit = alpha
      case .vignette:
        let dx = (Lanes.laneNumbers + (x + Float(column) - k[1])) * k[3]
        let dy = (y - k[2]) * k[3]
        let distance = Lanes.sqrt(dx * dx + dy * dy)
        let factor = 1 - k[0] * smoothStep(Lanes.clamp((distance - k[4]) * k[5], 0, 1))
        red *= factor
        green *= factor
        blue *= factor
      case .scanlines:
        let factor = 1 - k[0] * coveredShare(y, k)
        red *= factor
        green *= factor
        blue *= factor
      case .interlace:
        let share = k[0] * coveredShare(y, k)
        red += (unit * k[4] - red) * share
        green += (unit * k[5] - green) * share
        blue += (unit * k[6] - blue) * share
      case .grain:
        let cellX = (Lanes.laneNumbers + (x + Float(column) + 0.5)) * k[1]
        let cellY = Float8(repeating: (y + 0.5) * k[1])
        let luminance = red * 0.2126 + green * 0.7152 + blue * 0.0722
        let weight = luminance * (1 - luminance) * k[0]
        let seed = seeds[index]
        let gray = ValueNoise.at(cellX, cellY, seed: seed)
        if k[2] > 0 {
          // Two more seeds, arbitrary, so that green and blue have noises of their own.
          let greenNoise = ValueNoise.at(cellX, cellY, seed: seed &+ 0x51ed_270b)
          let blueNoise = ValueNoise.at(cellX, cellY, seed: seed &+ 0xa3da_4e16)
          red = Lanes.clamp(red + gray * weight, 0, 1)
          green = Lanes.clamp(green + (gray + (greenNoise - gray) * k[2]) * weight, 0, 1)
          blue = Lanes.clamp(blue + (gray + (blueNoise - gray) * k[2]) * weight, 0, 1)
        } else {
          red = Lanes.clamp(red + gray * weight, 0, 1)
          green = Lanes.clamp(green + gray * weight, 0, 1)
          blue = Lanes.clamp(blue + gray * weight, 0, 1)
        }
      }
      index &+= 1
    }
    Lanes.store(red, to: pixel)
    Lanes.store(green, to: pixel + width)
    Lanes.store(blue, to: pixel + 2 &* width)
    Lanes.store(alpha, to: pixel + 3 &* width)
    column &+= 8
  }
}

/// The encoded value whose light is that of `value` times `factor`, at most white.
@inline(__always)
private func exposed(_ value: Float8, _ factor: Float) -> Float8 {
  encodeSRGB(Lanes.clamp(decodeSRGB(Lanes.clamp(value, 0, 1)) * factor, 0, 1))
}

/// A value after the step `PixelProgram.Step.levels` with the coefficients k.
@inline(__always)
private func leveled(_ value: Float8, _ k: UnsafeMutablePointer<Float>) -> Float8 {
  let share = Lanes.clamp((value - k[0]) * k[1], 0, 1)
  let bent = k[2] == 1 ? share : Lanes.pow(share, k[2])
  return Lanes.clamp(bent * k[3] + k[4], 0, 1)
}

/// The values of a table at eight locations of 0...1, interpolated linearly.
@inline(__always)
private func lookedUp(_ location: Float8, in table: UnsafeMutablePointer<Float>) -> Float8 {
  let position = Lanes.clamp(location, 0, 1) * Float(PixelProgram.tableIntervals)
  let indices = Lanes.truncateInRange(position)
  let fraction = position - Lanes.float(indices)
  var (low, high) = (Float8(), Float8())
  for lane in 0..<8 {
    let entry = table + Int(indices[lane])
    low[lane] = entry[0]
    high[lane] = entry[1]
  }
  return low + (high - low) * fraction
}

/// The share of a row of pixels, from y to y + 1, that lines cover: spacing k[1], thickness k[2], offset k[3], all in pixels.
@inline(__always)
private func coveredShare(_ y: Float, _ k: UnsafeMutablePointer<Float>) -> Float {
  /// The pixels that lines cover from their origin to `end`.
  func covered(_ end: Float) -> Float {
    let count = (end / k[1]).rounded(.down)
    return count * k[2] + min(end - count * k[1], k[2])
  }
  let top = y - k[3]
  return min(max(covered(top + 1) - covered(top), 0), 1)
}
