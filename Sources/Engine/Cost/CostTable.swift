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
  /// A pixel of the light of a layer that shines on others: the pyramid of all its levels.
  static let lightPixel = 4.0
  /// Bytes of such a pixel, with those of all levels.
  static let lightPixelBytes = 30.0
  /// The light of a lamp, or of parallel light, on a particle.
  static let lampOnParticle = 5.0
  /// The light of a layer on a particle.
  static let layerLightOnParticle = 150.0
  /// The shadow of one caster from one light on a particle.
  static let shadowOnParticle = 130.0
  /// The light on the six sides of a puff.
  static let lightOnPuff = 200.0
  /// Gathering a puff for the shadows of puffs on each other, and the shadow of one lamp on it.
  static let gatheredPuff = 300.0
  static let shadowOnPuff = 350.0
  /// Bytes of the textures of a puff.
  static let puffBytes = 400_000.0
  /// Compositing a pixel of a layer or group that was drawn alone.
  static let compositePixel = PixelCost.composite
  /// Multiplying a pixel by its mask.
  static let maskedPixel = 1.5
  /// A byte of a buffer that is touched for the first time, in a frame that is drawn alone: the system clears and maps its page.
  static let touchedByte = 0.5

  // MARK: Particles

  /// Evaluating one particle, or one of its shutter samples.
  static let particle = 30.0
  /// Evaluating and binning a chunk of births, its particles aside.
  static let chunk = 800.0
  /// What the third dimension adds for one particle.
  static let threeDimensionalParticle = 6.0
  /// Choosing a gathering particle's place on a further shape, and its way there.
  static let gatherPlace = 95.0
  /// The colour of a place in a gradient across a shape.
  static let placeColor = 5.0
  /// An instruction of a formula that colours a place, and an addition's worth of what it does (`FormulaSource.additions`).
  static let placeInstruction = 8.0
  static let placeAddition = 1.5
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
  /// Drawing one of a particle's shutter samples ÷ drawing the particle without a shutter.
  static let shutterSampleFactor = 0.7
  /// Compositing a pixel of a particle whose shutter samples were gathered.
  static let gatheredPixel = 2.2
  /// Binning a record that is not drawn, since an opaque layer hides it.
  static let hiddenRecord = 20.0

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

  /// A pixel of a sprite, and binning and drawing one record of it, its pixels aside.
  static func sprite(_ shape: Sprite.Shape) -> (pixel: Double, record: Double) {
    switch shape {
    case .disc, .softDisc, .ring: (0.5, 85)
    case .hotDisc: (0.8, 110)
    case .square, .capsule: (1.1, 170)
    case .streak: (1.45, 190)
    case .polygon: (1.45, 250)
    case .triangle: (0.75, 340)
    case .paper: (1.15, 420)
    case .star: (2.45, 400)
    case .sector: (0.65, 500)
    case .ribbon, .heart, .petal, .leaf, .spark: (1.35, 680)
    // Outlines, filled for each particle: the longer, the dearer.
    case .path: (3, 1_500)
    case .flake: (4.7, 4_600)
    // Mixing two sizes of the picture doubles the cost of a look-up; cross-fading two frames doubles it again.
    case .picture(let picture): (picture.blendsFrames ? 6 : 3, 240)
    case .words: (3, 240)
    // Lit from six sides; unlit a half.
    case .puff: (5, 300)
    // Of the box around it; with its two faces where it folds over.
    case .sheet: (7.5, 1_500)
    }
  }

  /// A pixel of the box of a sprite that a lens may blur, where the same pixel takes `pixel` without a lens.
  static func lensPixel(_ pixel: Double) -> Double { 3 + 1.6 * pixel }
}

extension Sprite.Shape {
  /// Whether what the shape covers, with what a lens spreads it over, is a disc or an ellipse.
  var coversDisc: Bool {
    switch self {
    case .disc, .softDisc, .hotDisc, .ring: true
    default: false
    }
  }
}
