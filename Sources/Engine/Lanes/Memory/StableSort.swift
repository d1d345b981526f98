/// Sorts elements in place: equal ones keep their order, and no memory is allocated.
///
/// Ranges of eight elements are sorted by insertion. Then a bottom-up merge sort (J. von Neumann, 1945) merges neighbouring
/// sorted ranges (runs), and skips each pair of runs whose elements are already in order.
///
/// - Parameters:
///   - spare: memory for `count` elements, whose contents are overwritten.
///   - precedes: whether the first element belongs before the second.
@inlinable @inline(__always)
package func mergeSort<Element: BitwiseCopyable>(
  _ elements: UnsafeMutablePointer<Element>, count: Int, spare: UnsafeMutablePointer<Element>,
  by precedes: (Element, Element) -> Bool
) {
  var first = 0
  while first < count {
    let end = first &+ 8 < count ? first &+ 8 : count
    var index = first &+ 1
    while index < end {
      let element = elements[index]
      var position = index
      while position > first && precedes(element, elements[position &- 1]) {
        elements[position] = elements[position &- 1]
        position &-= 1
      }
      elements[position] = element
      index &+= 1
    }
    first = end
  }
  // Sorted runs are `runLength` elements long, the last run perhaps shorter.
  var runLength = 8
  while runLength < count {
    var first = 0
    while first < count &- runLength {
      let (middle, nextPair) = (first &+ runLength, first &+ 2 &* runLength)
      if precedes(elements[middle], elements[middle &- 1]) {
        let end = nextPair < count ? nextPair : count
        // The left run is copied to `spare`; the merged elements are written over both runs, from the front.
        (spare + first).update(from: elements + first, count: runLength)
        var (left, right, position) = (first, middle, first)
        while left < middle && right < end {
          if precedes(elements[right], spare[left]) {
            elements[position] = elements[right]
            right &+= 1
          } else {
            elements[position] = spare[left]
            left &+= 1
          }
          position &+= 1
        }
        (elements + position).update(from: spare + left, count: middle &- left)
      }
      first = nextPair
    }
    runLength &*= 2
  }
}

extension Array where Element: BitwiseCopyable {
  /// Sorts the array by `mergeSort`. No memory is allocated once `spare` is as long as the array, which suits arrays that are
  /// sorted for every frame.
  @inlinable @inline(__always)
  package mutating func sortStably(spare: inout [Element], by precedes: (Element, Element) -> Bool) {
    let count = count
    // Only the length of `spare` matters: its elements are overwritten before they are read.
    if spare.count < count { spare.append(contentsOf: self[spare.count...]) }
    if count < 2 { return }
    withUnsafeMutableBufferPointer { elements in
      spare.withUnsafeMutableBufferPointer { spare in
        // Neither buffer is empty, so both have a base address.
        mergeSort(elements.baseAddress!, count: count, spare: spare.baseAddress!, by: precedes)
      }
    }
  }
}
