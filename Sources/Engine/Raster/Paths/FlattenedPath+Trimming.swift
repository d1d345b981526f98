// Trimming a path to a section of its length. A point's "position along the path" is the length of the untrimmed path up to that
// point. The chords of a section keep the positions that they had in the untrimmed path (`Chord.lengthBefore`).

extension FlattenedPath {
  /// Returns the section from share `start` to share `end` of the path's length.
  ///
  /// A section that reaches beyond 0...1 continues at the path's other end. On a path of one closed contour it remains one
  /// contour. The result is the path itself if `end` − `start` is 1 or more, and an empty path if it is 0 or less.
  package func trimmed(from start: Double, to end: Double) -> FlattenedPath {
    var result = FlattenedPath()
    result.setTrimmed(self, from: start, to: end)
    return result
  }

  /// Sets this path to `path.trimmed(from:to:)`; a section that is not the whole path reuses this path's memory.
  package mutating func setTrimmed(_ path: FlattenedPath, from start: Double, to end: Double) {
    if end - start >= 1 {
      self = path
      return
    }
    restart(tolerance: path.tolerance, reach: path.reach)
    guard end > start, path.length > 0 else { return }
    let wholePaths = start.rounded(.down)
    let (startPosition, endPosition) = ((start - wholePaths) * path.length, (end - wholePaths) * path.length)
    if endPosition <= path.length {
      appendSection(of: path, from: startPosition, to: endPosition)
    } else if path.contours.count == 1 && path.contours[0].isClosed {
      let firstNewChord = chords.count
      appendChords(of: path, path.contours[0], from: startPosition, to: path.length)
      appendChords(of: path, path.contours[0], from: 0, to: endPosition - path.length)
      appendContour(ofChordsFrom: firstNewChord, isClosed: false, lengthBeforeSection: startPosition)
    } else {
      appendSection(of: path, from: startPosition, to: path.length)
      appendSection(of: path, from: 0, to: endPosition - path.length)
    }
  }

  /// Appends the contours between two positions along the path.
  private mutating func appendSection(of path: FlattenedPath, from first: Double, to last: Double) {
    for contour in path.contours where !contour.chords.isEmpty {
      let start = path.chords[contour.chords.lowerBound].lengthBefore
      let end = path.end(of: contour)
      if end <= first || start >= last { continue }
      if first <= start && last >= end {
        append(path.chords[contour.chords], start: contour.start, isClosed: contour.isClosed)
        continue
      }
      let firstNewChord = chords.count
      appendChords(of: path, contour, from: first, to: last)
      if firstNewChord < chords.count {
        let lengthBeforeSection = chords[firstNewChord].lengthBefore - start
        appendContour(ofChordsFrom: firstNewChord, isClosed: false, lengthBeforeSection: lengthBeforeSection)
      }
    }
  }

  /// Returns the position along the path of a contour's end.
  private func end(of contour: Contour) -> Double {
    let lastChord = chords[contour.chords.upperBound - 1]
    return lastChord.lengthBefore + lastChord.length
  }

  /// Appends the chords of a contour between two positions along the path.
  private mutating func appendChords(of path: FlattenedPath, _ contour: Contour, from first: Double, to last: Double) {
    for index in contour.chords {
      let chord = path.chords[index]
      if chord.lengthBefore + chord.length <= first { continue }
      if chord.lengthBefore >= last { break }
      let firstShare = (first - chord.lengthBefore) / chord.length
      let lastShare = (last - chord.lengthBefore) / chord.length
      append(chord.section(from: max(firstShare, 0), to: min(lastShare, 1)))
    }
  }
}
