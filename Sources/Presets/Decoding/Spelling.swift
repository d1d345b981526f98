/// Finds what someone who wrote `name` probably meant.
package enum Spelling {
  /// The nearest candidate if it is near enough to be a slip: a different case, or few letters changed, dropped, added or
  /// swapped.
  package static func nearest(to name: String, among candidates: [String]) -> String? {
    let wanted = Array(name.lowercased().utf8.prefix(64))
    guard !wanted.isEmpty else { return nil }
    var best: (name: String, distance: Int)?
    for candidate in candidates {
      let letters = Array(candidate.lowercased().utf8.prefix(64))
      let distance = editDistance(wanted, letters)
      let allowed = max(1, min(wanted.count, letters.count) / 3)
      guard distance <= allowed, distance < best?.distance ?? Int.max else { continue }
      best = (candidate, distance)
    }
    return best?.name
  }

  /// " Did you mean X?" or nothing.
  package static func hint(_ name: String, among candidates: [String]) -> String {
    nearest(to: name, among: candidates).map { " Did you mean \($0)?" } ?? ""
  }

  /// Insertions, deletions, replacements and swaps of neighbours (optimal string alignment).
  static func editDistance(_ a: [UInt8], _ b: [UInt8]) -> Int {
    if a.isEmpty || b.isEmpty { return max(a.count, b.count) }
    var earlier = [Int](repeating: 0, count: b.count + 1)
    var previous = Array(0...b.count)
    var current = previous
    for i in 1...a.count {
      current[0] = i
      for j in 1...b.count {
        let replaced = previous[j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1)
        current[j] = min(replaced, previous[j] + 1, current[j - 1] + 1)
        if i > 1, j > 1, a[i - 1] == b[j - 2], a[i - 2] == b[j - 1] {
          current[j] = min(current[j], earlier[j - 2] + 1)
        }
      }
      (earlier, previous, current) = (previous, current, earlier)
    }
    return previous[b.count]
  }
}

/// "one of a, b or c"
func listed(_ names: [String]) -> String {
  guard names.count > 1, let last = names.last else { return names.first ?? "" }
  return names.dropLast().joined(separator: ", ") + " or " + last
}

/// 1,000,000
func grouped(_ number: Int) -> String {
  var digits = Array(String(number.magnitude))
  var place = digits.count - 3
  while place > 0 {
    digits.insert(",", at: place)
    place -= 3
  }
  return (number < 0 ? "-" : "") + String(digits)
}

/// A number as short as it can be written without loss; whole ones without a point.
func plain(_ number: Double) -> String {
  guard number == number.rounded(), abs(number) < 1e15 else { return "\(number)" }
  return "\(Int64(number))"
}

/// A predicted figure: whole, with separators.
func figure(_ number: Double) -> String {
  guard number.isFinite, abs(number) < 1e15 else { return "\(number)" }
  return grouped(Int(number.rounded(.up)))
}
