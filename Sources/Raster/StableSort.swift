extension Array where Element: BitwiseCopyable {
  /// Sorts as `sort(by:)` does, equal elements staying in their order, and takes no memory once `spare` is as long as the list: for
  /// lists that are sorted anew for every frame.
  ///
  /// Runs of eight by insertion, then merges of neighbours (J. von Neumann, 1945), of which those already in order are left alone.
  @inlinable @inline(__always)
  package mutating func sortStably(spare: inout [Element], by precedes: (Element, Element) -> Bool) {
    let count = count
    if spare.count < count { spare.append(contentsOf: self[spare.count...]) }
    withUnsafeMutableBufferPointer { own in
      spare.withUnsafeMutableBufferPointer { spare in
        for first in stride(from: 0, to: count, by: 8) {
          for index in first + 1..<Swift.max(Swift.min(first + 8, count), first + 1) {
            let element = own[index]
            var place = index
            while place > first && precedes(element, own[place - 1]) {
              own[place] = own[place - 1]
              place -= 1
            }
            own[place] = element
          }
        }
        var length = 8
        while length < count {
          for first in stride(from: 0, to: count - length, by: 2 * length) {
            let (middle, end) = (first + length, Swift.min(first + 2 * length, count))
            if !precedes(own[middle], own[middle - 1]) { continue }
            // The first run steps aside and the two are written over both, from the front.
            for index in first..<middle { spare[index] = own[index] }
            var (left, right, place) = (first, middle, first)
            while left < middle && right < end {
              if precedes(own[right], spare[left]) {
                own[place] = own[right]
                right += 1
              } else {
                own[place] = spare[left]
                left += 1
              }
              place += 1
            }
            while left < middle {
              own[place] = spare[left]
              left += 1
              place += 1
            }
          }
          length *= 2
        }
      }
    }
  }
}
