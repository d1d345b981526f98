// Parts of a path by its length: what strokeStart and strokeEnd leave, and dashes.

extension FlattenedPath {
  /// The part between two shares of the whole length. A range that goes past 1 (or begins below 0) starts again at the beginning,
  /// in one piece where the path is one closed contour. Whole turns give the path itself, ranges without extent nothing.
  package func part(from start: Double, to end: Double) -> FlattenedPath {
    var result = FlattenedPath()
    result.setPart(of: self, from: start, to: end)
    return result
  }

  /// Becomes `path.part(from:to:)`, in the memory that it has.
  package mutating func setPart(of path: FlattenedPath, from start: Double, to end: Double) {
    if end - start >= 1 {
      self = path
      return
    }
    removeAll(tolerance: path.tolerance, reach: path.reach)
    guard end > start, path.length > 0 else { return }
    let whole = start.rounded(.down)
    let (first, last) = ((start - whole) * path.length, (end - whole) * path.length)
    if last <= path.length {
      appendParts(of: path, from: first, to: last)
    } else if path.contours.count == 1 && path.contours[0].isClosed {
      let count = pieces.count
      appendPieces(of: path, path.contours[0], from: first, to: path.length)
      appendPieces(of: path, path.contours[0], from: 0, to: last - path.length)
      appendContour(ofPiecesFrom: count, isClosed: false, offset: first)
    } else {
      appendParts(of: path, from: first, to: path.length)
      appendParts(of: path, from: 0, to: last - path.length)
    }
  }

  private mutating func appendParts(of path: FlattenedPath, from first: Double, to last: Double) {
    for contour in path.contours where !contour.pieces.isEmpty {
      let start = path.pieces[contour.pieces.lowerBound].place
      let end = path.end(of: contour)
      if end <= first || start >= last { continue }
      if first <= start && last >= end {
        append(path.pieces[contour.pieces], start: contour.start, isClosed: contour.isClosed)
        continue
      }
      let count = pieces.count
      appendPieces(of: path, contour, from: first, to: last)
      if count < pieces.count {
        appendContour(ofPiecesFrom: count, isClosed: false, offset: pieces[count].place - start)
      }
    }
  }

  private func end(of contour: Contour) -> Double {
    let last = pieces[contour.pieces.upperBound - 1]
    return last.place + last.length
  }

  /// Appends the pieces of a contour between two places of the path.
  private mutating func appendPieces(of path: FlattenedPath, _ contour: Contour, from first: Double, to last: Double) {
    for index in contour.pieces {
      let piece = path.pieces[index]
      if piece.place + piece.length <= first { continue }
      if piece.place >= last { break }
      let low = (first - piece.place) / piece.length
      let high = (last - piece.place) / piece.length
      append(piece.part(from: max(low, 0), to: min(high, 1)))
    }
  }

  /// Dashes above which a line is drawn solid: they are too short to be seen.
  private static var mostDashes: Double { 20_000 }

  /// The dashes of a pattern of lengths, on and off in turns, that begins anew on every contour, `phase` into itself. On a closed
  /// contour a dash that reaches over the beginning is one.
  package func dashed(_ pattern: [Double], phase: Double) -> FlattenedPath {
    var result = FlattenedPath()
    result.setDashes(of: self, pattern, phase: phase)
    return result
  }

  /// Becomes `path.dashed(_:phase:)`, in the memory that it has.
  package mutating func setDashes(of path: FlattenedPath, _ pattern: [Double], phase: Double) {
    let lengths = pattern.count % 2 == 0 ? pattern : pattern + pattern
    let period = lengths.reduce(0, +)
    // Without gaps the line is whole, and so is what has too many.
    guard lengths.indices.contains(where: { $0 % 2 == 1 && lengths[$0] > 0 }), period > 0,
      lengths.allSatisfy({ $0 >= 0 }), path.length / period * Double(lengths.count) <= Self.mostDashes
    else {
      self = path
      return
    }
    removeAll(tolerance: path.tolerance, reach: path.reach)
    for contour in path.contours {
      if !contour.pieces.isEmpty {
        appendDashes(of: path, contour, lengths, period, phase + contour.offset)
      } else if contour.isDrawn, path.isDash(lengths, period, phase + contour.offset) {
        // A dot is drawn where its dash is.
        appendDot(contour)
      }
    }
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

  private mutating func appendDashes(
    of path: FlattenedPath, _ contour: Contour, _ lengths: [Double], _ period: Double, _ phase: Double
  ) {
    // Where in the pattern the contour begins.
    var (rest, index) = start(in: lengths, period, phase)
    var left = lengths[index] - rest
    let (firstPiece, firstContour) = (pieces.count, contours.count)
    let beginsOn = index % 2 == 0
    /// Where the dash begins that is being drawn, and where the one ends with which the contour begins.
    var begin = firstPiece
    var headEnd: Int?
    for number in contour.pieces {
      let piece = path.pieces[number]
      var place = 0.0
      while true {
        let isLast = left >= piece.length - place
        let end = isLast ? piece.length : place + left
        if index % 2 == 0, end > place || lengths[index] == 0 {
          append(piece.part(from: place / piece.length, to: end / piece.length))
        }
        if isLast && left > piece.length - place {
          left -= piece.length - place
          break
        }
        place = end
        if index % 2 == 0 {
          if beginsOn && headEnd == nil { headEnd = pieces.count }
          appendContour(ofPiecesFrom: begin, isClosed: false)
        }
        index = index + 1 < lengths.count ? index + 1 : 0
        left = lengths[index]
        begin = pieces.count
        if place >= piece.length { break }
      }
    }
    guard index % 2 == 0 else { return }
    guard contour.isClosed, beginsOn, let headEnd else {
      return appendContour(ofPiecesFrom: begin, isClosed: contour.isClosed && beginsOn)
    }
    // The dash that the contour begins with goes on the one that it ends with.
    for piece in firstPiece..<headEnd { append(pieces[piece]) }
    appendContour(ofPiecesFrom: begin, isClosed: false)
    if headEnd > firstPiece { remove(firstContour, pieces: firstPiece..<headEnd) }
  }
}
