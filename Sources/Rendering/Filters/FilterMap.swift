import Model

/// A layer that a filter reads besides its input (`Filter.map`), and whether it has changed since the frame before.
final class FilterMap: @unchecked Sendable {
  /// A stack of only the map's layer.
  let stack: LayerStack
  /// Signatures of the map's layers in the current frame, and in the frame before; empty if they cannot be compared.
  private var signatures: [LayerSignature] = []
  private var lastSignatures: [LayerSignature] = []
  /// Counts how often the map has changed.
  private var changeCount = 0
  /// Content version: frames with equal versions have equal maps; nil: the map may have changed.
  private(set) var contentVersion: Int?
  /// Whether the map has changed and still has to be drawn for its filter.
  var needsDrawing = false

  init(stack: LayerStack) { self.stack = stack }

  /// Begins a frame.
  ///
  /// - Parameter clock: the clock of the layer that has the filter.
  func update(
    at clock: AnimationClock, canvas: Canvas, emitters: [EmitterFrame], filtered: inout [any LayerPasses]
  ) {
    stack.update(at: clock.local, canvasTime: clock.canvas, canvas: canvas, emitters: emitters, filtered: &filtered)
    swap(&signatures, &lastSignatures)
    signatures.removeAll(keepingCapacity: true)
    var isComparable = true
    for layer in stack.shownLayers where isComparable { isComparable = layer.appendSignatures(to: &signatures) }
    if !isComparable { signatures.removeAll(keepingCapacity: true) }
    if !isComparable || changeCount == 0 || signatures != lastSignatures {
      changeCount += 1
      needsDrawing = true
    }
    contentVersion = isComparable ? changeCount : nil
  }
}
