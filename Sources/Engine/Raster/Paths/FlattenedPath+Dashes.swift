// A pattern is a list of lengths along the path, alternately the lengths of dashes (even indices) and of gaps (odd indices). Its
// period is the sum of the lengths. A "phase" is a distance from the pattern's beginning, modulo the period.

extension FlattenedPath {
  /// Number of dashes and gaps on a path above which the path is drawn solid, because dashes so short are not visible.
  private static var maximumDashAndGapCount: Double { 20_000 }

  /// Returns the path, cut into dashes by a pattern of alternating dash and gap lengths. A pattern with an odd number of lengths
  /// is doubled: [a, b, c] stands for [a, b, c, a, b, c].
  ///
  /// Every contour begins at `phase` of the pattern; a section that was trimmed from a contour has the dashes of that contour. If a closed
  /// contour both begins and ends with a dash, the two become one dash.
  package func dashed(_ pattern: [Double], phase: Double) -> FlattenedPath {
    var result = FlattenedPath()
    result.setDashes(of: self, pattern, phase: phase)
    return result
  }

  /// Sets this path to `path.dashed(_:phase:)`; the dashes reuse this path's memory.
  package mutating func setDashes(of path: FlattenedPath, _ pattern: [Double], phase: Double) {
    let lengths = pattern.count % 2 == 0 ? pattern : pattern + pattern
    let period = lengths.reduce(0, +)
    // If the pattern has no gaps or a negative length, or the path would have too many dashes and gaps, the path stays whole.
    guard lengths.indices.contains(where: { $0 % 2 == 1 && lengths[$0] > 0 }), period > 0,
      lengths.allSatisfy({ $0 >= 0 }), path.length / period * Double(lengths.count) <= Self.maximumDashAndGapCount
    else {
      self = path
      return
    }
    restart(tolerance: path.tolerance, reach: path.reach)
    for contour in path.contours {
      if !contour.chords.isEmpty {
        appendDashes(of: path, contour, lengths, period, phase + contour.lengthBeforeSection)
      } else if contour.drawsDot, path.isDash(lengths, period, phase + contour.lengthBeforeSection) {
        // A contour without length is drawn if its phase lies on a dash.
        appendDot(contour)
      }
    }
  }

  /// Whether a phase lies on a dash, not on a gap.
  private func isDash(_ lengths: [Double], _ period: Double, _ phase: Double) -> Bool {
    patternPosition(in: lengths, period, phase).index % 2 == 0
  }

  /// The index of the dash (even) or gap (odd) that a phase lies on, and the phase's distance from the beginning of that dash or gap.
  private func patternPosition(in lengths: [Double], _ period: Double, _ phase: Double) -> (
    distance: Double, index: Int
  ) {
    var distance = phase - (phase / period).rounded(.down) * period
    var index = 0
    while distance >= lengths[index] && distance > 0 {
      distance -= lengths[index]
      index = index + 1 < lengths.count ? index + 1 : 0
    }
    return (distance, index)
  }

  /// Appends the dashes of a contour with chords, which begins at `phase` of the pattern.
  private mutating func appendDashes(
    of path: FlattenedPath, _ contour: Contour, _ lengths: [Double], _ period: Double, _ phase: Double
  ) {
    // `index` is the index in the pattern of the current dash or gap, `remaining` the length that is left of it.
    let first = patternPosition(in: lengths, period, phase)
    var index = first.index
    var remaining = lengths[index] - first.distance
    let (firstChord, firstContour) = (chords.count, contours.count)
    let beginsWithDash = index % 2 == 0
    // Two indices in `chords`. `dashStart`: the first chord of the current dash. `firstDashEnd`: the chord after the last chord
    // of the dash with which the contour begins.
    var dashStart = firstChord
    var firstDashEnd: Int?
    for chordIndex in contour.chords {
      let chord = path.chords[chordIndex]
      // The length of the part at the chord's start that has already been cut off.
      var position = 0.0
      while true {
        // Whether the dash or gap reaches the chord's end.
        let reachesEnd = remaining >= chord.length - position
        let end = reachesEnd ? chord.length : position + remaining
        // A dash of length 0 becomes a chord without length, a dot.
        if index % 2 == 0, end > position || lengths[index] == 0 {
          append(chord.section(from: position / chord.length, to: end / chord.length))
        }
        if reachesEnd && remaining > chord.length - position {
          remaining -= chord.length - position
          break
        }
        position = end
        if index % 2 == 0 {
          if beginsWithDash && firstDashEnd == nil { firstDashEnd = chords.count }
          appendContour(ofChordsFrom: dashStart, isClosed: false)
        }
        index = index + 1 < lengths.count ? index + 1 : 0
        remaining = lengths[index]
        dashStart = chords.count
        if position >= chord.length { break }
      }
    }
    guard index % 2 == 0 else { return }
    guard contour.isClosed, beginsWithDash, let firstDashEnd else {
      return appendContour(ofChordsFrom: dashStart, isClosed: contour.isClosed && beginsWithDash)
    }
    // The closed contour ends and begins with a dash: the chords of the first dash are moved behind those of the last dash.
    for chord in firstChord..<firstDashEnd { append(chords[chord]) }
    appendContour(ofChordsFrom: dashStart, isClosed: false)
    if firstDashEnd > firstChord { remove(firstContour, chords: firstChord..<firstDashEnd) }
  }
}
