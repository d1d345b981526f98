import Model

/// A layer that a filter reads besides its input (`FilterDefinition.map`), and whether it has changed since the frame before.
final class FilterMap: @unchecked Sendable {
  /// A stack of only the map's layer.
  let stack: LayerStack
  /// The version of the map's layer.
  private var version = ContentVersion()
  /// Content version: frames with equal versions have equal maps; nil: the map may have changed.
  var contentVersion: Int? { version.number }
  /// Whether the map has changed and still has to be drawn for its filter.
  var needsDrawing = false

  init(stack: LayerStack) { self.stack = stack }

  /// Begins a frame.
  ///
  /// - Parameter clock: the clock of the layer that has the filter.
  func update(
    at clock: AnimationClock, canvas: Canvas, emitters: [EmitterFrame], layersWithPasses: inout [any LayerPasses]
  ) {
    stack.update(
      at: clock.local, canvasTime: clock.canvas, canvas: canvas, emitters: emitters,
      layersWithPasses: &layersWithPasses)
    version.begin()
    version.add(stack.shownLayers)
    if version.end() { needsDrawing = true }
  }
}
