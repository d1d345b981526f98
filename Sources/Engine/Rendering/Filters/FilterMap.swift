import Model
import Raster

/// A layer that a filter reads besides its input, and whether it has changed since the frame before: another one
/// (`FilterDefinition.map`), or the layer whose backdrop is filtered (`FilterDefinition.readsLayer`).
final class FilterMap: @unchecked Sendable {
  /// A stack of only the other layer; nil for the layer itself.
  private let stack: LayerStack?
  /// What is drawn.
  private(set) var layers: [PreparedLayer] = []
  /// A box outside of which what is drawn is transparent now, and one outside of which it was when the map was last drawn.
  private var box = PixelRect(x: 0, y: 0, width: 0, height: 0)
  private var drawnBox = PixelRect(x: 0, y: 0, width: 0, height: 0)
  /// The version of the map's layer.
  private var version = ContentVersion()
  /// Content version: frames with equal versions have equal maps; nil: the map may have changed.
  var contentVersion: Int? { version.number }
  /// Whether the map has changed and still has to be drawn for its filter.
  private(set) var needsDrawing = false

  init(stack: LayerStack?) { self.stack = stack }

  /// Begins a frame, for a map that is another layer.
  ///
  /// - Parameter clock: the clock of the layer that has the filter.
  func update(
    at clock: AnimationClock, canvas: Canvas, emitters: [EmitterFrame], layersWithPasses: inout [any LayerPasses]
  ) {
    guard let stack else { return }
    stack.update(
      at: clock.local, canvasTime: clock.canvas, canvas: canvas, emitters: emitters,
      layersWithPasses: &layersWithPasses)
    show(stack.shownLayers)
  }

  /// Begins a frame, for a map that is the layer itself.
  func update(layer: [PreparedLayer]) { if stack == nil { show(layer) } }

  private func show(_ layers: [PreparedLayer]) {
    self.layers.removeAll(keepingCapacity: true)
    self.layers.append(contentsOf: layers)
    box = layers.reduce(PixelRect(x: 0, y: 0, width: 0, height: 0)) { $0.union($1.box) }
    version.begin()
    version.add(layers)
    if version.end() { needsDrawing = true }
  }

  /// Tells that the map is about to be drawn.
  ///
  /// - Returns: the pixels to draw: all others are transparent, and were so when the map was last drawn.
  func beginDrawing() -> PixelRect {
    needsDrawing = false
    defer { drawnBox = box }
    return box.union(drawnBox)
  }
}
