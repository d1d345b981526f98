import Lanes

/// Eight straight lines over a `LightBuffer`, as they are seen through a projection: sample k of a line lies at the pixel (x + k·dx, y + k·dy) ÷
/// (w + k·dw), and nowhere where the divisor is not above 0.
package struct BufferLines {
  package var x = Float8(), y = Float8(), w = Float8(repeating: 1)
  package var dx = Float8(), dy = Float8(), dw = Float8()
  /// Whether the divisor is 1 everywhere.
  package var isAffine = true

  package init() {}
}

extension LightBuffer {
  /// Adds a channel along eight lines, blurred by a normal distribution of a deviation in pixels. The blur is at least that of the finest
  /// level, √2 pixels; nothing is added outside of the buffer.
  ///
  /// Nodes are interpolated linearly, which shows nowhere once samples are summed along the lines.
  ///
  /// - Parameters:
  ///   - samples: the samples to add to, of which eight floats each lie at `output`, from sample 0 on.
  ///   - factor: of each line.
  package func add(
    channel: Int, along lines: BufferLines, blurredBy sigma: Float, samples: Range<Int>, times factor: Float8,
    to output: UnsafeMutablePointer<Float>
  ) {
    let (index, share) = blurLevel(sigma)
    addLevel(levels[index], channel, lines, samples, factor * (1 - share), output)
    if share > 0 { addLevel(levels[index + 1], channel, lines, samples, factor * share, output) }
  }

  @inline(never)
  private func addLevel(
    _ level: SplineGrid, _ channel: Int, _ lines: BufferLines, _ samples: Range<Int>, _ factor: Float8,
    _ output: UnsafeMutablePointer<Float>
  ) {
    let scale = 1 / Float(1 << level.level)
    let (right, bottom) = (Float(width), Float(height))
    let nodes = UnsafePointer(level.row(0, plane: channel))
    let stride = Int32(truncatingIfNeeded: level.rowStride)
    var sample = samples.lowerBound
    while sample < samples.upperBound {
      let k = Float(sample)
      var (x, y) = (lines.dx * k + lines.x, lines.dy * k + lines.y)
      var isInside = SIMDMask<Int32x8>(repeating: true)
      if !lines.isAffine {
        let w = lines.dw * k + lines.w
        isInside = w .> 1e-6
        let inverse = 1 / Lanes.max(w, 1e-6)
        (x, y) = (x * inverse, y * inverse)
      }
      isInside = isInside .& (x .> -1) .& (x .< right) .& (y .> -1) .& (y .< bottom)
      if Lanes.any(isInside) {
        let (column, row) = (Lanes.clamp(x, -1, right) * scale, Lanes.clamp(y, -1, bottom) * scale)
        let (left, top) = (Lanes.floor(column), Lanes.floor(row))
        let (tx, ty) = (column - left, row - top)
        let offsets = Lanes.truncateInRange(top) &* stride &+ Lanes.truncateInRange(left)
        let (a, b) = pairs(nodes, offsets)
        let (c, d) = pairs(nodes + Int(stride), offsets)
        let (upper, lower) = ((b - a) * tx + a, (d - c) * tx + c)
        let value = (lower - upper) * ty + upper
        let place = output + 8 &* sample
        Lanes.store(
          Lanes.load(place) + Lanes.select(isInside, value, Float8()) * factor, to: place)
      }
      sample &+= 1
    }
  }

  /// The floats at eight offsets, and those behind them.
  @inline(__always)
  private func pairs(_ base: UnsafePointer<Float>, _ offsets: Int32x8) -> (Float8, Float8) {
    let (p, q) = (base + Int(offsets[0]), base + Int(offsets[1]))
    let (r, s) = (base + Int(offsets[2]), base + Int(offsets[3]))
    let (t, u) = (base + Int(offsets[4]), base + Int(offsets[5]))
    let (v, w) = (base + Int(offsets[6]), base + Int(offsets[7]))
    return (
      Float8(p[0], q[0], r[0], s[0], t[0], u[0], v[0], w[0]), Float8(p[1], q[1], r[1], s[1], t[1], u[1], v[1], w[1])
    )
  }
}
