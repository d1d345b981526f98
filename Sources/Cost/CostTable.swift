import Model

/// What drawing costs: nanoseconds of one core, from which times of frames are estimated before anything is drawn.
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
  static let compositePixel = 3.0
  /// Multiplying a pixel by its mask.
  static let maskedPixel = 1.5
  /// Looking up a pixel of a layer that was drawn to a buffer, which its transform then resamples.
  static let transformedPixel = 14.0

  // MARK: Layers: for a pixel of the layer, where no comment says otherwise

  static let linearGradientPixel = 2.7
  static let radialGradientPixel = 1.2
  static let conicGradientPixel = 4.3
  /// A pixel of a radial gradient with a focus.
  static let twoPointGradientPixel = 6.8
  /// Each stop of a gradient that is not linear: every block of pixels searches the pieces of the colour curve.
  static let gradientStopPixel = 0.14
  /// A pixel of a filled path, without its compositing.
  static let pathPixel = 5.0
  /// An edge of a path in one row of pixels that it crosses.
  static let pathEdgeRow = 10.0
  /// A pixel of a soft edge, for which the nearest piece of the path is sought.
  static let softPathPixel = 16.0
  /// A pixel of the box around a stroke.
  static let strokeBoxPixel = 2.0
  /// A pixel of an aurora, without its curtains.
  static let auroraPixel = 5.5
  /// Each curtain of an aurora at a pixel.
  static let auroraCurtainPixel = 0.6
  static let lightRaysPixel = 5.8
  static let patternPixel = 4.5
  /// A pixel of a pattern that is seen in perspective.
  static let tiltedPatternPixel = 9.0
  /// A pixel of any noise, without its octaves.
  static let noisePixel = 2.0
  /// An octave of noise at a pixel whose value is computed, not interpolated between other pixels.
  static let noiseOctavePixel = 10.0
  /// The number of octaves that cost as much as plasma.
  static let plasmaOctaves = 4.5
  /// The number of octaves that cost as much as caustics.
  static let causticsOctaves = 5.0
  /// A pixel of a layer of stars, besides its stars.
  static let skyPixel = 3.4
  /// A star, whatever its size.
  static let star = 60.0
  /// A pixel of a star's box.
  static let starPixel = 1.0
  /// Turning the result of a field's formula into the colour of a pixel.
  static let formulaPixel = 2.0
  /// An addition at a pixel. The other operations of a formula are counted as so many additions (`FormulaProgram.costInAdditionsPerPixel`).
  static let formulaAddition = 0.1
  /// A pixel of a blob, or of metaballs besides the cost of each ball.
  static let blobPixel = 4.0
  /// What light and shade add to a pixel of a blob or of metaballs.
  static let reliefPixel = 10.0
  /// A pixel within the reach of one ball.
  static let metaballPixel = 0.75
  /// Finding out whether a drop on water, or one of its repetitions in a loop, is alive and visible.
  static let drop = 60.0
  /// Making one packet of ring waves of a drop.
  static let ringPacket = 250.0
  /// Testing whether one packet of ring waves reaches one tile.
  static let ringPacketTile = 6.0
  /// A pixel that a ring of ripples covers, for each ring.
  static let ringPixel = 3.0
  /// A pixel that at least one ring of ripples covers.
  static let waterPixel = 5.0
  static let bloomPixel = 6.0
  /// Decoding a pixel of a clip's frame and converting it to linear light.
  static let decodedPixel = 9.0
  /// A pixel of the canvas that shows a frame of a clip, enlarged or reduced.
  static let scaledClipPixel = 4.0
  /// Sampling a pixel of a picture, of a clip's frame or of an emoji at its own size, when it has been decoded.
  static let filePixel = 5.0
  /// Placing and drawing one of the parts of a text that move independently, such as a letter (`motes bench text`).
  static let textPart = 80_000.0
  /// A pixel of an emoji in a text, and of the border around it, that is blurred.
  static let blurredGlyphPixel = 30.0

  // MARK: Meshes

  /// A pixel of the frame, whether the mesh is folded or not.
  static let meshPixel = 6.0
  /// A pixel of one sheet of a folded mesh. Sheets are the parts of a folded mesh that lie above one another at a pixel.
  static let sheetPixel = 6.0
  /// Sampling one pixel on an edge of a folded mesh.
  static let meshEdgePixel = 100.0
  /// Each sheet of the mesh at a pixel on an edge.
  static let meshEdgeSheet = 20.0
  /// Drawing one piece of a folded mesh, and drawing it again with several samples a pixel for the mesh's edges. Pieces are the small
  /// quadrilaterals into which the surface of each cell is divided.
  static let foldedPiece = 2000.0
  /// Placing one node of the surface and looking for folds.
  static let meshNode = 25.0
  /// Testing whether one piece lies on a tile. Where a folded mesh's edge pixels are sampled, the test is repeated for each group of the
  /// frame's rows that is sampled at a time.
  static let meshPieceVisit = 1.0
  /// Fitting the colour patches of one cell.
  static let meshCell = 80_000.0

  // MARK: Particles

  /// Evaluating one particle, or one of its shutter samples.
  static let particle = 60.0
  /// Evaluating and binning a chunk of births, its particles aside.
  static let chunk = 800.0
  /// What the third dimension adds for one particle.
  static let threeDimensionalParticle = 60.0
  /// An instruction of a formula that a particle reads at its birth.
  static let birthInstruction = 15.0
  /// What sorting by depth or age adds for one record.
  static let sortedRecord = 80.0
  /// Binning and drawing one record of a round sprite, its pixels aside.
  static let roundRecord = 110.0
  /// Binning and drawing one record of any other sprite, its pixels aside.
  static let record = 330.0
  /// Tracing, binning and drawing a point of a trail, its pixels aside.
  static let trailPoint = 200.0
  /// A pixel of a trail.
  static let trailPixel = 2.5
  /// A line between two particles.
  static let link = 500.0
  /// A pixel of a shutter sample that is gathered before it is composited.
  static let gatheredPixel = 2.0

  /// An integration step of one particle without forces.
  static let step = 3.0
  /// What each boundary adds to a step.
  static let boundaryStep = 3.0

  /// What a force adds to a step of one particle.
  static func step(of force: Force) -> Double {
    switch force {
    case .turbulence: 13
    case .gust: 10
    case .attractor, .vortex: 5
    case .wave: 3
    case .drag, .speedLimit: 3
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

  /// A pixel of a sprite.
  static func pixel(of sprite: Sprite.Shape) -> Double {
    switch sprite {
    case .disc, .softDisc, .ring: 0.9
    case .square, .capsule, .streak, .heart, .paper, .ribbon: 2
    case .star, .polygon, .spark, .petal, .leaf, .triangle, .sector: 4.5
    case .flake, .path: 7
    // Mixing two sizes of the picture doubles the cost of a look-up; cross-fading two frames doubles it again.
    case .picture(let picture): picture.blendsFrames ? 6 : 3
    case .words: 3
    }
  }

  /// A factor of the cost of a round sprite's pixel, if a lens may blur the sprite.
  static let roundLensFactor = 2.0
  /// A factor of the cost of any other sprite's pixel, if a lens may blur the sprite.
  static let lensFactor = 4.0
}

extension Cell {
  /// Nanoseconds of one integration step of one particle.
  var stepNanoseconds: Double {
    forces.reduce(CostTable.step + CostTable.boundaryStep * Double(bounds.count)) { $0 + CostTable.step(of: $1) }
  }
}
