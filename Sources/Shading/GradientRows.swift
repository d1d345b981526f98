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
    if case .conic(let cx, let cy, _) = shader.place, let rays = shader.rays {
      return colorTurns(rays, cx: cx, cy: cy)
    }
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

  // MARK: Turns

  private func colorTurns(_ rays: SweepRays, cx: Double, cy: Double) {
    let first = Double(rows.x) + 0.5
    let far = max((first - cx).magnitude, (first + Double(rows.width) - cx).magnitude)
    var index = 0
    var (nextAbove, nextBelow) = (0, 0)
    rays.above.withUnsafeBufferPointer { above in
      rays.below.withUnsafeBufferPointer { below in
        for row in 0..<rows.height {
          let up = cy - (Double(rows.y + row) + 0.5)
          // The least change of t from a pixel of the row to the next must be seen through the error of t.
          shader.writePlaces(rows, row: row)
          if up.magnitude < SweepRays.placeError * 2 * Double.pi * (far * far + up * up) {
            color(row, StoredPlaces(places: rows.row(row, plane: 3)), from: &index)
          } else if up > 0 {
            turn(row, above, rays.firstAbove, cx: cx, up: up, from: &nextAbove)
          } else {
            turn(row, below, rays.firstBelow, cx: cx, up: up, from: &nextBelow)
          }
        }
      }
    }
  }

  /// A row of a turn, piece by piece from crossing to crossing. `firstNext` is the first crossing that is not passed where the
  /// row begins, most often the one of the row before.
  private func turn(
    _ row: Int, _ rays: UnsafeBufferPointer<SweepRays.Ray>, _ firstPiece: Int, cx: Double, up: Double,
    from firstNext: inout Int
  ) {
    let (width, stride) = (rows.width, rows.planeStride)
    let out = rows.row(row, plane: 0)
    // Columns are counted from the centre of the row's first pixel.
    let origin = cx - (Double(rows.x) + 0.5)
    let end = Double(width)
    // A crossing is passed when it lies a pixel or more to the left.
    while firstNext > 0, origin + up * rays[firstNext &- 1].tangent + 1 >= 0 { firstNext &-= 1 }
    while firstNext < rays.count, origin + up * rays[firstNext].tangent + 1 < 0 { firstNext &+= 1 }
    var next = firstNext
    var index = next > 0 ? rays[next &- 1].piece : firstPiece
    var column = 0
    while true {
      while next < rays.count, origin + up * rays[next].tangent + 1 < Double(column) {
        index = rays[next].piece
        next &+= 1
      }
      // Whole blocks that end a pixel or more before the next one lie on one piece.
      let piece = pieces + index
      let limit = next < rays.count ? origin + up * rays[next].tangent - 1 : end
      let safe = limit >= end ? width : (limit > 0 ? Lanes.wholeInRange(Float(limit)) & ~7 : 0)
      if column < safe {
        let places = StoredPlaces(places: out + 3 &* stride)
        Finish.storeRun(Piece.self, piece, places, Lane8(), shader, out + column, stride, safe &- column)
        column = safe
        if column >= width { return }
      }
      // Around it pixels are asked, of two pieces where no other crossing is near.
      let pixel = out + column
      let t = Lanes.load(pixel + 3 &* stride)
      let kind = Piece(piece)
      let isMine = (t .>= piece.pointee.start) .& (t .< piece.pointee.end)
      let other = pieces + (next < rays.count ? rays[next].piece : index)
      let isPlain =
        next < rays.count && !rays[next].isSeam
        && (next &+ 1 == rays.count || origin + up * rays[next &+ 1].tangent > Double(column &+ 9))
      if isPlain || hasNoLane(.!(isMine .| ((t .>= other.pointee.start) .& (t .< other.pointee.end)))) {
        Finish.store(kind.color(t).replaced(by: Piece(other).color(t), where: .!isMine), shader, pixel, stride)
      } else {
        Finish.store(colorAcross(t, pieces, shader.curve, Piece.self), shader, pixel, stride)
      }
      column &+= 8
      if column >= width { return }
    }
  }
}
