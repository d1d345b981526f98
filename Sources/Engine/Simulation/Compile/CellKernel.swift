import Lanes
import Model

/// Everything that evaluation needs to know about a cell, as plain values and pointers into memory that the program owns:
/// nothing here is reference-counted or checked in the inner loop.
///
/// Lengths are pixels, times local seconds, angles turns. Cells are named by their index in `EmitterProgram.cells`.
struct CellKernel: BitwiseCopyable {
  var features = CellFeatures()
  var specialization = Specialization.general
  /// Index of the cell itself.
  var cellIndex = 0
  /// Index of the first child, and of the next child of the same parent; −1 for none.
  var firstChild = -1
  var nextSibling = -1
  /// −1 for a root cell.
  var parent = -1

  // MARK: Emission
  /// Event of the parent's life at which a child's emission begins.
  var trigger = SpawnTrigger.life
  /// Parent's age at which an emission with `SpawnTrigger.age` begins: these seconds plus this share of the parent's lifetime.
  var triggerAgeSeconds = 0.0
  var triggerAgeShare = 0.0
  /// For `SpawnTrigger.bounce`: how many of a parent's bounces, from the first on, begin an emission; at most
  /// `BounceLog.capacity`.
  var maximumBounces = 0
  var schedule: BirthSchedule
  /// 0...1: birth n of the schedule comes when the rate's integral reaches n + 1 − `birthJitter`·u, where u is random in 0 ..< 1.
  var birthJitter = 0.0
  /// Seconds from the trigger to the start of the emission, and seconds that the emission lasts; infinite where only the layer or
  /// the parent's life ends it.
  var beginTime = 0.0
  var duration = Double.infinity
  /// The cell's `burst` at delay 0, then the entries of its `bursts`, in their order, then the moments of its `soundBirths` (`BirthSource.burst`).
  var bursts: UnsafePointer<BurstRecord>
  var burstCount = 0
  /// Upper limit of the seconds after a particle's birth at which the particle, its trail or a descendant is visible. It includes
  /// the whole time for which the program's longest shutter is open.
  var visibleSeconds = 0.0
  /// Upper limit of the particles' lifetimes.
  var maximumLifetime: Float = 0
  /// Upper limit of the age at which the particle itself or its trail is visible.
  var maximumVisibleAge: Float = 0

  /// Whether lights see the sprites as balls, in place of sheets.
  var isBall = false
  /// The opacity of the middle of a puff; 0 where not all sprites are puffs.
  var puffOpacity: Float = 0

  // MARK: Motion blur
  var shutterMode = ShutterMode.closed
  /// Half of the seconds that the cell's shutter is open: the shutter opens that long before the frame's time and closes that long
  /// after it.
  var halfShutter: Float = 0
  /// Largest `halfShutter` of the program's cells, in seconds. Every particle is evaluated that long before its birth and after
  /// its death, since its children's shutter may be open at that time.
  var maximumHalfShutter: Float = 0

  // MARK: Random numbers
  /// Seed of the canvas and `Cell.cellPath`, from which the keys of the cell's particles are hashed.
  var stream: StreamKey
  /// By `BirthParameter.rawValue`: for each range, the random variable that it multiplies.
  var randomVariables: UnsafePointer<RandomVariable>
  /// Choice of the sprite and of the palette's colour.
  var randomSprite: RandomVariable
  var randomPaletteColor: RandomVariable
  /// Angle from the axis of a solid cone.
  var randomConeAngle: RandomVariable

  // MARK: Birth parameters
  /// By `BirthParameter.rawValue`: the parameter in all lanes; 0 for one that is animated.
  var parameters: UnsafePointer<Float8>
  /// `SpawnState.inheritedIndices`: what this cell's children read of its particles.
  var inheritedIndices: UnsafePointer<UInt8>
  var inheritedIndexCount = 0
  /// Emitter shape of a root cell.
  var shape: ShapeSampler
  /// Particles in a cluster, and pixels from its place that none exceeds on any axis; only where the cell has `CellFeature.clustered`.
  var clusterSize: UInt64 = 1
  var clusterSpread: Float = 0
  /// Direction of the shape from which angles of emission are measured; only where the cell has `CellFeature.shapeAxis`.
  var emissionFrom = Cell.EmissionFrom.canvas
  /// Journeys to the shape; only where the cell has `CellFeature.gather`.
  var gather: UnsafePointer<GatherParameters>
  /// What multiplies colours at places on shapes; both only where the cell has `CellFeature.placeColor`.
  var colorFrom = Cell.ColorSource.cell
  var colorByPlace: UnsafePointer<PlaceColorParameters>?
  /// Forces and boundaries. Only stepped cells read them all; every cell reads `ForceProgram.wrapRectangle`.
  var forces: UnsafePointer<ForceProgram>
  var trail: UnsafePointer<TrailParameters>
  var drift: DriftField

  // MARK: Curves over life
  // Tables of `CurveTable`. Where the cell lacks a curve's feature, the pointer points to no table and is never read.
  /// Integrals over age ÷ lifetime, from birth on, of the factors in `Cell.velocityOverLife` and `Cell.spinOverLife`.
  var velocityIntegral: UnsafePointer<Float>
  var spinIntegral: UnsafePointer<Float>
  /// Share of `travel` and `turn` that is done at an age.
  var travelEase: UnsafePointer<Float>
  /// Pixels added to x, y and z.
  var offsetX: UnsafePointer<Float>
  var offsetY: UnsafePointer<Float>
  var depthCurve: UnsafePointer<Float>
  /// Turns added to the rotation.
  var rotationCurve: UnsafePointer<Float>
  /// Factors of the scale, opacity and intensity.
  var scaleCurve: UnsafePointer<Float>
  var alphaCurve: UnsafePointer<Float>
  var intensityCurve: UnsafePointer<Float>
  /// Colour over life (`ColorTable.entries`): `ColorTable.entryCount` premultiplied colours, then as many straight ones.
  var ramp: UnsafePointer<SIMD4<Float>>

  // MARK: Sprites
  /// Straight red, green, blue and alpha of the colours from which one is chosen for each particle.
  var palette: UnsafePointer<SIMD4<Float>>
  var paletteCount = 0
  /// One element for each sprite: x and y are half width and half height in pixels at scale 1; z says by how many half widths
  /// the sprite's middle lies behind the particle (1 for a streak, else 0); w is unused.
  var sprites: UnsafePointer<SIMD4<Float>>
  var spriteCount = 0
  /// The flip-book of each sprite; only where the cell has `CellFeature.flipBooks`.
  var flipBooks: UnsafePointer<SIMD4<Float>>
  /// Two entries for each sprite, those of `SheetBend`; only where the particles are sheets.
  var sheets: UnsafePointer<SIMD4<Float>>
  /// Colour of the back of flat sprites, straight: red, green, blue, alpha.
  var backColor = SIMD4<Float>()
  var order = DrawingOrder.unordered

  // MARK: Frame
  /// Size of the frame in pixels.
  var frameWidth: Float = 0
  var frameHeight: Float = 0
  /// Pixels by which a sprite's box may lie outside the frame while the particle is still drawn: 4 for the anti-aliased edge and
  /// the smallest radius that is rasterised; more for lines to other particles and for filters.
  var cullMargin: Float = 4

  /// Which births are evaluated, and what was counted of them, where the program is sampled; nil in programs that draw.
  var sampling: UnsafeMutablePointer<CellSampling>?

  /// Which copy of the compiled code evaluates the cell (`CellSpecialization`).
  enum Specialization: UInt8, BitwiseCopyable { case simpleRoot, general }

  /// What is drawn of a particle: one sprite at the frame's time (`closed`: no motion blur); for each piece of its trajectory a
  /// sprite swept along a straight line (`swept`); or for each piece a sprite at rest in the piece's middle (`sampled`).
  enum ShutterMode: UInt8, BitwiseCopyable { case closed, swept, sampled }

  /// What begins a child's emission: the cases of `Cell.SpawnTrigger` without their numbers.
  enum SpawnTrigger: UInt8, BitwiseCopyable { case life, birth, death, age, bounce }

  /// The order in which particles are drawn; all but `unordered` sort by `CellEvaluator.sortingKey`.
  enum DrawingOrder: UInt8, BitwiseCopyable { case unordered, oldestFirst, oldestLast, backToFront }

  /// Births at one moment.
  struct BurstRecord: BitwiseCopyable {
    /// Seconds after the emission's start.
    var delaySeconds: Double
    var count: UInt64
  }

  /// Whether the cell has a feature. In loops over particles `CellEvaluator.has` is faster.
  @inline(__always)
  func has(_ feature: CellFeature) -> Bool { features.contains(feature) }
}
