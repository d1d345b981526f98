import Colorimetry
import Lanes
import Raster

/// Colours rows of pixels. `Polynomial` evaluates a piece of the colour curve, `Writer` stores the colours.
struct GradientRows<Polynomial: ColorPolynomial, Writer: PixelWriter> {
  private let shader: GradientShader
  private let rows: PaintRows
  private let pieces: UnsafePointer<ColorCurve.Piece>
  private let lastPiece: Int

  @inline(__always)
  init(_ shader: GradientShader, _ rows: PaintRows, _ pieces: UnsafeBufferPointer<ColorCurve.Piece>) {
    self.shader = shader
    self.rows = rows
    self.pieces = pieces.baseAddress!
    lastPiece = pieces.count - 1
  }

  /// The index of the piece that contains a parameter; most often it is `index`.
  @inline(__always)
  private func index(at t: Float, near index: Int) -> Int {
    t >= pieces[index].start && t < pieces[index].end ? index : shader.curve.index(at: t)
  }

  /// Colours all rows. A linear gradient along y fills each row with one colour; in a gradient along x all rows are copies of the first.
  func shade() {
    var index = 0
    guard case .linear(let a, let b, let c) = shader.geometry, shader.wrap == nil else {
      for row in 0..<rows.height {
        // The parameters are written where alpha will be, plane 3.
        shader.writeParameters(rows, row: row)
        color(row, StoredParameterSource(parameters: rows.row(row, plane: 3)), from: &index)
      }
      return
    }
    // t = x·a + (y·b + c) at the pixel centre (x, y).
    if a == 0 {
      for row in 0..<rows.height { fillRow(row, t: Float((Double(rows.y + row) + 0.5) * b + c)) }
      return
    }
    let inverse = 1 / a
    for row in 0..<rows.height {
      if b == 0 && row > 0 {
        for plane in 0..<4 {
          rows.row(row, plane: plane).update(from: rows.row(0, plane: plane), count: rows.width)
        }
      } else {
        let constant = Float((Double(rows.y + row) + 0.5) * b + c)
        let source = LinearParameterSource(
          slope: a, inverseSlope: inverse, constant: constant, firstCenter: Float(rows.x) + 0.5)
        color(row, source, from: &index)
      }
    }
  }

  /// Fills a row whose pixels have one colour.
  @inline(__always)
  private func fillRow(_ row: Int, t: Float) {
    let polynomial = Polynomial(pieces + shader.curve.index(at: t))
    let out = rows.row(row, plane: 0)
    var column = 0
    while column < rows.width {
      Writer.store(polynomial.color(Float8(repeating: t)), shader, out + column, rows.planeStride)
      column += 8
    }
  }

  /// Colours a row. `firstIndex` becomes the index of the piece on which the row's first pixel lies; on entry it is that of the
  /// previous row, where the search begins.
  @inline(__always)
  private func color<Source: ParameterSource>(_ row: Int, _ source: Source, from firstIndex: inout Int) {
    let (width, stride) = (rows.width, rows.planeStride)
    var out = rows.row(row, plane: 0)
    let end = out + width
    // The pixels' centres; whole numbers and a half, so that steps of eight are exact.
    var center = Float8(repeating: Float(rows.x) + 0.5) + Lanes.laneNumbers
    firstIndex = self.index(at: source.parameter(at: 0), near: firstIndex)
    var index = firstIndex
    while out < end {
      // Colour the blocks that lie on one piece.
      let piece = pieces + index
      let polynomial = Polynomial(piece)
      let count = source.columnCount(from: width - (end - out), width: width, on: piece)
      Writer.storeBlocks(Polynomial.self, piece, source, center, shader, out, stride, count)
      center += Float(count)
      out += count
      if out == end { return }
      // Then the block in which the piece ends. Most often its other pixels all lie on one other piece.
      let t = source.parameters(center, out, stride)
      let isOnPiece = (t .>= piece.pointee.start) .& (t .< piece.pointee.end)
      let next = min(max(t[7] >= piece.pointee.end ? index + 1 : index - 1, 0), lastPiece)
      let other = pieces + next
      if Lanes.all(isOnPiece .| ((t .>= other.pointee.start) .& (t .< other.pointee.end))) {
        Writer.store(
          polynomial.color(t).replaced(by: Polynomial(other).color(t), where: .!isOnPiece), shader, out, stride)
        index = next
      } else {
        Writer.store(colorAcross(t, pieces, shader.curve, Polynomial.self), shader, out, stride)
      }
      center += 8
      out += 8
      if out == end { return }
      let first = source.parameter(at: width - (end - out))
      index = self.index(at: first, near: index)
    }
  }
}
