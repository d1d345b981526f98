/// Finds the static layers of a stack: layers that show the same pixels as in the frames before.
///
/// Equal `LayerSignature`s prove that a layer is unchanged. The tracker has one set of static layers. The set stays as long as
/// all of its layers are shown unchanged, regardless of other layers, and adopts more layers when they have become static. A
/// layer has to be unchanged for some frames before the set adopts it. Each time that a layer of the set changes, this number of
/// frames doubles for that layer, to at most 64. Layers that show nothing at all are skipped.
///
/// The *static prefix* consists of the layers at the bottom of the stack, up to the first layer that is not in the set.
///
/// The set is *complete* in a frame in which all of its layers are shown unchanged and no other layer lies between or below the
/// layers of the static prefix.
final class StaticLayerTracker {
  /// A visible layer.
  private struct TrackedLayer {
    /// Index among the layers of the frame.
    var index: Int
    /// `PlannedLayer.planIndex`; a stack's layers are in ascending order of it.
    var planIndex: Int
    /// Index of the layer's first signature in `TrackedLayers.signatures`.
    var signatureStart: Int
    /// Index after the layer's last signature, equal to `signatureStart` if the layer has no content version.
    var signatureEnd: Int
  }

  /// Some of a stack's layers from the bottom up, with their signatures one after the other.
  private struct TrackedLayers {
    var list: [TrackedLayer] = []
    var signatures: [LayerSignature] = []

    mutating func removeAll() {
      list.removeAll(keepingCapacity: true)
      signatures.removeAll(keepingCapacity: true)
    }

    /// Appends one of the layers of `other`, with its signatures.
    mutating func append(_ layer: TrackedLayer, of other: TrackedLayers) {
      let start = signatures.count
      signatures.append(contentsOf: other.signatures[layer.signatureStart..<layer.signatureEnd])
      list.append(
        TrackedLayer(
          index: layer.index, planIndex: layer.planIndex, signatureStart: start, signatureEnd: signatures.count))
    }

    /// Whether `layer`, of this list, and `other`, of the list `others`, are the same layer with equal signatures; false if they
    /// have no signatures.
    func shows(_ layer: TrackedLayer, sameAs other: TrackedLayer, of others: TrackedLayers) -> Bool {
      let count = layer.signatureEnd - layer.signatureStart
      guard count > 0, layer.planIndex == other.planIndex, count == other.signatureEnd - other.signatureStart else {
        return false
      }
      for offset in 0..<count
      where signatures[layer.signatureStart + offset] != others.signatures[other.signatureStart + offset] {
        return false
      }
      return true
    }
  }

  /// All visible layers of the current frame.
  private var current = TrackedLayers()
  /// All visible layers of the frame before.
  private var previous = TrackedLayers()
  /// The set of static layers, with their signatures in the frame in which the set was made.
  private var staticSet = TrackedLayers()
  /// Number of layers at the start of `staticSet` that form the static prefix.
  private var setPrefixCount = 0
  /// Memory for the next set.
  private var nextSet = TrackedLayers()
  /// For each layer of the plan, by `planIndex`: the number of frames for which it has been unchanged.
  private var unchangedFrames: [Int]
  /// For each layer of the plan, by `planIndex`: the number of frames for which it has to be unchanged before it is adopted.
  private var requiredFrames: [Int]
  /// For each layer of the current frame, whether it is one of `staticSet` and unchanged.
  private var isStatic: [Bool] = []

  /// Number of the current frame's layers up to the last one of the static prefix, invisible layers included; 0 while the set is
  /// not complete.
  private(set) var prefixCount = 0
  /// Identifies the content of the set: in frames with equal IDs the set has equal pixels. 0 while the set is not complete.
  private(set) var contentID = 0
  /// Identifies the content of the static prefix in the same way.
  private(set) var prefixContentID = 0
  /// The largest ID so far.
  private var lastContentID = 0
  /// The value that `contentID` has whenever the set is complete; kept here while it is not.
  private var setContentID = 0
  /// The value that `prefixContentID` has whenever the set is complete; kept here while it is not.
  private var setPrefixContentID = 0

  /// The elements of `requiredFrames` at first.
  private static let minimumRequiredFrames = 2
  /// The greatest value that an element of `requiredFrames` may reach.
  private static let maximumRequiredFrames = 64

  /// - Parameter plannedLayerCount: number of layers of the plan, including groups and the layers in them.
  init(plannedLayerCount: Int) {
    unchangedFrames = Array(repeating: 0, count: plannedLayerCount)
    requiredFrames = Array(repeating: Self.minimumRequiredFrames, count: plannedLayerCount)
  }

  /// Whether a layer, by its index in the current frame, is one of the set.
  func contains(index: Int) -> Bool { isStatic[index] }

  /// Whether layers of the set lie above layers that are not in it.
  var reachesAbovePrefix: Bool { contentID != 0 && setPrefixCount < staticSet.list.count }

  /// Compares the layers of a frame, back to front, with those of the frames before.
  func begin(_ layers: [PreparedLayer]) {
    read(layers)
    countUnchangedFrames()
    let isComplete = findSet()
    if !isComplete || current.list.contains(where: { !isStatic[$0.index] && isSteady($0) }) {
      adopt(keepsSet: isComplete)
    }
  }

  /// Moves `current` to `previous`, and reads the layers of a frame into `current`.
  private func read(_ layers: [PreparedLayer]) {
    swap(&current, &previous)
    current.removeAll()
    for (index, layer) in layers.enumerated() where layer.isVisible {
      let start = current.signatures.count
      if !layer.appendSignatures(to: &current.signatures) {
        current.signatures.removeLast(current.signatures.count - start)
      }
      current.list.append(
        TrackedLayer(
          index: index, planIndex: layer.planIndex, signatureStart: start, signatureEnd: current.signatures.count))
    }
    isStatic.removeAll(keepingCapacity: true)
    for _ in layers { isStatic.append(false) }
  }

  /// Compares `current` with `previous` to bring `unchangedFrames` up to date.
  private func countUnchangedFrames() {
    /// Position in `previous` at which the search continues: both lists are in the order of the plan.
    var position = 0
    for layer in current.list {
      while position < previous.list.count && previous.list[position].planIndex < layer.planIndex { position += 1 }
      let isSame =
        position < previous.list.count && current.shows(layer, sameAs: previous.list[position], of: previous)
      unchangedFrames[layer.planIndex] = isSame ? unchangedFrames[layer.planIndex] + 1 : 0
    }
  }

  /// Whether a layer has been unchanged for long enough to be adopted.
  private func isSteady(_ layer: TrackedLayer) -> Bool {
    unchangedFrames[layer.planIndex] >= requiredFrames[layer.planIndex]
  }

  /// Looks for the set in the current frame, and returns whether it is complete.
  private func findSet() -> Bool {
    /// Position in `current` at which the search continues: both lists are in the order of the plan.
    var position = 0
    var isComplete = !staticSet.list.isEmpty
    for (setPosition, layer) in staticSet.list.enumerated() {
      while position < current.list.count && current.list[position].planIndex < layer.planIndex { position += 1 }
      if position < current.list.count, staticSet.shows(layer, sameAs: current.list[position], of: current) {
        isStatic[current.list[position].index] = true
        // The layers of the prefix must be the lowest layers of the current frame, without others in between.
        if setPosition < setPrefixCount && position != setPosition { isComplete = false }
      } else {
        isComplete = false
        // Only the frame of the change counts. Later the layer differs from that of the set, too, but has not changed again.
        let isShown = position < current.list.count && current.list[position].planIndex == layer.planIndex
        if isShown && unchangedFrames[layer.planIndex] == 0 {
          requiredFrames[layer.planIndex] = min(2 * requiredFrames[layer.planIndex], Self.maximumRequiredFrames)
        }
      }
    }
    prefixCount = isComplete && setPrefixCount > 0 ? current.list[setPrefixCount - 1].index + 1 : 0
    contentID = isComplete ? setContentID : 0
    prefixContentID = isComplete ? setPrefixContentID : 0
    return isComplete
  }

  /// Makes a new set of the layers that have been unchanged for long enough and, if `keepsSet`, of those of the present set. If
  /// that gives no layers, the present set stays, since its layers may be shown again.
  private func adopt(keepsSet: Bool) {
    nextSet.removeAll()
    var nextPrefixCount = 0
    for (position, layer) in current.list.enumerated() {
      isStatic[layer.index] = keepsSet && isStatic[layer.index] || isSteady(layer)
      if !isStatic[layer.index] { continue }
      if nextPrefixCount == position { nextPrefixCount += 1 }
      nextSet.append(layer, of: current)
    }
    if nextSet.list.isEmpty { return }
    let hasSamePrefix =
      nextPrefixCount == setPrefixCount
      && (0..<nextPrefixCount).allSatisfy { nextSet.shows(nextSet.list[$0], sameAs: staticSet.list[$0], of: staticSet) }
    lastContentID += 1
    if !hasSamePrefix || setPrefixContentID == 0 { setPrefixContentID = lastContentID }
    setContentID = lastContentID
    setPrefixCount = nextPrefixCount
    swap(&staticSet, &nextSet)
    prefixCount = nextPrefixCount > 0 ? current.list[nextPrefixCount - 1].index + 1 : 0
    contentID = setContentID
    prefixContentID = setPrefixContentID
  }
}
