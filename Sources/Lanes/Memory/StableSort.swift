/// Sorts elements in place: equal ones keep their order, and no memory is taken.
///
/// Groups of eight by insertion, then a merge sort from the bottom up (J. von Neumann, 1945), which skips neighbours
/// that are in order already.
///
/// - Parameter spare: room for as many elements.
@inlinable @inline(__always)
package func mergeSort<Element: BitwiseCopyable>(
  _ own: UnsafeMutablePointer<Element>, count: Int, spare: UnsafeMutablePointer<Element>,
  by precedes: (Element, Element) -> Bool
) {
  var first = 0
  while first < count {
    let end = first &+ 8 < count ? first &+ 8 : count
    var index = first &+ 1
    while index < end {
      let element = own[index]
      var position = index
      while position > first && precedes(element, own[position &- 1]) {
        own[position] = own[position &- 1]
        position &-= 1
      }
      own[position] = element
      index &+= 1
    }
    first = end
  }
  var length = 8
  while length < count {
    var first = 0
    while first < count &- length {
      let (middle, last) = (first &+ length, first &+ 2 &* length)
      if precedes(own[middle], own[middle &- 1]) {
        let end = last < count ? last : count
        // The first half is moved aside; the merged elements are written over both, from the front.
        (spare + first).update(from: own + first, count: length)
        var (left, right, position) = (first, middle, first)
        while left < middle && right < end {
          if precedes(own[right], spare[left]) {
            own[position] = own[right]
            right &+= 1
          } else {
            own[position] = spare[left]
            left &+= 1
          }
          position &+= 1
        }
        (own + position).update(from: spare + left, count: middle &- left)
      }
      first = last
    }
    length &*= 2
  }
}

extension Array where Element: BitwiseCopyable {
  /// Sorts stably by merging. Once `spare` is as long as the list no memory is taken: for lists that are sorted anew
  /// for every frame.
  @inlinable @inline(__always)
  package mutating func sortStably(spare: inout [Element], by precedes: (Element, Element) -> Bool) {
    let count = count
    if spare.count < count { spare.append(contentsOf: self[spare.count...]) }
    if count < 2 { return }
    withUnsafeMutableBufferPointer { own in
      spare.withUnsafeMutableBufferPointer { spare in
        // Both hold at least two elements.
        mergeSort(own.baseAddress!, count: count, spare: spare.baseAddress!, by: precedes)
      }
    }
  }
}
