import Lanes
import Model

/// A place at which a particle has met the water.
package struct WaterImpact: BitwiseCopyable, Sendable {
  /// In pixels of the frame.
  package var x: Float
  package var y: Float
  /// Seconds since then.
  package var age: Float
  /// Radius of the crater in pixels.
  package var radius: Float

  package init(x: Float, y: Float, age: Float, radius: Float) {
    (self.x, self.y, self.age, self.radius) = (x, y, age, radius)
  }
}

/// An emitter whose particles make rings where they die or bounce.
package protocol WaterImpactSource: AnyObject, Sendable {
  /// Appends the impacts that are seen at a time, in seconds of the canvas.
  func append(at seconds: Double, to impacts: inout ContiguousArray<WaterImpact>)
}

/// A filter that shows the impacts of particles.
package protocol WaterImpactFilter: LayerFilter {
  /// What makes impacts; nil for nothing.
  var impacting: WaterView? { get }

  /// Gives the filter the emitter; called once, before the first frame.
  func receive(_ source: any WaterImpactSource)
}
