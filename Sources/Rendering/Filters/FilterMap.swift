import Model

/// A layer that a filter reads besides its input (`Filter.map`), from frame to frame.
final class FilterMap: @unchecked Sendable {
  /// The map's layer alone.
  let stack: LayerStack
  /// What the map followed from in the frame at hand, and in the one before; empty where it may have changed.
  private var signatures: [LayerSignature] = []
  private var lastSignatures: [LayerSignature] = []
  /// Counts how often the map has changed.
  private var changeCount = 0
  /// Content version: frames with equal versions have equal maps; nil: the map may have changed.
  private(set) var contentVersion: Int?
  /// Whether the filter has not taken the map of the frame at hand.
  var isToBeDrawn = false

  init(stack: LayerStack) { self.stack = stack }

  /// Begins a frame.
  ///
  /// - Parameter clock: that of the layer that has the filter.
  func update(
    at clock: AnimationClock, canvas: Canvas, emitters: [EmitterFrame], filtered: inout [any LayerPasses]
  ) {
    stack.update(at: clock.local, now: clock.canvas, canvas: canvas, emitters: emitters, filtered: &filtered)
    swap(&signatures, &lastSignatures)
    signatures.removeAll(keepingCapacity: true)
    var isComparable = true
    for layer in stack.shownLayers where isComparable { isComparable = layer.appendSignatures(to: &signatures) }
    if !isComparable { signatures.removeAll(keepingCapacity: true) }
    if !isComparable || changeCount == 0 || signatures != lastSignatures {
      changeCount += 1
      isToBeDrawn = true
    }
    contentVersion = isComparable ? changeCount : nil
  }
}
