/// Which bytes of a file a request asks for, by its header `Range` (RFC 9110, 14.1).
package enum ByteRange: Equatable {
  /// All of them: there is no header, or one that may be ignored, as that with several ranges may.
  case all
  case part(Range<Int>)
  /// No byte of the file is asked for.
  case none

  /// - Parameters:
  ///   - header: the value of `Range`; nil without one.
  ///   - count: the bytes of the file.
  package init(_ header: String?, of count: Int) {
    let unit = "bytes="
    guard let header, header.hasPrefix(unit) else {
      self = .all
      return
    }
    let ends = header.dropFirst(unit.count).split(separator: "-", omittingEmptySubsequences: false)
    guard ends.count == 2, ends.allSatisfy({ $0.allSatisfy { $0.isASCII && $0.isNumber } }),
      ends.contains(where: { !$0.isEmpty })
    else {
      self = .all
      return
    }
    // A number that is too large for an integer lies behind every file's end.
    let (first, last) = (Int(ends[0]) ?? .max, Int(ends[1]) ?? .max)
    if ends[0].isEmpty {
      self = last == 0 || count == 0 ? .none : .part(max(count - last, 0)..<count)
    } else if !ends[1].isEmpty, last < first {
      self = .all
    } else {
      self = first < count ? .part(first..<(ends[1].isEmpty ? count : min(last, count - 1) + 1)) : .none
    }
  }
}
