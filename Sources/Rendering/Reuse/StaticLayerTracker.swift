/// Which layers of a stack rest: those that show what they showed in the frames before.
///
/// Whether they do is told by `LayerSignature`s, never guessed. The set is kept for as long as all of its layers are there and
/// unchanged, whatever the others do, and grows when more of them have come to rest. A layer that breaks the set again and
/// again has to rest longer and longer before it is let in. Layers that show nothing at all are passed over: nobody can see
/// whether they rest.
final class StaticLayerTracker {
  /// A layer that shows anything: its place among the layers at hand, its number in the plan, and its signatures, of which
  /// there are none if nobody can tell what it shows.
  private struct Part {
    var place: Int
    var number: Int
    var start: Int
    var end: Int
  }

  private struct Parts {
    var list: [Part] = []
    var signatures: [LayerSignature] = []

    mutating func removeAll() {
      list.removeAll(keepingCapacity: true)
      signatures.removeAll(keepingCapacity: true)
    }

    mutating func append(_ part: Part, of other: Parts) {
      let start = signatures.count
      signatures.append(contentsOf: other.signatures[part.start..<part.end])
      list.append(Part(place: part.place, number: part.number, start: start, end: signatures.count))
    }

    /// Whether two layers have signatures, and the same ones.
    func shows(_ part: Part, sameAs other: Part, of others: Parts) -> Bool {
      let count = part.end - part.start
      guard count > 0, part.number == other.number, count == other.end - other.start else { return false }
      for index in 0..<count where signatures[part.start + index] != others.signatures[other.start + index] {
        return false
      }
      return true
    }
  }

  private var current = Parts()
  private var previous = Parts()
  /// The set, from the bottom up; of its layers, so many lie below all that moves.
  private var kept = Parts()
  private var keptPrefix = 0
  /// Memory for the set that follows.
  private var next = Parts()
  /// For each number of the plan, frames in which the layer showed what it had shown before, and how many are asked for.
  private var stillFrames: [Int]
  private var patience: [Int]
  /// For each layer at hand.
  private var rests: [Bool] = []

  /// Layers at hand, from the bottom up, above which the first one lies that moves.
  private(set) var prefixCount = 0
  /// A number that stands for the layers of the set; 0 if nothing rests.
  private(set) var picture = 0
  /// The same of those below all that moves.
  private(set) var prefixPicture = 0
  private var pictureCount = 0
  private var keptPicture = 0
  private var keptPrefixPicture = 0

  private static let leastPatience = 2
  private static let mostPatience = 64

  init(layerCount: Int) {
    stillFrames = Array(repeating: 0, count: layerCount)
    patience = Array(repeating: Self.leastPatience, count: layerCount)
  }

  /// Whether a layer at hand is one of the set.
  func contains(place: Int) -> Bool { rests[place] }

  /// Layers of the set, in the frame at hand.
  var count: Int { picture != 0 ? kept.list.count : 0 }

  /// Whether layers of the set lie above others.
  var reachesAbovePrefix: Bool { picture != 0 && keptPrefix < kept.list.count }

  /// Compares the layers of a frame with those before it.
  func begin(_ layers: [LayerFrame]) {
    read(layers)
    countStillFrames()
    let isWhole = findKept()
    if !isWhole || current.list.contains(where: { !rests[$0.place] && isSteady($0) }) { adopt(keeping: isWhole) }
  }

  private func read(_ layers: [LayerFrame]) {
    swap(&current, &previous)
    current.removeAll()
    for (place, layer) in layers.enumerated() where layer.isInSight {
      let start = current.signatures.count
      if !layer.appendSignatures(to: &current.signatures) {
        current.signatures.removeLast(current.signatures.count - start)
      }
      current.list.append(Part(place: place, number: layer.number, start: start, end: current.signatures.count))
    }
    rests.removeAll(keepingCapacity: true)
    for _ in layers { rests.append(false) }
  }

  private func countStillFrames() {
    var place = 0
    for part in current.list {
      while place < previous.list.count && previous.list[place].number < part.number { place += 1 }
      let isSame = place < previous.list.count && current.shows(part, sameAs: previous.list[place], of: previous)
      stillFrames[part.number] = isSame ? stillFrames[part.number] + 1 : 0
    }
  }

  private func isSteady(_ part: Part) -> Bool { stillFrames[part.number] >= patience[part.number] }

  /// Looks for the set among the layers at hand; true if all of it is there, and nothing new below its lowest layers.
  private func findKept() -> Bool {
    var place = 0
    var isWhole = !kept.list.isEmpty
    for (index, part) in kept.list.enumerated() {
      while place < current.list.count && current.list[place].number < part.number { place += 1 }
      if place < current.list.count, kept.shows(part, sameAs: current.list[place], of: current) {
        rests[current.list[place].place] = true
        if index < keptPrefix && place != index { isWhole = false }
      } else {
        isWhole = false
        patience[part.number] = min(2 * patience[part.number], Self.mostPatience)
      }
    }
    prefixCount = isWhole && keptPrefix > 0 ? current.list[keptPrefix - 1].place + 1 : 0
    picture = isWhole ? keptPicture : 0
    prefixPicture = isWhole ? keptPrefixPicture : 0
    return isWhole
  }

  /// Makes a new set of what has rested long enough, and of the old one if all of that is there. Without any the old one
  /// stays, for it may come back.
  private func adopt(keeping isWhole: Bool) {
    next.removeAll()
    var prefix = 0
    for (index, part) in current.list.enumerated() {
      rests[part.place] = isWhole && rests[part.place] || isSteady(part)
      if !rests[part.place] { continue }
      if prefix == index { prefix += 1 }
      next.append(part, of: current)
    }
    if next.list.isEmpty { return }
    let hasSamePrefix =
      prefix == keptPrefix
      && (0..<prefix).allSatisfy { next.shows(next.list[$0], sameAs: kept.list[$0], of: kept) }
    pictureCount += 1
    if !hasSamePrefix || keptPrefixPicture == 0 { keptPrefixPicture = pictureCount }
    keptPicture = pictureCount
    keptPrefix = prefix
    swap(&kept, &next)
    prefixCount = prefix > 0 ? current.list[prefix - 1].place + 1 : 0
    picture = keptPicture
    prefixPicture = keptPrefixPicture
  }
}
