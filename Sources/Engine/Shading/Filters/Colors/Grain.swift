import Lanes
import Model

extension Filter.Grain: ColorFilterKind {
  static let pixelNanoseconds = 4.8
  var isNewInEachFrame: Bool { true }
  func isIdentity(at clock: AnimationClock) -> Bool { amount.has(0, at: clock) }

  func append(to program: inout PixelProgram, at moment: CanvasMoment) {
    // The seed follows from the canvas's time: frames have different grain, which does not depend on what was drawn before, and in a loop
    // frame N is frame 0.
    let seed = CounterHash.mix64(
      moment.clock.canvas.bitPattern ^ moment.canvas.seed &+ UInt64(variant) &* 0x9e37_79b9)
    let isOfLight = ofLight && moment.canvas.blending == .linear
    if isOfLight { program.enterCanvasValues() } else { program.enterEncoded() }
    let chroma = Float(moment.value(chroma))
    // Times 4, since the grain's factor L·(1 − L) is at most ¼.
    let step = GrainStep(
      amount: Float(4 * moment.value(amount)), grainsPerPixel: Float(1 / max(moment.pixels(size), 0.01)),
      chroma: chroma, seed: UInt32(truncatingIfNeeded: seed),
      firstPlane: program.reserveRowPlanes(GrainStep.planeCount(chroma: chroma)))
    program.append(isOfLight ? .lightGrain(step) : .grain(step))
  }
}

/// Adds noise, most where the luminance is in the middle.
///
/// The noise is `ValueNoise` at the pixels' places in a lattice of grains, of one seed or, with coloured grain, of three. It is
/// interpolated along the lattice's lines first and then between two lines. Lines that were interpolated for the row above are used
/// again, which takes two thirds of the hashes away where a grain is one and a half pixels.
struct GrainStep {
  /// The noise's factor, besides L·(1 − L) for the luminance L.
  let amount: Float
  let grainsPerPixel: Float
  /// The share of coloured grain.
  let chroma: Float
  let seed: UInt32
  /// The first of the step's planes in the row's memory. For each noise there is a plane of the row's values; then follow the planes of an
  /// even line of the lattice and those of an odd one.
  let firstPlane: Int

  static func planeCount(chroma: Float) -> Int { 3 * noiseCount(chroma: chroma) }
  private static func noiseCount(chroma: Float) -> Int { chroma > 0 ? 3 : 1 }

  @inline(__always)
  func apply(to pixels: inout ColorPixels, _ memory: UnsafeMutablePointer<Float>, planeStride: Int) {
    let noise = memory + firstPlane &* planeStride
    let luminance = pixels.red * 0.2126 + pixels.green * 0.7152 + pixels.blue * 0.0722
    let weight = luminance * (1 - luminance) * amount
    let (green, blue) = chroma > 0 ? (noise + planeStride, noise + 2 &* planeStride) : (noise, noise)
    pixels.red = Lanes.clamp(pixels.red + Lanes.load(noise) * weight, 0, 1)
    pixels.green = Lanes.clamp(pixels.green + Lanes.load(green) * weight, 0, 1)
    pixels.blue = Lanes.clamp(pixels.blue + Lanes.load(blue) * weight, 0, 1)
  }

  /// Multiplies linear light, premultiplied or straight, by 1 + amount · s · (1 − s) · noise with s = L/(L + 0.18): most at a luminance L of
  /// middle grey, half as much at white, hardly at all far above.
  @inline(__always)
  func applyToLight(_ pixels: inout ColorPixels, _ memory: UnsafeMutablePointer<Float>, planeStride: Int) {
    let noise = memory + firstPlane &* planeStride
    let luminance = Lanes.max(pixels.red * 0.2126 + pixels.green * 0.7152 + pixels.blue * 0.0722, 0)
    let inverse = 1 / (luminance + 0.18)
    let weight = (luminance * inverse) * inverse * (0.18 * amount)
    let (green, blue) = chroma > 0 ? (noise + planeStride, noise + 2 &* planeStride) : (noise, noise)
    pixels.red *= Lanes.max(1 + Lanes.load(noise) * weight, 0)
    pixels.green *= Lanes.max(1 + Lanes.load(green) * weight, 0)
    pixels.blue *= Lanes.max(1 + Lanes.load(blue) * weight, 0)
  }

  /// Writes the noise of a row of pixels to its memory.
  func computeNoise(_ memory: RowMemory, x: Float, y: Float, width: Int) {
    let stride = Self.noiseCount(chroma: chroma) &* width
    let noise = memory.floats + firstPlane &* width
    let (line, fraction) = lattice(y)
    let lineAbove = lattice(y - 1).line
    @inline(__always) func values(ofLine line: UInt32) -> UnsafeMutablePointer<Float> {
      noise + (line & 1 == 0 ? stride : 2 &* stride)
    }
    @inline(__always) func makeSure(ofLine line: UInt32) {
      let isThere = memory.holdsRowAbove && (line == lineAbove || line == lineAbove &+ 1)
      if !isThere { interpolate(line, x: x, width: width, into: values(ofLine: line)) }
    }
    makeSure(ofLine: line)
    makeSure(ofLine: line &+ 1)
    mix(values(ofLine: line), values(ofLine: line &+ 1), NoiseLattice.fade(fraction), width: width, into: noise)
  }

  /// The line of the lattice at or above a row of pixels, and the row's distance from it in all lanes, 0...1.
  @inline(__always)
  private func lattice(_ y: Float) -> (line: UInt32, fraction: Float8) {
    let (points, fraction) = NoiseLattice.cell(Float8(repeating: (y + 0.5) * grainsPerPixel), period: 0)
    return (points.low[0], fraction)
  }

  /// Interpolates each noise along a line of the lattice.
  @inline(never)
  private func interpolate(_ line: UInt32, x: Float, width: Int, into values: UnsafeMutablePointer<Float>) {
    // Two more seeds, arbitrary, so that green and blue have noises of their own.
    let term = line &* NoiseLattice.yFactor &+ seed
    let (greenTerm, blueTerm) = (term &+ 0x51ed_270b, term &+ 0xa3da_4e16)
    var column = 0
    while column < width {
      let place = (Lanes.laneNumbers + (x + Float(column) + 0.5)) * grainsPerPixel
      let (points, fraction) = NoiseLattice.cell(place, period: 0)
      let (leftTerm, rightTerm) = (points.low &* NoiseLattice.xFactor, points.next &* NoiseLattice.xFactor)
      let share = NoiseLattice.fade(fraction)
      @inline(__always) func value(_ term: UInt32) -> Float8 {
        let a = ValueNoise.value(NoiseLattice.hash(leftTerm &+ term))
        let b = ValueNoise.value(NoiseLattice.hash(rightTerm &+ term))
        return a + (b - a) * share
      }
      Lanes.store(value(term), to: values + column)
      if chroma > 0 {
        Lanes.store(value(greenTerm), to: values + (column &+ width))
        Lanes.store(value(blueTerm), to: values + (column &+ 2 &* width))
      }
      column &+= 8
    }
  }

  /// Interpolates each noise between two lines, and mixes the noises by `chroma`.
  @inline(never)
  private func mix(
    _ upper: UnsafeMutablePointer<Float>, _ lower: UnsafeMutablePointer<Float>, _ share: Float8, width: Int,
    into noise: UnsafeMutablePointer<Float>
  ) {
    var column = 0
    while column < width {
      @inline(__always) func value(_ plane: Int) -> Float8 {
        let (top, bottom) = (Lanes.load(upper + (column &+ plane)), Lanes.load(lower + (column &+ plane)))
        return top + (bottom - top) * share
      }
      let gray = value(0)
      Lanes.store(gray, to: noise + column)
      if chroma > 0 {
        Lanes.store(gray + (value(width) - gray) * chroma, to: noise + (column &+ width))
        Lanes.store(gray + (value(2 &* width) - gray) * chroma, to: noise + (column &+ 2 &* width))
      }
      column &+= 8
    }
  }
}
