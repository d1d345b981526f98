// Dashes.

extension FlattenedPath {
  /// Number of dashes above which a line is drawn solid: they are too short to be visible.
  private static var mostDashes: Double { 20_000 }

  /// The dashes of a pattern of alternating dash and gap lengths.
  ///
  /// The pattern starts on every contour, `phase` into itself. On a closed contour a dash across its beginning is one
  /// dash.
  package func dashed(_ pattern: [Double], phase: Double) -> FlattenedPath {
    var result = FlattenedPath()
    result.setDashes(of: self, pattern, phase: phase)
    return result
  }

  /// Becomes `path.dashed(_:phase:)` and keeps its own memory.
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
      if !contour.chords.isEmpty {
        appendDashes(of: path, contour, lengths, period, phase + contour.trimOffset)
      } else if contour.isDrawn, path.isDash(lengths, period, phase + contour.trimOffset) {
        // A dot is drawn where its dash is.
        appendDot(contour)
      }
    }
  }

  /// Whether a position in the pattern lies on a dash.
  private func isDash(_ lengths: [Double], _ period: Double, _ phase: Double) -> Bool {
    start(in: lengths, period, phase).index % 2 == 0
  }

  /// The dash or gap that a position in the pattern lies on, and the distance from its beginning.
  private func start(in lengths: [Double], _ period: Double, _ phase: Double) -> (distance: Double, index: Int) {
    var distance = phase - (phase / period).rounded(.down) * period
    var index = 0
    while distance >= lengths[index] && distance > 0 {
      distance -= lengths[index]
      index = index + 1 < lengths.count ? index + 1 : 0
    }
    return (distance, index)
  }

  private mutating func appendDashes(
    of path: FlattenedPath, _ contour: Contour, _ lengths: [Double], _ period: Double, _ phase: Double
  ) {
    // The dash or gap that the contour begins on, and what is left of it.
    let first = start(in: lengths, period, phase)
    var index = first.index
    var left = lengths[index] - first.distance
    let (firstChord, firstContour) = (chords.count, contours.count)
    let beginsOn = index % 2 == 0
    // The first chord of the current dash, and the end of the dash that the contour begins with.
    var begin = firstChord
    var headEnd: Int?
    for number in contour.chords {
      let chord = path.chords[number]
      var position = 0.0
      while true {
        let isLast = left >= chord.length - position
        let end = isLast ? chord.length : position + left
        if index % 2 == 0, end > position || lengths[index] == 0 {
          append(chord.section(from: position / chord.length, to: end / chord.length))
        }
        if isLast && left > chord.length - position {
          left -= chord.length - position
          break
        }
        position = end
        if index % 2 == 0 {
          if beginsOn && headEnd == nil { headEnd = chords.count }
          appendContour(ofChordsFrom: begin, isClosed: false)
        }
        index = index + 1 < lengths.count ? index + 1 : 0
        left = lengths[index]
        begin = chords.count
        if position >= chord.length { break }
      }
    }
    guard index % 2 == 0 else { return }
    guard contour.isClosed, beginsOn, let headEnd else {
      return appendContour(ofChordsFrom: begin, isClosed: contour.isClosed && beginsOn)
    }
    // The dash that the contour begins with continues the one that it ends with.
    for chord in firstChord..<headEnd { append(chords[chord]) }
    appendContour(ofChordsFrom: begin, isClosed: false)
    if headEnd > firstChord { remove(firstContour, chords: firstChord..<headEnd) }
  }
}
