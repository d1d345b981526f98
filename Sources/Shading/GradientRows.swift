import Colorimetry
import Lanes
import Raster

/// Colours the rows of one tile. `Piece` is how a piece of the ramp is computed, `Finish` what is written of a colour.
struct GradientRows<Piece: PieceKind, Finish: FinishKind> {
  private let shader: GradientShader
  private let tile: Tile
  private let pieces: UnsafePointer<ColorCurve.Piece>
  private let lastPiece: Int

  @inline(__always)
  init(_ shader: GradientShader, _ tile: Tile, _ pieces: UnsafeBufferPointer<ColorCurve.Piece>) {
    self.shader = shader
    self.tile = tile
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
    switch shader.place {
    case .linear(let a, let b, let c):
      if a == 0 {
        for row in 0..<tile.height { fillRow(row, t: Float((Double(tile.y + row) + 0.5) * b + c)) }
        return
      }
      let inverse = 1 / a
      for row in 0..<tile.height {
        if b == 0 && row > 0 {
          tile.row(row, plane: 0).update(from: tile.row(0, plane: 0), count: tile.rowStride)
        } else {
          let rest = Float((Double(tile.y + row) + 0.5) * b + c)
          color(
            row, StraightPlaces(slope: a, inverseSlope: inverse, rest: rest, first: Float(tile.x) + 0.5), from: &index)
        }
      }
    case .radial(let cx, let cy, let sx, let sy):
      for row in 0..<tile.height {
        let dy = Float((Double(tile.y + row) + 0.5 - cy) * sy)
        let (center, square) = (Float(cx), dy * dy)
        color(
          row,
          storedPlaces(row) { x in
            let dx = (x - center) * sx
            return Lanes.sqrt(dx * dx + square)
          }, from: &index)
      }
    case .conic(let cx, let cy, let from):
      for row in 0..<tile.height {
        // atan2(x, −y) counts from up, clockwise.
        let up = Lane8(repeating: Float(cy - (Double(tile.y + row) + 0.5)))
        let center = Float(cx)
        color(
          row,
          storedPlaces(row) { x in
            Lanes.fract(Lanes.atan2(y: x - center, x: up) * Float(0.5 / Double.pi) - from)
          }, from: &index)
      }
    }
  }

  /// Leaves t of a row's pixels in its alpha plane.
  @inline(__always)
  private func storedPlaces(_ row: Int, _ place: (_ x: Lane8) -> Lane8) -> StoredPlaces {
    let out = tile.row(row, plane: 3)
    var x = Lane8(repeating: Float(tile.x) + 0.5) + Lanes.ramp
    var column = 0
    while column < tile.width {
      Lanes.store(place(x), to: out + column)
      x += 8
      column += 8
    }
    return StoredPlaces(places: out)
  }

  /// A row whose pixels are all alike.
  @inline(__always)
  private func fillRow(_ row: Int, t: Float) {
    let piece = Piece(pieces + shader.curve.index(at: t))
    let out = tile.row(row, plane: 0)
    var column = 0
    while column < tile.width {
      Finish.store(piece.color(Lane8(repeating: t)), shader, out + column, tile.width)
      column += 8
    }
  }

  @inline(__always)
  private func color<Places: PlaceSource>(_ row: Int, _ places: Places, from firstIndex: inout Int) {
    let width = tile.width
    var out = tile.row(row, plane: 0)
    let end = out + width
    // The pixels' centres; whole numbers and a half, so that steps of eight are exact.
    var center = Lane8(repeating: Float(tile.x) + 0.5) + Lanes.ramp
    firstIndex = self.index(at: places.first(0), near: firstIndex)
    var index = firstIndex
    while out < end {
      // Colour the run of blocks that lie on one piece.
      let piece = pieces + index
      let kind = Piece(piece)
      let runEnd = out + places.runLength(width - (end - out), width, piece)
      while out < runEnd {
        Finish.store(kind.color(places.lanes(center, out, width)), shader, out, width)
        center += 8
        out += 8
      }
      if out == end { return }
      // Then the block across its end, where most often one more piece begins.
      let t = places.lanes(center, out, width)
      let isMine = (t .>= piece.pointee.start) .& (t .< piece.pointee.end)
      let next = min(max(t[7] >= piece.pointee.end ? index + 1 : index - 1, 0), lastPiece)
      let other = pieces + next
      if hasNoLane(.!(isMine .| ((t .>= other.pointee.start) .& (t .< other.pointee.end)))) {
        Finish.store(kind.color(t).replaced(by: Piece(other).color(t), where: .!isMine), shader, out, width)
        index = next
      } else {
        Finish.store(across(t), shader, out, width)
      }
      center += 8
      out += 8
      if out == end { return }
      let first = places.first(width - (end - out))
      index = self.index(at: first, near: index)
    }
  }

  /// Eight pixels that lie on several pieces: each piece colours its own lanes.
  @inline(never)
  private func across(_ t: Lane8) -> GradientColor {
    var piece = pieces + shader.curve.index(at: t[0])
    var result = Piece(piece).color(t)
    var end = 1
    while end < 8 {
      // Lanes in front of `end` are done; the next one that left the piece names another.
      if t[end] >= piece.pointee.start && t[end] < piece.pointee.end {
        end += 1
        continue
      }
      piece = pieces + shader.curve.index(at: t[end])
      let other = Piece(piece).color(t)
      result = result.replaced(by: other, where: (t .>= piece.pointee.start) .& (t .< piece.pointee.end))
      end += 1
    }
    return result
  }
}
