import Model
import Raster

/// A layer that shines on others, or casts shadows on them, in the current frame.
package protocol LayerLightSource: AnyObject, Sendable {
  /// The index of its light in `Canvas.lights`; nil for a caster of shadows.
  var lightIndex: Int? { get }
  /// The path of a layer that casts shadows; nil for a light. Red light of the buffer is then the layer's alpha.
  var casterPath: UInt64? { get }
  /// The layer's light; its passes are finished before a frame's filters are updated.
  var buffer: LightBuffer { get }
  /// How often the light has changed so far.
  var changeCount: Int { get }
  /// z of the layer, in points.
  var zPosition: Double { get }
  /// Whether the camera sees the layer, in the plane of `zPosition`; if not, it is fixed to the screen.
  var isInSpace: Bool { get }
  /// Pixels of the buffer for each point.
  var pixelsPerPoint: Double { get }
  /// The buffer's first pixel, counted from the canvas's.
  var origin: (x: Int, y: Int) { get }
}

extension LayerLightSource {
  /// Whether the source is that of a light.
  func isLight(_ light: Light, on canvas: Canvas) -> Bool { lightIndex.map { canvas.lights[$0] == light } ?? false }
}

extension Filter.Lighting {
  /// The layers whose shadows fall on the layer.
  func casters(among sources: [any LayerLightSource]) -> [any LayerLightSource] {
    hasShadows ? sources.filter { $0.casterPath != nil && $0.casterPath != path } : []
  }
}

/// A filter that lights its layer by other layers.
package protocol LayerLitFilter: LayerFilter {
  /// Gives the filter the layers that shine; called once, before the first frame.
  func receive(_ sources: [any LayerLightSource])
}
