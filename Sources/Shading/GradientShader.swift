import Colorimetry
import Lanes
import Raster
import Scenes

/// A gradient at one time: writes every pixel of a tile.
///
/// A pixel's value depends on its place in the frame alone, so any cutting into tiles gives the same bits. The place
/// along the gradient, t, is computed for a row of pixel centres at once (in Float from absolute coordinates, the row's
/// part in Double), then coloured eight at a time by the ramp's cubic pieces (`ColorCurve`: within 0.1 of an 8-bit
/// step of the exact ramp). Rows of a gradient along y are filled, rows of one along x copied.
package struct GradientShader: Sendable {
  private let curve: ColorCurve
  private let place: Place
  private let clamps: Bool
  /// Whether nothing below shines through, so that the tile may be drawn without compositing.
  package let isOpaque: Bool

  /// How t follows from the pixel (column x, row y, centres at .5).
  private enum Place {
    /// t = x·a + (y·b + c)
    case linear(a: Float, b: Double, c: Double)
    /// t = |((x − cx)·sx, (y − cy)·sy)|
    case radial(cx: Double, cy: Double, sx: Float, sy: Double)
    /// t = turns clockwise of (x − cx, y − cy) from up, less `from`.
    case conic(cx: Double, cy: Double, from: Float)
  }

  /// Reads the gradient's values at `clock`. Where nothing in it moves, one shader serves all frames.
  package init(gradient: Gradient, canvas: Canvas, clock: Clock) {
    let stops = gradient.stops.map {
      ColorRamp.Stop($0.location.value(at: clock), $0.color.value(at: clock))
    }
    let ramp = ColorRamp(stops: stops, interpolation: gradient.interpolation)
    curve = ColorCurve(ramp, encoding: canvas.blending == .srgb ? .srgb : .linear)
    // An srgb canvas holds nothing outside 0...1.
    clamps = canvas.blending == .srgb && !curve.isInGamut
    isOpaque = curve.isOpaque
    place = GradientShader.place(of: gradient.shape, canvas, clock)
  }

  private static func place(of shape: Gradient.Shape, _ canvas: Canvas, _ clock: Clock) -> Place {
    let pixel = 1 / canvas.pixelsPerPoint
    switch shape {
    case .angle(let angle):
      // CSS: the line runs through the centre and is so long that the corners get the end colours.
      let (sine, cosine) = Angles.sineAndCosine(degrees: angle.value(at: clock))
      let (width, height) = (canvas.widthPoints, canvas.heightPoints)
      let length = width * sine.magnitude + height * cosine.magnitude
      let (dx, dy) = (sine / length, -cosine / length)
      return .linear(
        a: Float(dx * pixel), b: dy * pixel, c: 0.5 - dx * width / 2 - dy * height / 2)
    case .line(let start, let end):
      let (x, y) = (start.x.value(at: clock), start.y.value(at: clock))
      let (dx, dy) = (end.x.value(at: clock) - x, end.y.value(at: clock) - y)
      let square = dx * dx + dy * dy
      // A line without length shows the last colour (CSS Images 4).
      guard square > 1e-12 else { return .linear(a: 0, b: 0, c: 1e9) }
      return .linear(
        a: Float(dx / square * pixel), b: dy / square * pixel, c: -(x * dx + y * dy) / square)
    case .radial(let center, let radius):
      // A radius of nothing leaves the last colour everywhere but at the centre.
      let rx = max(radius.x.value(at: clock), 1e-6)
      let ry = max(radius.y.value(at: clock), 1e-6)
      return .radial(
        cx: center.x.value(at: clock) / pixel, cy: center.y.value(at: clock) / pixel, sx: Float(pixel / rx),
        sy: pixel / ry)
    case .conic(let center, let from):
      return .conic(
        cx: center.x.value(at: clock) / pixel, cy: center.y.value(at: clock) / pixel,
        from: Float(Angles.reduced(degrees: from.value(at: clock)) / 360))
    }
  }

  /// Overwrites every pixel of the tile with the premultiplied gradient.
  package func shade(into tile: Tile) {
    curve.pieces.withUnsafeBufferPointer { pieces in
      if case .linear(let a, _, _) = place, a == 0 {
        for row in 0..<tile.height { fillRow(tile, row, pieces) }
        return
      }
      if case .linear(_, let b, _) = place, b == 0, tile.height > 0 {
        placeRow(tile, 0)
        colorRow(tile, 0, pieces)
        for row in 1..<max(tile.height, 1) {
          tile.row(row, plane: 0).update(from: tile.row(0, plane: 0), count: tile.rowStride)
        }
        return
      }
      for row in 0..<tile.height {
        placeRow(tile, row)
        colorRow(tile, row, pieces)
      }
    }
  }

  /// Leaves t of a row's pixels in its alpha plane.
  private func placeRow(_ tile: Tile, _ row: Int) {
    let out = tile.row(row, plane: 3)
    let y = Double(tile.y + row) + 0.5
    let first = Float(tile.x) + 0.5
    switch place {
    case .linear(let a, let b, let c):
      let rest = Lane8(repeating: Float(y * b + c))
      for x in stride(from: 0, to: tile.width, by: 8) {
        Lanes.store((Lanes.ramp + (first + Float(x))) * a + rest, to: out + x)
      }
    case .radial(let cx, let cy, let sx, let sy):
      let dy = Float((y - cy) * sy)
      let center = Float(cx)
      for x in stride(from: 0, to: tile.width, by: 8) {
        let dx = (Lanes.ramp + (first + Float(x)) - center) * sx
        Lanes.store(Lanes.sqrt(dx * dx + dy * dy), to: out + x)
      }
    case .conic(let cx, let cy, let from):
      // atan2(x, −y) counts from up, clockwise.
      let up = Lane8(repeating: Float(cy - y))
      let center = Float(cx)
      for x in stride(from: 0, to: tile.width, by: 8) {
        let dx = Lanes.ramp + (first + Float(x)) - center
        let turns = Lanes.atan2(y: dx, x: up) * Float(0.5 / Double.pi) - from
        Lanes.store(Lanes.fract(turns), to: out + x)
      }
    }
  }

  /// A row whose pixels are all alike.
  private func fillRow(_ tile: Tile, _ row: Int, _ pieces: UnsafeBufferPointer<ColorCurve.Piece>) {
    guard case .linear(_, let b, let c) = place else { return }
    let t = Lane8(repeating: Float((Double(tile.y + row) + 0.5) * b + c))
    let color = finished(evaluate(t, pieces[curve.index(at: t[0])]))
    let out = tile.row(row, plane: 0)
    let width = tile.width
    fill(out, color.red, width)
    fill(out + width, color.green, width)
    fill(out + 2 * width, color.blue, width)
    fill(out + 3 * width, color.alpha, width)
  }

  private func fill(_ out: UnsafeMutablePointer<Float>, _ value: Lane8, _ width: Int) {
    for x in stride(from: 0, to: width, by: 8) { Lanes.store(value, to: out + x) }
  }

  /// Turns the t in a row's alpha plane into colour.
  private func colorRow(_ tile: Tile, _ row: Int, _ pieces: UnsafeBufferPointer<ColorCurve.Piece>) {
    let out = tile.row(row, plane: 0)
    let width = tile.width
    let places = out + 3 * width
    var index = curve.index(at: places[0])
    var x = 0
    while x < width {
      // Colour the run of blocks that lie on one piece.
      x = colorRun(out, width, from: x, pieces[index])
      guard x < width else { return }
      let t = Lanes.load(places + x)
      store(finished(evaluateAcross(t, pieces)), out + x, width)
      index = curve.index(at: t[7])
      x += 8
    }
  }

  /// Colours blocks from `start` on until one leaves the piece; returns that one.
  private func colorRun(
    _ out: UnsafeMutablePointer<Float>, _ width: Int, from start: Int, _ piece: ColorCurve.Piece
  ) -> Int {
    let isPlain = isOpaque && !clamps
    var x = start
    while x < width {
      let t = Lanes.load(out + 3 * width + x)
      guard isInside(t, piece) else { return x }
      let color = evaluate(t, piece)
      if isPlain {
        Lanes.store(color.red, to: out + x)
        Lanes.store(color.green, to: out + width + x)
        Lanes.store(color.blue, to: out + 2 * width + x)
        Lanes.store(Lane8(repeating: 1), to: out + 3 * width + x)
      } else {
        store(finished(color), out + x, width)
      }
      x += 8
    }
    return x
  }

  private struct Color {
    var red: Lane8
    var green: Lane8
    var blue: Lane8
    var alpha: Lane8
  }

  @inline(__always)
  private func isInside(_ t: Lane8, _ piece: ColorCurve.Piece) -> Bool {
    // Outside lanes leave a bit: the sum of the compares as numbers is exact and needs no lane by lane look.
    let outside = (t .< piece.start) .| (t .>= piece.end)
    let bits = unsafeBitCast(outside, to: SIMD8<Int32>.self)
    let halves = unsafeBitCast(bits.lowHalf | bits.highHalf, to: SIMD2<UInt64>.self)
    return halves.x | halves.y == 0
  }

  @inline(__always)
  private func evaluate(_ t: Lane8, _ piece: ColorCurve.Piece) -> Color {
    let u = t - piece.origin
    if curve.isLinear {
      return Color(
        red: piece.c0.x + u * piece.c1.x, green: piece.c0.y + u * piece.c1.y, blue: piece.c0.z + u * piece.c1.z,
        alpha: piece.c0.w + u * piece.c1.w)
    }
    return Color(
      red: piece.c0.x + u * (piece.c1.x + u * (piece.c2.x + u * piece.c3.x)),
      green: piece.c0.y + u * (piece.c1.y + u * (piece.c2.y + u * piece.c3.y)),
      blue: piece.c0.z + u * (piece.c1.z + u * (piece.c2.z + u * piece.c3.z)),
      alpha: piece.c0.w + u * (piece.c1.w + u * (piece.c2.w + u * piece.c3.w)))
  }

  /// Eight pixels that lie on several pieces: each piece colours its own lanes.
  @inline(never)
  private func evaluateAcross(_ t: Lane8, _ pieces: UnsafeBufferPointer<ColorCurve.Piece>) -> Color {
    var piece = pieces[curve.index(at: t[0])]
    var result = evaluate(t, piece)
    var end = 1
    while end < 8 {
      // Lanes in front of `end` are done; the next one that left the piece names another.
      if t[end] >= piece.start && t[end] < piece.end {
        end += 1
        continue
      }
      piece = pieces[curve.index(at: t[end])]
      let other = evaluate(t, piece)
      let isMine = (t .>= piece.start) .& (t .< piece.end)
      result.red.replace(with: other.red, where: isMine)
      result.green.replace(with: other.green, where: isMine)
      result.blue.replace(with: other.blue, where: isMine)
      result.alpha.replace(with: other.alpha, where: isMine)
      end += 1
    }
    return result
  }

  /// The colour as the canvas holds it.
  @inline(__always)
  private func finished(_ color: Color) -> Color {
    var color = color
    if isOpaque { color.alpha = Lane8(repeating: 1) }
    if clamps {
      color.red = Lanes.clamp(color.red, Lane8(), color.alpha)
      color.green = Lanes.clamp(color.green, Lane8(), color.alpha)
      color.blue = Lanes.clamp(color.blue, Lane8(), color.alpha)
    }
    return color
  }

  @inline(__always)
  private func store(_ color: Color, _ out: UnsafeMutablePointer<Float>, _ width: Int) {
    Lanes.store(color.red, to: out)
    Lanes.store(color.green, to: out + width)
    Lanes.store(color.blue, to: out + 2 * width)
    Lanes.store(color.alpha, to: out + 3 * width)
  }
}
