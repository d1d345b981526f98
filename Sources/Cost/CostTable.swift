import Model
import Shading

/// What drawing costs besides layers' sources, which state it themselves (`SourceCost` in Shading): nanoseconds of one core, from which
/// times of frames are estimated before anything is drawn.
///
/// Measured with a release build on one core of the machine that the documentation's article Speed names, with nothing kept from
/// other frames and while other programs kept both cores of that machine busy: the user seconds of `motes hash --threads 1` for some frames
/// of a scene at 1920 × 1080 with one more layer, minus the user seconds of the scene without that layer. `motes bench` times the same
/// loops. Other machines differ by about the same factor for all entries. The numbers decide what is refused, never a pixel.
package enum CostTable {
  // MARK: A frame

  /// Converting a pixel to the encoder's samples.
  static let convertPixel = 2.0
  /// Compositing a pixel of a layer or group that was drawn alone.
  static let compositePixel = PixelCost.composite
  /// Multiplying a pixel by its mask.
  static let maskedPixel = 1.5
  /// Looking up a pixel of a layer that was drawn to a buffer, which its transform then resamples.
  static let transformedPixel = PixelCost.transformed
  static let bloomPixel = 6.0

  // MARK: Particles

  /// Evaluating one particle, or one of its shutter samples.
  static let particle = 30.0
  /// Evaluating and binning a chunk of births, its particles aside.
  static let chunk = 800.0
  /// What the third dimension adds for one particle.
  static let threeDimensionalParticle = 6.0
  /// An instruction of a formula that a particle reads at its birth.
  static let birthInstruction = 15.0
  /// What sorting by depth or age adds for one record.
  static let sortedRecord = 25.0
  /// Tracing, binning and drawing a point of a trail, its pixels aside.
  static let trailPoint = 160.0
  /// A pixel of a trail.
  static let trailPixel = 2.2
  /// A line between two particles.
  static let link = 500.0
  /// A pixel of a shutter sample that is gathered before it is composited.
  static let gatheredPixel = 1.0

  /// An integration step of one particle without forces.
  static let step = 1.5
  /// What each boundary adds to a step.
  static let boundaryStep = 2.0

  /// What a force adds to a step of one particle.
  static func step(of force: Force) -> Double {
    switch force {
    case .turbulence: 9
    case .gust: 7.5
    case .attractor, .vortex, .drag, .speedLimit: 3
    case .wave: 2
    }
  }

  /// A pixel of a filter.
  ///
  /// - Parameters:
  ///   - pixelsPerPoint: the length of a point in pixels of the canvas.
  ///   - clocks: the times at which the filter's values are read.
  static func pixel(of filter: Filter, pixelsPerPoint: Double, during clocks: ClockRange) -> Double {
    /// A pixel of one plane that is blurred along both axes. At full size, the larger the standard deviation, the more pixels are read.
    /// From a certain standard deviation on (`blurReduction`), a reduced picture is blurred, and all blurs cost the same.
    func blurredPlane(_ sigma: AnimatedNumber) -> Double {
      let sigmaPixels = filter.largest(sigma, during: clocks) * pixelsPerPoint
      return blurReduction(sigmaPixels: sigmaPixels) == 1 ? 0.5 + 1.2 * sigmaPixels : 1.5
    }
    switch filter {
    case .bloom: return bloomPixel
    case .brightness, .contrast, .saturate, .grayscale, .sepia, .hueRotate, .invert, .opacity, .exposure, .scanlines,
      .interlace, .vignette:
      return 0.5
    case .colorMatrix, .tint: return 1
    case .posterize: return 2.5
    case .curves: return 4
    case .duotone: return 5
    case .grain: return 6
    case .levels: return 14
    // Four planes, each at the mean cost of the two axes' standard deviations.
    case .blur(let blur): return 2 * (blurredPlane(blur.radius.x) + blurredPlane(blur.radius.y))
    case .glow(let glow): return (glow.color == nil ? 4 : 1) * blurredPlane(glow.radius) + 1
    case .dropShadow(let shadow), .innerShadow(let shadow): return blurredPlane(shadow.radius) + 1
    case .reflection, .crosswarp: return transformedPixel
    case .infrared: return 5
    case .displacement(let displacement): return displacement.pixelNanoseconds(during: clocks)
    case .pixellate: return 3
    case .lightGrid: return 5
    case .sinebow: return 24
    case .emboss: return 13
    case .edges: return 19
    case .motionBlur: return 50
    case .lensBlur(let blur):
      let radiusPixels = filter.largest(blur.radius, during: clocks) * pixelsPerPoint
      return radiusPixels < 12 ? 2 + 3.3 * radiusPixels : 3 + 0.45 * radiusPixels
    case .variableBlur(let blur):
      // Pixels are mixed from several Gaussian blurs: with a linear mask a row needs two of these, with a radial mask most.
      if case .linear = blur.mask { return 20 }
      return 46
    case .transform(let placement): return transformedPixel * Double(placement.maximumShutterSamples)
    case .halation: return bloomPixel
    case .streak: return 5
    }
  }

  /// A pixel of a sprite, and binning and drawing one record of it, its pixels aside.
  static func sprite(_ shape: Sprite.Shape) -> (pixel: Double, record: Double) {
    switch shape {
    case .disc, .softDisc, .ring: (0.5, 35)
    case .square, .capsule, .paper, .ribbon: (0.85, 115)
    case .streak, .heart: (1.3, 115)
    case .triangle, .petal, .leaf, .spark: (1.15, 240)
    case .star, .polygon, .sector: (2.4, 240)
    case .flake, .path: (4.2, 240)
    // Mixing two sizes of the picture doubles the cost of a look-up; cross-fading two frames doubles it again.
    case .picture(let picture): (picture.blendsFrames ? 6 : 3, 240)
    case .words: (3, 240)
    }
  }

  /// A factor of the cost of a sprite's pixel, if a lens may blur the sprite.
  static let lensFactor = 6.0
}
