// Trimming a path to a section of its length. A "position along the path" is the length of all chords before a point of the
// untrimmed path; the chords of a section keep theirs (`Chord.startLength`).

extension FlattenedPath {
  /// The section from share `start` to share `end` of the path's length.
  ///
  /// A section that reaches beyond 0...1 goes on at the path's other end; on a path of one closed contour it is still one
  /// contour. Where `end` − `start` is 1 or more the result is the path itself, where it is 0 or less an empty path.
  package func trimmed(from start: Double, to end: Double) -> FlattenedPath {
    var result = FlattenedPath()
    result.setTrimmed(self, from: start, to: end)
    return result
  }

  /// Becomes `path.trimmed(from:to:)`; a proper section is written into the memory that this path has.
  package mutating func setTrimmed(_ path: FlattenedPath, from start: Double, to end: Double) {
    if end - start >= 1 {
      self = path
      return
    }
    removeAll(tolerance: path.tolerance, reach: path.reach)
    guard end > start, path.length > 0 else { return }
    let wraps = start.rounded(.down)
    let (first, last) = ((start - wraps) * path.length, (end - wraps) * path.length)
    if last <= path.length {
      appendSection(of: path, from: first, to: last)
    } else if path.contours.count == 1 && path.contours[0].isClosed {
      let count = chords.count
      appendChords(of: path, path.contours[0], from: first, to: path.length)
      appendChords(of: path, path.contours[0], from: 0, to: last - path.length)
      appendContour(ofChordsFrom: count, isClosed: false, trimmedLength: first)
    } else {
      appendSection(of: path, from: first, to: path.length)
      appendSection(of: path, from: 0, to: last - path.length)
    }
  }

  /// Appends the contours between two positions along the path.
  private mutating func appendSection(of path: FlattenedPath, from first: Double, to last: Double) {
    for contour in path.contours where !contour.chords.isEmpty {
      let start = path.chords[contour.chords.lowerBound].startLength
      let end = path.end(of: contour)
      if end <= first || start >= last { continue }
      if first <= start && last >= end {
        append(path.chords[contour.chords], start: contour.start, isClosed: contour.isClosed)
        continue
      }
      let count = chords.count
      appendChords(of: path, contour, from: first, to: last)
      if count < chords.count {
        appendContour(ofChordsFrom: count, isClosed: false, trimmedLength: chords[count].startLength - start)
      }
    }
  }

  /// Position along the path of a contour's end.
  private func end(of contour: Contour) -> Double {
    let last = chords[contour.chords.upperBound - 1]
    return last.startLength + last.length
  }

  /// Appends the chords of a contour between two positions along the path.
  private mutating func appendChords(of path: FlattenedPath, _ contour: Contour, from first: Double, to last: Double) {
    for index in contour.chords {
      let chord = path.chords[index]
      if chord.startLength + chord.length <= first { continue }
      if chord.startLength >= last { break }
      let low = (first - chord.startLength) / chord.length
      let high = (last - chord.startLength) / chord.length
      append(chord.section(from: max(low, 0), to: min(high, 1)))
    }
  }
}
