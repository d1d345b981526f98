import Colorimetry
import Lanes
import Raster

/// Colours rows. `Piece` is how a piece of the ramp is computed, `Finish` what is written of a colour.
struct GradientRows<Piece: PieceKind, Finish: FinishKind> {
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

  /// The piece under the row's first pixel, given where the last row began.
  @inline(__always)
  private func index(at t: Float, near index: Int) -> Int {
    t >= pieces[index].start && t < pieces[index].end ? index : shader.curve.index(at: t)
  }

  /// Rows of a gradient along y are filled, rows of one along x copied.
  func shade() {
    var index = 0
    guard case .linear(let a, let b, let c) = shader.place, shader.wrap == nil else {
      for row in 0..<rows.height {
        shader.writePlaces(rows, row: row)
        color(row, StoredPlaces(places: rows.row(row, plane: 3)), from: &index)
      }
      return
    }
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
        let rest = Float((Double(rows.y + row) + 0.5) * b + c)
        color(
          row, StraightPlaces(slope: a, inverseSlope: inverse, rest: rest, first: Float(rows.x) + 0.5), from: &index)
      }
    }
  }

  /// A row whose pixels are all alike.
  @inline(__always)
  private func fillRow(_ row: Int, t: Float) {
    let piece = Piece(pieces + shader.curve.index(at: t))
    let out = rows.row(row, plane: 0)
    var column = 0
    while column < rows.width {
      Finish.store(piece.color(Lane8(repeating: t)), shader, out + column, rows.planeStride)
      column += 8
    }
  }

  @inline(__always)
  private func color<Places: PlaceSource>(_ row: Int, _ places: Places, from firstIndex: inout Int) {
    let (width, stride) = (rows.width, rows.planeStride)
    var out = rows.row(row, plane: 0)
    let end = out + width
    // The pixels' centres; whole numbers and a half, so that steps of eight are exact.
    var center = Lane8(repeating: Float(rows.x) + 0.5) + Lanes.ramp
    firstIndex = self.index(at: places.first(0), near: firstIndex)
    var index = firstIndex
    while out < end {
      // Colour the run of blocks that lie on one piece.
      let piece = pieces + index
      let kind = Piece(piece)
      let run = places.runLength(width - (end - out), width, piece)
      Finish.storeRun(Piece.self, piece, places, center, shader, out, stride, run)
      center += Float(run)
      out += run
      if out == end { return }
      // Then the block across its end, where most often one more piece begins.
      let t = places.lanes(center, out, stride)
      let isMine = (t .>= piece.pointee.start) .& (t .< piece.pointee.end)
      let next = min(max(t[7] >= piece.pointee.end ? index + 1 : index - 1, 0), lastPiece)
      let other = pieces + next
      if hasNoLane(.!(isMine .| ((t .>= other.pointee.start) .& (t .< other.pointee.end)))) {
        Finish.store(kind.color(t).replaced(by: Piece(other).color(t), where: .!isMine), shader, out, stride)
        index = next
      } else {
        Finish.store(colorAcross(t, pieces, shader.curve, Piece.self), shader, out, stride)
      }
      center += 8
      out += 8
      if out == end { return }
      let first = places.first(width - (end - out))
      index = self.index(at: first, near: index)
    }
  }
}
