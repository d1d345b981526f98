/// The layers below a layer of water, as they are seen in the water. It is made from the source `water`, as the last backdrop filter of the layer.
package struct WaterView: FilterDefinition {
  package let water: Water
  /// The layer's path, from which its random numbers follow.
  package let path: UInt64
  /// Length of the loop on the layer's clock; nil where nothing loops.
  package let loopSeconds: Double?

  package func reach(on target: Filter.Target, during clocks: ClockRange) -> Filter.Reach {
    .neighborhood(marginPoints: 0)
  }

  package func bytesPerPixel(pixelsPerPoint: Double, during clocks: ClockRange) -> Double {
    // Seen from above: the picture, and five planes of samples at every second pixel at most. In perspective: the picture at half the size with
    // its smaller levels, and four planes.
    water.line == nil ? 16 + 5 : 8 + 4
  }

  /// When drops fall.
  package var dropTimes: DropTimes {
    DropTimes(rate: water.drops.rate, lifetime: water.drops.lifetime, loopSeconds: loopSeconds)
  }

  /// How many rings may be seen at the same time: those of drops, and of the particles of an emitter, whose number is taken for the greatest.
  package var mostRings: Double {
    dropTimes.mostSeen(listed: water.drops.listed.count) + (water.impacts.isEmpty ? 0 : Self.greatestImpactCount)
  }

  /// Rings of particles that are seen at the same time.
  package static let greatestImpactCount = 200.0

  package var readsInputInFinish: Bool { false }
  package var drawsLayer: Bool { true }
  package var animatedValues: AnimatedValues { water.animatedValues }
  package var isSelfAnimated: Bool { true }
  package var filter: Filter { Filter(self) }
}

extension Layer {
  /// The layer as it is drawn, if it shows water: a figure that says where the water is, through which the layers below are seen as the water shows
  /// them.
  fileprivate func withWaterAsBackdropFilter(inside timings: [LayerTiming], on canvas: Canvas) -> Layer {
    guard case .water(let water) = source else { return self }
    var layer = self
    let view = WaterView(
      water: water, path: path, loopSeconds: (timings + [timing]).loopSeconds(on: canvas))
    // A little more than the canvas, so that its edges are not soft.
    let top = water.line ?? -8
    var figure = Figure.Rectangle()
    figure.center = AnimatedPoint(
      AnimatedNumber(canvas.widthPoints / 2), AnimatedNumber((top + canvas.heightPoints + 8) / 2))
    figure.size = AnimatedPoint(
      AnimatedNumber(canvas.widthPoints + 16), AnimatedNumber(max(canvas.heightPoints + 8 - top, 0)))
    layer.source = .shape(VectorShape(.rectangle(figure), fill: .color(.constant(.black))))
    layer.backdropFilters.append(view.filter)
    return layer
  }
}

extension Layer {
  /// The layer as it is drawn: water and bodies see what lies below the layer, a material is a filter, and particles stand in space.
  ///
  /// - Parameter timings: those of the layers around this one, the outermost first.
  package func asDrawn(inside timings: [LayerTiming], on canvas: Canvas) -> Layer {
    withWaterAsBackdropFilter(inside: timings, on: canvas).lit(on: canvas).withParticlesInSpace
  }
}
