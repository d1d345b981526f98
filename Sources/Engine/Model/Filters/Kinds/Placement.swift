extension Filter {
  /// A layer's transform as the last step before the layer is composited, and how far beyond the result the layer has to be drawn
  /// for it. It is made from `Layer.transform`.
  package struct Placement: FilterDefinition {
    /// The transform.
    package var transform: LayerTransform
    /// Points by which the layer is drawn beyond the transform's result, on each side. The result itself may be larger than the
    /// frame.
    package var marginPoints: Double
    /// Pixels of the drawn layer for each pixel of the frame, along both axes: more where the camera comes near a layer in space, fewer where
    /// the layer is far away.
    package var rasterScale = 1.0
    /// Canvas seconds for which the shutter is open; 0 without motion blur.
    package var shutterSeconds = 0.0
    /// Timings of the layer and of the layers around it, the outermost first; the layer's clock follows them while the shutter is
    /// open.
    package var timings: [LayerTiming] = []
    /// With motion blur a frame is the mean of several drawings of the transformed layer at moments of the open shutter, its shutter
    /// samples. This is the largest number of them among the frames that were examined; 1 without motion blur.
    package var maximumShutterSamples = 1
    /// The light on the layer, if it is computed after the layer is transformed.
    package var lighting: Lighting?

    package func reach(on target: Target, during clocks: ClockRange) -> Reach {
      .neighborhood(marginPoints: marginPoints)
    }

    package func bytesPerPixel(pixelsPerPoint: Double, during clocks: ClockRange) -> Double {
      PixelMemory.mipmappedPixelBytes * rasterScale * rasterScale
    }

    package var readsInputInFinish: Bool { false }
    package var animatedValues: AnimatedValues { transform.animatedValues }
    package var filter: Filter { Filter(self) }
  }
}

extension LayerTransform {
  /// The most pixels that are drawn of a layer, as a multiple of the frame's pixels. Parts of the layer that lie farther outside
  /// are cut off.
  private static let maximumAreaFactor = 6.0
  /// Number of equal intervals of the canvas's duration at whose ends an animated transform is sampled.
  private static let intervalCount = 96

  /// The transform as a filter of a layer that is drawn alone.
  ///
  /// - Parameters:
  ///   - timings: timings of the layer and of the groups around it, the outermost first.
  ///   - outputMarginPoints: how many points beyond the frame, on each side, the result is needed.
  ///   - mayScale: whether the layer can be drawn with more or fewer pixels than the frame.
  package func placement(
    on canvas: Canvas, timings: [LayerTiming], outputMarginPoints: Double, mayScale: Bool
  ) -> Filter.Placement {
    var (overhang, magnification) = (0.0, 0.0)
    var placement = Filter.Placement(transform: self, marginPoints: 0)
    if isSmeared {
      placement.shutterSeconds = shutter / 360 / canvas.presetFrameRate.double
      placement.timings = timings
    }
    let scales = mayScale && zPosition != nil
    let limit = maximumMargin(on: canvas, areaFactor: Self.maximumAreaFactor * (scales ? Self.largestReduction : 1))
    let count = isConstant ? 0 : Self.intervalCount
    for index in 0...count {
      let time = canvas.duration.double * Double(index) / Double(max(count, 1))
      guard let local = count == 0 ? 0 : timings.localTime(at: time) else { continue }
      let clock = AnimationClock(local: local, canvas: time)
      placement.maximumShutterSamples = max(
        placement.maximumShutterSamples, placement.shutterSampleCount(at: clock, on: canvas))
      guard scales || overhang < limit, let inverse = projection(at: clock, on: canvas).inverse else { continue }
      overhang = max(overhang, Self.overhang(of: inverse, on: canvas, outputMarginPoints, limit: limit))
      if scales { magnification = max(magnification, Self.magnification(of: inverse, on: canvas)) }
    }
    // Samples at the edges read two more pixels.
    var margin = max(0, overhang + 2 / canvas.pixelsPerPoint - outputMarginPoints)
    if scales {
      let scale = Self.rasterScales.first { $0 >= magnification } ?? Self.rasterScales[Self.rasterScales.count - 1]
      // Rather a coarser picture than one that ends inside of the frame.
      let reduction = max(min(scale, 1) / 4, Self.rasterScales[0])
      margin = min(margin, maximumMargin(on: canvas, areaFactor: Self.maximumAreaFactor / (reduction * reduction)))
      let area = (canvas.widthPoints + 2 * margin) * (canvas.heightPoints + 2 * margin)
      let affordable = (Self.maximumAreaFactor * canvas.widthPoints * canvas.heightPoints / area).squareRoot()
      placement.rasterScale = Self.rasterScales.last { $0 <= max(reduction, min(scale, affordable)) } ?? reduction
    }
    placement.marginPoints = min(margin, limit)
    return placement
  }

  /// The scales with which a layer in space may be drawn. From one to the next is a factor of at most 1.2: a layer that is reduced by less
  /// than a third takes one sample a pixel.
  private static let rasterScales = [
    0.03125, 0.0375, 0.045, 0.0525, 0.0625, 0.075, 0.09, 0.105, 0.125, 0.15, 0.175, 0.21, 0.25, 0.3, 0.35, 0.42, 0.5,
    0.6, 0.7, 0.84, 1, 1.2, 1.4, 1.68, 2,
  ]

  /// How many points of a layer a drawn pixel may stand for, where a point of the canvas is a pixel.
  private static let largestReduction = 1 / (rasterScales[0] * rasterScales[0])

  /// How much larger than the layer itself the largest part of it is seen in the frame.
  ///
  /// - Parameter inverse: from the result to the layer.
  private static func magnification(of inverse: Projection, on canvas: Canvas) -> Double {
    let (width, height) = (canvas.widthPoints, canvas.heightPoints)
    let steps = inverse.isAffine ? 1 : 8
    var least = Double.infinity
    for row in 0...steps {
      for column in 0...steps {
        let (x, y) = (width * Double(column) / Double(steps), height * Double(row) / Double(steps))
        let (point, right, below) = (inverse(x, y), inverse(x + 1, y), inverse(x, y + 1))
        if point.w <= 0 || right.w <= 0 || below.w <= 0 { continue }
        func squaredLength(_ end: (x: Double, y: Double, w: Double)) -> Double {
          (end.x - point.x) * (end.x - point.x) + (end.y - point.y) * (end.y - point.y)
        }
        least = min(least, squaredLength(right), squaredLength(below))
      }
    }
    return least > 0 && least.isFinite ? 1 / least.squareRoot() : 1
  }

  /// The margin at which the drawn layer has `areaFactor` times the area of the frame.
  private func maximumMargin(on canvas: Canvas, areaFactor: Double) -> Double {
    let (width, height) = (canvas.widthPoints, canvas.heightPoints)
    let sum = width + height
    return ((sum * sum + 4 * (areaFactor - 1) * width * height).squareRoot() - sum) / 4
  }

  /// By how many points the part of the layer that is visible in the result reaches beyond the frame, at most `limit`.
  ///
  /// - Parameters:
  ///   - inverse: from the result to the layer.
  ///   - outputMargin: points by which the result reaches beyond the frame.
  private static func overhang(
    of inverse: Projection, on canvas: Canvas, _ outputMargin: Double, limit: Double
  ) -> Double {
    let (width, height) = (canvas.widthPoints, canvas.heightPoints)
    // A projection keeps convex shapes: corners suffice, unless a horizon cuts the frame.
    let steps = inverse.isAffine ? 1 : 16
    var overhang = 0.0
    for row in 0...steps {
      for column in 0...steps {
        let point = inverse(
          -outputMargin + (width + 2 * outputMargin) * Double(column) / Double(steps),
          -outputMargin + (height + 2 * outputMargin) * Double(row) / Double(steps))
        // Behind the eye nothing is seen; towards the horizon the layer goes on without an end.
        if point.w <= 0 { continue }
        overhang = max(overhang, max(-point.x, point.x - width), max(-point.y, point.y - height))
      }
    }
    return min(overhang, limit)
  }
}
