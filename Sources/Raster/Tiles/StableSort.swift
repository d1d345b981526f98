/// Sorts as `sort(by:)` does, equal elements staying in their order, and takes no memory.
///
/// Runs of eight by insertion, then merges of neighbours (J. von Neumann, 1945), of which those already in order are left alone.
///
/// - Parameter spare: room for as many elements.
@inlinable @inline(__always)
package func sortStably<Element: BitwiseCopyable>(
  _ own: UnsafeMutablePointer<Element>, count: Int, spare: UnsafeMutablePointer<Element>,
  by precedes: (Element, Element) -> Bool
) {
  var first = 0
  while first < count {
    let end = first &+ 8 < count ? first &+ 8 : count
    var index = first &+ 1
    while index < end {
      let element = own[index]
      var place = index
      while place > first && precedes(element, own[place &- 1]) {
        own[place] = own[place &- 1]
        place &-= 1
      }
      own[place] = element
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
        // The first run steps aside and the two are written over both, from the front.
        (spare + first).update(from: own + first, count: length)
        var (left, right, place) = (first, middle, first)
        while left < middle && right < end {
          if precedes(own[right], spare[left]) {
            own[place] = own[right]
            right &+= 1
          } else {
            own[place] = spare[left]
            left &+= 1
          }
          place &+= 1
        }
        (own + place).update(from: spare + left, count: middle &- left)
      }
      first = last
    }
    length &*= 2
  }
}

extension Array where Element: BitwiseCopyable {
  /// Sorts stably; takes no memory once `spare` is as long as the list: for lists that are sorted anew for every frame.
  @inlinable @inline(__always)
  package mutating func sortStably(spare: inout [Element], by precedes: (Element, Element) -> Bool) {
    let count = count
    if spare.count < count { spare.append(contentsOf: self[spare.count...]) }
    if count < 2 { return }
    withUnsafeMutableBufferPointer { own in
      spare.withUnsafeMutableBufferPointer { spare in
        // Both hold at least two elements.
        Raster.sortStably(own.baseAddress!, count: count, spare: spare.baseAddress!, by: precedes)
      }
    }
  }
}
