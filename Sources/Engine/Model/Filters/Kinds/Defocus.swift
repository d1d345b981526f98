extension Filter {
  /// The blur of a layer in space that the camera's lens is not focused on, after the layer has been projected. It is made from
  /// `Layer.transform`.
  ///
  /// A tilted layer is blurred at each place by its depth there.
  package struct Defocus: FilterDefinition {
    /// The layer's transform, which has a `zPosition`.
    let transform: LayerTransform
    let camera: Camera
    /// The greatest radius of the blur in the frame, in points, among the times that were examined.
    let maximumRadius: Double

    /// The radius, in points, over which the lens spreads the layer's points, by their places on the canvas.
    package func radius(at clock: AnimationClock, on canvas: Canvas) -> LensRadius {
      var radius = Filter.Defocus.radius(of: transform, camera, at: clock, on: canvas)
      (radius.least, radius.greatest) = (max(radius.least, -maximumRadius), min(radius.greatest, maximumRadius))
      return radius
    }

    /// A plane whose radius differs by less than this over the canvas, in pixels, is blurred evenly.
    private static let leastDifferencePixels = 0.1

    fileprivate static func radius(
      of transform: LayerTransform, _ camera: Camera, at clock: AnimationClock, on canvas: Canvas
    ) -> LensRadius {
      let pose = CameraPose(camera, on: canvas, at: clock.canvas)
      let aperture = camera.aperture.value(at: AnimationClock(clock.canvas))
      let focusDepth = pose.focusDepth(of: camera, at: clock.canvas)
      guard let inverse = transform.projection(at: clock, on: canvas).inverse else {
        let depth = pose.depth(of: transform.anchorPlace(at: clock, on: canvas))
        return LensRadius(
          pose.blurRadius(depth: depth, focusDepth: focusDepth, aperture: aperture, on: canvas)
            * (depth < focusDepth ? -1 : 1))
      }
      // The radius of what lies infinitely far away, and how it shrinks with 1 ÷ depth: A/2 · f/F · (1 − F/D). The inverse's w is f/D.
      let farthest = aperture / 2 * (pose.focalLength / focusDepth)
      let slope = -farthest * focusDepth / pose.focalLength
      let limit = pose.greatestBlurRadius(on: canvas)
      var radius = LensRadius(
        origin: farthest + slope * inverse.w0, x: slope * inverse.wx, y: slope * inverse.wy, least: -limit,
        greatest: min(farthest, limit))
      let difference = abs(radius.x) * canvas.widthPoints + abs(radius.y) * canvas.heightPoints
      if difference * canvas.pixelsPerPoint < leastDifferencePixels {
        radius = LensRadius(radius(canvas.widthPoints / 2, canvas.heightPoints / 2))
      }
      return radius
    }

    /// The lens, at its greatest radius.
    package var lens: LensBlur {
      var lens = camera.lens
      lens.radius = AnimatedNumber(maximumRadius)
      return lens
    }

    package func reach(on target: Target, during clocks: ClockRange) -> Reach {
      lens.reach(on: target, during: clocks)
    }
    package func spreadFactor(during clocks: ClockRange) -> Double? { 1 }
    package func bytesPerPixel(pixelsPerPoint: Double, during clocks: ClockRange) -> Double {
      LensSizes.bytesPerPixel(0...maximumRadius * pixelsPerPoint)
    }
    package var readsInputInFinish: Bool { false }
    package var animatedValues: AnimatedValues { camera.lens.animatedValues }
    package var filter: Filter { Filter(self) }
  }
}

extension LayerTransform {
  /// Where the layer's anchor lies in space, for a layer with a `zPosition`.
  package func anchorPlace(at clock: AnimationClock, on canvas: Canvas) -> SIMD3<Double> {
    SIMD3(
      (anchor?.x.value(at: clock) ?? canvas.widthPoints / 2) + position.x.value(at: clock),
      (anchor?.y.value(at: clock) ?? canvas.heightPoints / 2) + position.y.value(at: clock),
      zPosition?.value(at: clock) ?? 0)
  }

  /// The blur of the camera's lens as a filter of the projected layer; nil where it is always in focus.
  ///
  /// - Parameter timings: timings of the layer and of the groups around it, the outermost first.
  package func defocus(on canvas: Canvas, timings: [LayerTiming]) -> Filter.Defocus? {
    // The canvas's camera knows where the layer in focus is.
    guard let camera = canvas.camera ?? camera, zPosition != nil, camera.mayDefocus, !isInFocus else {
      return nil
    }
    let count = 96
    var largest = 0.0
    for index in 0...count {
      let time = canvas.duration.double * Double(index) / Double(count)
      guard let local = timings.localTime(at: time) else { continue }
      let clock = AnimationClock(local: local, canvas: time)
      let radius = Filter.Defocus.radius(of: self, camera, at: clock, on: canvas)
      largest = max(
        largest, radius.magnitudes(x: 0...canvas.widthPoints, y: 0...canvas.heightPoints).upperBound)
    }
    // Nobody sees a blur over a tenth of a pixel.
    guard largest * canvas.pixelsPerPoint > 0.1 else { return nil }
    return Filter.Defocus(transform: self, camera: camera, maximumRadius: largest)
  }
}
