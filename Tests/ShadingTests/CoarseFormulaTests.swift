import Model
import Shading
import TestSupport
import Testing

@Suite("Numbers that are computed at some of the pixels and interpolated") struct CoarseFormulaTests {
  private func inputs(scale: Double = 1) -> FormulaInputs {
    let canvas = Canvas(
      widthPoints: 640, heightPoints: 360, widthPixels: Int(640 * scale), heightPixels: Int(360 * scale),
      pixelsPerPoint: scale, duration: Rational(4), seed: 1, loops: false, blending: .linear)
    return FormulaInputs(canvas, at: AnimationClock(1.3), loopSeconds: nil, values: [])
  }

  private func outputs(
    _ program: FormulaProgram, scale: Double = 1, x: Float = 0.5, rows: Range<Int> = -3..<40, blocks: Int = 30,
    isCompiled: Bool = true
  ) -> [[Float]] {
    FieldFrame.outputs(of: program, inputs(scale: scale), x: x, rows: rows, blocks: blocks, isCompiled: isCompiled)
  }

  /// A wave whose greatest third derivatives along x and y are known, and numbers that depend on it.
  private func wave(spacing: Int?, length: Double = 40) -> FormulaProgram {
    let builder = FormulaBuilder(for: .pixels)
    let (x, y) = (builder.input(.x), builder.input(.y))
    let wave = (x * (1 / length) + y * (0.5 / length)).sine
    let value = spacing.map { builder.coarse(wave, spacing: $0) } ?? wave
    return builder.program([value, value * 3 + x, builder.call(.step, y * 0.05, value)])
  }

  @Test("quadratics are exact but for rounding", arguments: [2, 4, 8])
  func quadratics(spacing: Int) {
    let builder = FormulaBuilder(for: .pixels)
    let (x, y) = (builder.input(.x) * 0.01, builder.input(.y) * 0.01)
    let value = x * x * 0.7 - x * y * 1.3 + y * y * 0.4 + x
    let program = builder.program([builder.coarse(value, spacing: spacing), value])
    for isCompiled in [true, false] {
      let results = outputs(program, x: 240.5, isCompiled: isCompiled)
      for (coarse, exact) in zip(results[0], results[1]) { #expect(abs(coarse - exact) < 1e-4) }
    }
  }

  @Test("the error stays below that of Catmull-Rom splines, and is not 0", arguments: [2, 4, 8])
  func errors(spacing: Int) {
    let (coarse, exact) = (outputs(wave(spacing: spacing)), outputs(wave(spacing: nil)))
    let step = Double(spacing)
    // Third derivatives of sin(x ÷ 40 + y ÷ 80).
    let (alongX, alongY) = (1 / 40.0 / 40 / 40, 1 / 80.0 / 80 / 80)
    let bound = 3.0 / 64 * step * step * step * (alongX + 1.25 * alongY) + 1e-6
    let errors = zip(coarse[0], exact[0]).map { abs(Double($0) - Double($1)) }
    #expect(errors.max()! < bound)
    #expect(errors.max()! > bound / 40)
  }

  @Test("pixels at places of the grid have their own value")
  func places() {
    let rows = 0..<16
    let (coarse, exact) = (outputs(wave(spacing: 4), rows: rows), outputs(wave(spacing: nil), rows: rows))
    for row in stride(from: 0, to: 16, by: 4) {
      for column in stride(from: 0, to: 240, by: 4) {
        #expect(coarse[0][240 * row + column] == exact[0][240 * row + column])
      }
    }
  }

  @Test("a pixel does not depend on where strips and rows begin, nor on machine code", arguments: [2, 4, 8])
  func cuts(spacing: Int) {
    let program = wave(spacing: spacing)
    let whole = outputs(program, rows: 0..<40, blocks: 32)
    #expect(whole == outputs(program, rows: 0..<40, blocks: 32, isCompiled: false))
    for output in whole.indices {
      for (column, firstRow, rowCount) in [(8, 5, 20), (120, 11, 1), (200, 33, 7)] {
        let part = outputs(program, x: Float(column) + 0.5, rows: firstRow..<(firstRow + rowCount), blocks: 4)
        for row in 0..<rowCount {
          let start = 256 * (firstRow + row) + column
          #expect(Array(part[output][(32 * row)..<(32 * (row + 1))]) == Array(whole[output][start..<(start + 32)]))
        }
      }
    }
  }

  @Test("the spacing is in points: nothing is interpolated where it is a pixel, and it grows with the picture")
  func scales() {
    let builder = FormulaBuilder(for: .pixels)
    let value = (builder.input(.x) * 0.02 + builder.input(.y) * 0.01).sine
    let program = builder.program([builder.coarse(value, spacing: 4), value])
    let small = outputs(program, scale: 0.25)
    #expect(zip(small[0], small[1]).allSatisfy { $0 == $1 })
    func largestError(_ scale: Double) -> Float {
      let results = outputs(program, scale: scale, rows: 0..<24)
      return zip(results[0], results[1]).map { abs($0 - $1) }.max()!
    }
    // Half as many places in half as large a picture are as far apart on the canvas.
    #expect(largestError(1) > 0.5 * largestError(2))
    #expect(largestError(1) < 2 * largestError(2))
    #expect(largestError(0.5) < largestError(1) * 1.2)
  }

  @Test("samples between the centres of pixels are interpolated at their own places")
  func samples() {
    let builder = FormulaBuilder(for: .pixels)
    let value = builder.input(.x) * 0.5 + builder.input(.y) * 0.25
    let program = builder.program([builder.coarse(value, spacing: 4), value + 0])
    for x: Float in [0.125, 8.75, 0.25] {
      let results = outputs(program, x: x, rows: 0..<9)
      for (coarse, exact) in zip(results[0], results[1]) { #expect(abs(coarse - exact) < 1e-4) }
    }
  }

  @Test("interpolated numbers within interpolated ones, several spacings, and such as nothing reads")
  func nesting() {
    let builder = FormulaBuilder(for: .pixels)
    let (x, y) = (builder.input(.x) * 0.02, builder.input(.y) * 0.02)
    let inner = builder.coarse((x + y).sine, spacing: 2)
    let outer = builder.coarse(
      inner * y + builder.noise(.gradient(dimensions: 2), [x, y, builder.constant(0)])[0], spacing: 4)
    let other = builder.coarse((x * 2).cosine * y, spacing: 8)
    let plain = (x + y).sine * y + builder.noise(.gradient(dimensions: 2), [x, y, builder.constant(0)])[0]
    let program = builder.program([outer + other, outer, other, plain, inner])
    let results = outputs(program)
    #expect(results == outputs(program, isCompiled: false))
    for (coarse, exact) in zip(results[1], results[3]) { #expect(abs(coarse - exact) < 2e-3) }
    for index in results[0].indices { #expect(results[0][index] == results[1][index] + results[2][index]) }
    // What is the same along a row or a column is no less exact.
    #expect(builder.coarse(x, spacing: 4).rate == x.rate)
  }

  @Test("divided programs cost less")
  func costs() {
    func cost(_ program: FormulaProgram, scale: Double) -> Double {
      DividedProgram(program, pixelsPerPoint: scale).costPerPixel { $0.source.additions }
    }
    func noise(spacing: Int?) -> FormulaProgram {
      let builder = FormulaBuilder(for: .pixels)
      let operands = [builder.input(.x), builder.input(.y), builder.constant(0)]
      let value = builder.noise(.fractal(dimensions: 2, octaves: 5), operands)[0]
      return builder.program([spacing.map { builder.coarse(value, spacing: $0) } ?? value])
    }
    #expect(cost(noise(spacing: 4), scale: 1) < cost(noise(spacing: nil), scale: 1) / 5)
    #expect(cost(noise(spacing: 4), scale: 0.25) >= cost(noise(spacing: nil), scale: 0.25))
  }
}
