/// Which layers of a stack are static: they show what they showed in the frames before.
///
/// `LayerSignature`s tell, nothing is guessed. The set is kept for as long as all of its layers are there and unchanged,
/// whatever the others do, and grows when more layers have become static. A layer that breaks the set again and again has to
/// be static for longer and longer before it is let in. Layers that show nothing at all are passed over: whether they are
/// static cannot be seen.
final class StaticLayerTracker {
  /// A visible layer: its index among the layers at hand, its number in the plan, and the range of its signatures, which is
  /// empty if its content is not known.
  private struct TrackedLayer {
    var index: Int
    var number: Int
    var signatureStart: Int
    var signatureEnd: Int
  }

  private struct TrackedLayers {
    var list: [TrackedLayer] = []
    var signatures: [LayerSignature] = []

    mutating func removeAll() {
      list.removeAll(keepingCapacity: true)
      signatures.removeAll(keepingCapacity: true)
    }

    mutating func append(_ layer: TrackedLayer, of other: TrackedLayers) {
      let start = signatures.count
      signatures.append(contentsOf: other.signatures[layer.signatureStart..<layer.signatureEnd])
      list.append(
        TrackedLayer(index: layer.index, number: layer.number, signatureStart: start, signatureEnd: signatures.count))
    }

    /// Whether two layers have signatures, and equal ones.
    func shows(_ layer: TrackedLayer, sameAs other: TrackedLayer, of others: TrackedLayers) -> Bool {
      let count = layer.signatureEnd - layer.signatureStart
      guard count > 0, layer.number == other.number, count == other.signatureEnd - other.signatureStart else {
        return false
      }
      for offset in 0..<count
      where signatures[layer.signatureStart + offset] != others.signatures[other.signatureStart + offset] {
        return false
      }
      return true
    }
  }

  private var current = TrackedLayers()
  private var previous = TrackedLayers()
  /// The set, from the bottom up; its first `keptPrefix` layers lie below all that moves.
  private var kept = TrackedLayers()
  private var keptPrefix = 0
  /// Memory for the next set.
  private var next = TrackedLayers()
  /// For each number of the plan, the frames for which the layer has been unchanged, and how many are asked for.
  private var unchangedFrames: [Int]
  private var requiredFrames: [Int]
  /// For each layer at hand.
  private var isStatic: [Bool] = []

  /// Layers at hand, from the bottom up, below the first one that moves.
  private(set) var prefixCount = 0
  /// A number that stands for the layers of the set; 0 if nothing is static.
  private(set) var content = 0
  /// A number that stands for the layers of the set below all that moves.
  private(set) var prefixContent = 0
  private var contentCount = 0
  private var keptContent = 0
  private var keptPrefixContent = 0

  private static let leastRequiredFrames = 2
  private static let mostRequiredFrames = 64

  init(layerCount: Int) {
    unchangedFrames = Array(repeating: 0, count: layerCount)
    requiredFrames = Array(repeating: Self.leastRequiredFrames, count: layerCount)
  }

  /// Whether a layer at hand is one of the set.
  func contains(index: Int) -> Bool { isStatic[index] }

  /// Layers of the set, in the frame at hand.
  var count: Int { content != 0 ? kept.list.count : 0 }

  /// Whether layers of the set lie above others.
  var reachesAbovePrefix: Bool { content != 0 && keptPrefix < kept.list.count }

  /// Compares the layers of a frame with those before it.
  func begin(_ layers: [LayerFrame]) {
    read(layers)
    countUnchangedFrames()
    let isWhole = findKept()
    if !isWhole || current.list.contains(where: { !isStatic[$0.index] && isSteady($0) }) { adopt(keeping: isWhole) }
  }

  private func read(_ layers: [LayerFrame]) {
    swap(&current, &previous)
    current.removeAll()
    for (index, layer) in layers.enumerated() where layer.isVisible {
      let start = current.signatures.count
      if !layer.appendSignatures(to: &current.signatures) {
        current.signatures.removeLast(current.signatures.count - start)
      }
      current.list.append(
        TrackedLayer(
          index: index, number: layer.number, signatureStart: start, signatureEnd: current.signatures.count))
    }
    isStatic.removeAll(keepingCapacity: true)
    for _ in layers { isStatic.append(false) }
  }

  private func countUnchangedFrames() {
    var position = 0
    for layer in current.list {
      while position < previous.list.count && previous.list[position].number < layer.number { position += 1 }
      let isSame =
        position < previous.list.count && current.shows(layer, sameAs: previous.list[position], of: previous)
      unchangedFrames[layer.number] = isSame ? unchangedFrames[layer.number] + 1 : 0
    }
  }

  private func isSteady(_ layer: TrackedLayer) -> Bool {
    unchangedFrames[layer.number] >= requiredFrames[layer.number]
  }

  /// Looks for the set among the layers at hand; true if all of it is there, and nothing new below its lowest layers.
  private func findKept() -> Bool {
    var position = 0
    var isWhole = !kept.list.isEmpty
    for (index, layer) in kept.list.enumerated() {
      while position < current.list.count && current.list[position].number < layer.number { position += 1 }
      if position < current.list.count, kept.shows(layer, sameAs: current.list[position], of: current) {
        isStatic[current.list[position].index] = true
        if index < keptPrefix && position != index { isWhole = false }
      } else {
        isWhole = false
        requiredFrames[layer.number] = min(2 * requiredFrames[layer.number], Self.mostRequiredFrames)
      }
    }
    prefixCount = isWhole && keptPrefix > 0 ? current.list[keptPrefix - 1].index + 1 : 0
    content = isWhole ? keptContent : 0
    prefixContent = isWhole ? keptPrefixContent : 0
    return isWhole
  }

  /// Makes a new set of the layers that have been unchanged for long enough, and of the old set if all of that is there. Without
  /// any the old one stays, for it may come back.
  private func adopt(keeping isWhole: Bool) {
    next.removeAll()
    var prefix = 0
    for (position, layer) in current.list.enumerated() {
      isStatic[layer.index] = isWhole && isStatic[layer.index] || isSteady(layer)
      if !isStatic[layer.index] { continue }
      if prefix == position { prefix += 1 }
      next.append(layer, of: current)
    }
    if next.list.isEmpty { return }
    let hasSamePrefix =
      prefix == keptPrefix
      && (0..<prefix).allSatisfy { next.shows(next.list[$0], sameAs: kept.list[$0], of: kept) }
    contentCount += 1
    if !hasSamePrefix || keptPrefixContent == 0 { keptPrefixContent = contentCount }
    keptContent = contentCount
    keptPrefix = prefix
    swap(&kept, &next)
    prefixCount = prefix > 0 ? current.list[prefix - 1].index + 1 : 0
    content = keptContent
    prefixContent = keptPrefixContent
  }
}
