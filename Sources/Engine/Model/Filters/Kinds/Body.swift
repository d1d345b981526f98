extension Filter {
  /// What the body of a layer bends and mirrors of the picture below it, as the last of the layer's backdrop filters. It is made from
  /// `Layer.material`, and draws the layer itself, too: light, glass and mirror images are one surface.
  ///
  /// The body's form is found in the frame's pixels, from the layer as it is drawn there, so that transforms need nothing of their own but the
  /// factor by which they scale the form's width.
  package struct Body: FilterDefinition {
    package let material: Material
    /// The lights on the layer; nil where there are none.
    package let lighting: Lighting?
    /// The layer's transform, which says how large the form is drawn.
    package let transform: LayerTransform?
    /// The layer's path, from which the random numbers of the height's formula follow.
    package let path: UInt64

    /// The most points between a pixel and what is seen there through the body, and mirrored by it.
    package static let maximumReachPoints = 600.0
    /// Points to the side at which a surface that leans by half of a right angle mirrors the picture.
    package static let mirroredPoints = 160.0
    /// The greatest run over drop of a ray that has left the body.
    package static let greatestSlope = 2.5

    package func reach(on target: Target, during clocks: ClockRange) -> Reach { .neighborhood(marginPoints: 0) }
    package var readsInputInFinish: Bool { false }
    package var readsLayer: Bool { true }
    package func spreadFactor(during clocks: ClockRange) -> Double? { 0 }

    package func readPixels(on canvas: Canvas, during clocks: ClockRange) -> Int? {
      let bent = bentPoints(during: clocks) * canvas.pixelsPerPoint
      let blur = Float(blurPoints(during: clocks) * canvas.pixelsPerPoint)
      return Int(bent.rounded(.up)) + BlurLevels.reachPixels(deviationPixels: blur) + 2
    }

    /// The greatest height of the form over the outline.
    private func greatestHeight(during clocks: ClockRange) -> Double {
      let form =
        material.relief == .flat
        ? 0
        : material.reliefHeight.largestMagnitude(during: clocks) * material.reliefWidth.largestMagnitude(during: clocks)
      // Formulas have no bound that is known here.
      return form + (material.height == nil ? 0 : 60)
    }

    /// The points that light runs from the surface to what is seen, straight down.
    private func depthPoints(during clocks: ClockRange) -> Double {
      let form = greatestHeight(during: clocks) * (material.back == .mirrored ? 2 : 1)
      return form + material.thickness.largestMagnitude(during: clocks)
        + material.distance.largestMagnitude(during: clocks)
    }

    /// The most points by which light is moved to the side: `BodySurface` in Shading moves none farther.
    package func bentPoints(during clocks: ClockRange) -> Double {
      var most = mirrorsPicture ? Self.mirroredPoints : 0
      if !material.transmission.isZero, material.back != .hollow {
        // A ray that enters at a right angle to the normal's runs √(index² − 1) for each point that it drops. What is drawn larger than twice its size is
        // bent no farther.
        let index = material.refraction.largestMagnitude(during: clocks)
        let distance = material.distance.largestMagnitude(during: clocks)
        let inside = (depthPoints(during: clocks) - distance) * max(index * index - 1, 0).squareRoot()
        let bent = (inside + distance * Self.greatestSlope) * (transform == nil ? 1 : 2)
        most = max(most, bent * (1 + material.dispersion.largestMagnitude(during: clocks)))
      }
      return min(most, Self.maximumReachPoints)
    }

    /// The greatest standard deviation of what is seen and mirrored, in points.
    package func blurPoints(during clocks: ClockRange) -> Double {
      let scale = transform == nil ? 1.0 : 2
      let seen = material.frost.largestMagnitude(during: clocks) * depthPoints(during: clocks) * scale
      let around =
        mirrorsPicture ? Self.mirrorBlurPoints(roughness: material.roughness.largestMagnitude(during: clocks)) : 0
      return min(max(seen, around, material.hasRelief ? 12 : 0), 100)
    }

    /// The standard deviation of a mirror image, in points: what is around a body is never near enough to be sharp.
    package static func mirrorBlurPoints(roughness: Double) -> Double { 6 + 40 * roughness }

    /// Whether the surface mirrors anything.
    package var mirrors: Bool { !(material.reflection?.isZero ?? false) }

    /// Whether it mirrors the picture around it.
    package var mirrorsPicture: Bool { mirrors && !(material.environment?.hasOpaqueFormula ?? false) }

    /// The standard deviation of normals by which an environment is blurred in the mirror: about that of the facets of a rough surface, whose
    /// slopes spread as the square of the roughness.
    package func normalDeviation(roughness: Double) -> Float {
      min(Float(0.5 * roughness * roughness), Self.greatestNormalDeviation)
    }
    package static let greatestNormalDeviation: Float = 0.4

    package func bytesPerPixel(pixelsPerPoint: Double, during clocks: ClockRange) -> Double {
      // The picture below with its successive halves; the layer's four planes; what the form is made from, its heights and normals.
      PixelMemory.mipmappedPixelBytes + 4 * Double(4 + material.reliefPlaneCount)
    }

    package var animatedValues: AnimatedValues {
      var values = lighting?.animatedValues ?? material.animatedValues
      if let transform { values.add("transform", transform.animatedValues) }
      return values
    }
    package var isSelfAnimated: Bool {
      (material.height?.program.readsTime ?? false) || (material.environment?.isSelfAnimated ?? false)
    }
    package var filter: Filter { Filter(self) }

    /// How much larger than it is written the form is drawn, at the transform's anchor.
    package func scale(at clock: AnimationClock, on canvas: Canvas) -> Double {
      guard let transform else { return 1 }
      let projection = transform.projection(at: clock, on: canvas)
      let (x, y) = (
        transform.anchor?.x.value(at: clock) ?? canvas.widthPoints / 2,
        transform.anchor?.y.value(at: clock) ?? canvas.heightPoints / 2
      )
      let (middle, right, below) = (projection(x, y), projection(x + 1, y), projection(x, y + 1))
      let area = (right.x - middle.x) * (below.y - middle.y) - (right.y - middle.y) * (below.x - middle.x)
      return min(max(abs(area).squareRoot(), 0.01), 100)
    }
  }
}

extension Layer {
  /// What the layer's body bends and mirrors; nil for a layer that does neither.
  package func body(on canvas: Canvas) -> Filter.Body? {
    guard let material, material.seesBackdrop else { return nil }
    return Filter.Body(material: material, lighting: lighting(on: canvas), transform: transform, path: path)
  }
}
