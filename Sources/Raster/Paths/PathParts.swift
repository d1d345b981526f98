// Parts of a path by its length: what strokeStart and strokeEnd leave, and dashes.

extension FlatPath {
  /// The part between two shares of the whole length. A range that goes past 1 (or begins below 0) starts again at the beginning,
  /// in one piece where the path is one closed contour. Whole turns give the path itself, ranges without extent nothing.
  package func part(from start: Double, to end: Double) -> FlatPath {
    if end - start >= 1 { return self }
    var result = FlatPath(tolerance: tolerance, reach: reach)
    guard end > start, length > 0 else { return result }
    let whole = start.rounded(.down)
    let (first, last) = ((start - whole) * length, (end - whole) * length)
    if last <= length {
      result.appendParts(of: self, from: first, to: last)
    } else if contours.count == 1 && contours[0].isClosed {
      let tail = parts(contours[0], from: first, to: length)
      let head = parts(contours[0], from: 0, to: last - length)
      if let start = (tail.first ?? head.first)?.from {
        result.append(tail + head, start: start, isClosed: false, offset: first)
      }
    } else {
      result.appendParts(of: self, from: first, to: length)
      result.appendParts(of: self, from: 0, to: last - length)
    }
    return result
  }

  private mutating func appendParts(of path: FlatPath, from first: Double, to last: Double) {
    for contour in path.contours where !contour.pieces.isEmpty {
      let start = path.pieces[contour.pieces.lowerBound].place
      let end = path.end(of: contour)
      if end <= first || start >= last { continue }
      if first <= start && last >= end {
        append(path.pieces[contour.pieces], start: contour.start, isClosed: contour.isClosed)
        continue
      }
      let parts = path.parts(contour, from: first, to: last)
      if let piece = parts.first { append(parts, start: piece.from, isClosed: false, offset: piece.place - start) }
    }
  }

  private func end(of contour: Contour) -> Double {
    let last = pieces[contour.pieces.upperBound - 1]
    return last.place + last.length
  }

  /// The pieces of a contour between two places of the path.
  private func parts(_ contour: Contour, from first: Double, to last: Double) -> [Piece] {
    var result: [Piece] = []
    for piece in pieces[contour.pieces] {
      if piece.place + piece.length <= first { continue }
      if piece.place >= last { break }
      let low = (first - piece.place) / piece.length
      let high = (last - piece.place) / piece.length
      result.append(piece.part(from: max(low, 0), to: min(high, 1)))
    }
    return result
  }

  /// Dashes above which a line is drawn solid: they are too short to be seen.
  private static var mostDashes: Double { 20_000 }

  /// The dashes of a pattern of lengths, on and off in turns, that begins anew on every contour, `phase` into itself. On a closed
  /// contour a dash that reaches over the beginning is one.
  package func dashed(_ pattern: [Double], phase: Double) -> FlatPath {
    let lengths = pattern.count % 2 == 0 ? pattern : pattern + pattern
    let period = lengths.reduce(0, +)
    // Without gaps the line is whole.
    guard lengths.indices.contains(where: { $0 % 2 == 1 && lengths[$0] > 0 }) else { return self }
    guard period > 0, lengths.allSatisfy({ $0 >= 0 }), length / period * Double(lengths.count) <= Self.mostDashes else {
      return self
    }
    var result = FlatPath(tolerance: tolerance, reach: reach)
    for contour in contours {
      if contour.pieces.isEmpty {
        // A dot is drawn where its dash is.
        if contour.isDrawn, isDash(lengths, period, phase + contour.offset) { result.appendDot(contour) }
        continue
      }
      var dashes = dashes(contour, lengths, period, phase + contour.offset)
      if contour.isClosed, dashes.count > 1, dashes[0].isAtStart, dashes[dashes.count - 1].isAtEnd {
        let first = dashes.removeFirst()
        dashes[dashes.count - 1].pieces += first.pieces
      }
      for dash in dashes {
        guard let start = dash.pieces.first?.from else { continue }
        let isWhole = contour.isClosed && dash.isAtStart && dash.isAtEnd
        result.append(dash.pieces, start: start, isClosed: isWhole)
      }
    }
    return result
  }

  /// Whether a place in the pattern lies on a dash.
  private func isDash(_ lengths: [Double], _ period: Double, _ phase: Double) -> Bool {
    start(in: lengths, period, phase).index % 2 == 0
  }

  /// The number of the dash or gap that a place in the pattern lies on, and how far into it.
  private func start(in lengths: [Double], _ period: Double, _ phase: Double) -> (rest: Double, index: Int) {
    var rest = phase - (phase / period).rounded(.down) * period
    var index = 0
    while rest >= lengths[index] && rest > 0 {
      rest -= lengths[index]
      index = index + 1 < lengths.count ? index + 1 : 0
    }
    return (rest, index)
  }

  private struct Dash {
    var pieces: [Piece] = []
    var isAtStart: Bool
    var isAtEnd = false
  }

  private func dashes(_ contour: Contour, _ lengths: [Double], _ period: Double, _ phase: Double) -> [Dash] {
    // Where in the pattern the contour begins.
    var (rest, index) = start(in: lengths, period, phase)
    var left = lengths[index] - rest
    var dashes: [Dash] = index % 2 == 0 ? [Dash(isAtStart: true)] : []
    for piece in pieces[contour.pieces] {
      var place = 0.0
      while true {
        let isLast = left >= piece.length - place
        let end = isLast ? piece.length : place + left
        if index % 2 == 0, end > place || lengths[index] == 0 {
          let part = piece.part(from: place / piece.length, to: end / piece.length)
          dashes[dashes.count - 1].pieces.append(part)
        }
        if isLast && left > piece.length - place {
          left -= piece.length - place
          break
        }
        place = end
        index = index + 1 < lengths.count ? index + 1 : 0
        left = lengths[index]
        if index % 2 == 0 { dashes.append(Dash(isAtStart: false)) }
        if place >= piece.length { break }
      }
    }
    if index % 2 == 0, !dashes.isEmpty { dashes[dashes.count - 1].isAtEnd = true }
    return dashes
  }
}
