extension Filter {
  /// The blur of a layer in space that the camera's lens is not focused on, after the layer has been projected. It is made from
  /// `Layer.transform`.
  ///
  /// A tilted layer is blurred as much everywhere as its anchor is.
  package struct Defocus: FilterDefinition {
    /// The layer's transform, which has a `zPosition`.
    let transform: LayerTransform
    let camera: Camera
    /// The greatest radius of the blur, in points, among the times that were examined.
    let maximumRadius: Double

    /// The radius, in points, over which the lens spreads the layer's points.
    package func radius(at clock: AnimationClock, on canvas: Canvas) -> Double {
      Filter.Defocus.radius(of: transform, camera, at: clock, on: canvas)
    }

    fileprivate static func radius(
      of transform: LayerTransform, _ camera: Camera, at clock: AnimationClock, on canvas: Canvas
    ) -> Double {
      let pose = CameraPose(camera, on: canvas, at: clock.canvas)
      return pose.blurRadius(
        depth: pose.depth(of: transform.anchorPlace(at: clock, on: canvas)),
        focusDepth: pose.focusDepth(of: camera, at: clock.canvas),
        aperture: camera.aperture.value(at: AnimationClock(clock.canvas)), on: canvas)
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
    package func bytesPerPixel(pixelsPerPoint: Double, during clocks: ClockRange) -> Double {
      // The radius may be so small at times that whole pixels are stored.
      2 * 4 * 4
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
      largest = max(largest, Filter.Defocus.radius(of: self, camera, at: clock, on: canvas))
    }
    // Nobody sees a blur over a tenth of a pixel.
    guard largest * canvas.pixelsPerPoint > 0.1 else { return nil }
    return Filter.Defocus(transform: self, camera: camera, maximumRadius: largest)
  }
}
