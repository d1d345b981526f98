import Lanes
import Model

/// Everything that evaluation needs to know of a cell, as plain values and pointers into memory that the program owns:
/// nothing here is reference-counted or checked in the inner loop.
struct CellKernel: BitwiseCopyable {
  var features = CellFeatures()
  var specialization = Specialization.general
  var flatIndex = 0
  /// Children are the cells `firstChild`, then each one's `nextSibling`; −1 for none.
  var firstChild = -1
  var nextSibling = -1
  var parent = -1

  // MARK: Emission
  /// Trigger of a child's emission.
  var trigger = SpawnTrigger.life
  /// Parent's age for `SpawnTrigger.age`: seconds, and a share of its lifetime, which are added.
  var triggerAgeSeconds = 0.0
  var triggerAgeShare = 0.0
  /// Bounces of a parent that count for `SpawnTrigger.bounce`.
  var maximumBounces = 0
  var schedule: BirthSchedule
  var birthJitter = 0.0
  /// Seconds from the trigger to the start of the emission, and seconds that it lasts; infinity leaves it open.
  var beginTime = 0.0
  var duration = Double.infinity
  var bursts: UnsafePointer<BurstRecord>
  var burstCount = 0
  /// Longest time after a birth at which the particle, or one that descends from it, is visible.
  var visibility = 0.0
  var longestLifetime: Float = 0
  /// Longest time after its birth at which the particle itself or its trail is visible.
  var longestVisibleAge: Float = 0

  // MARK: Motion blur
  var shutterMode = ShutterMode.closed
  /// Local seconds for which the shutter is open on either side of the frame's time: the cell's, and the longest of all
  /// cells of the program. Particles must exist that long before they are born and after they die.
  var halfShutter: Float = 0
  var longestHalfShutter: Float = 0

  // MARK: Draws
  var stream: StreamKey
  /// Draw that each range among the birth parameters multiplies.
  var draws: UnsafePointer<RandomDraw>
  var spriteDraw: RandomDraw
  var paletteDraw: RandomDraw
  var coneDraw: RandomDraw

  // MARK: Values
  /// Birth parameters, by `BirthParameter.rawValue`.
  var parameters: UnsafePointer<Float8>
  /// Fields that children of this cell read of their parents (raw values of `InheritedField`).
  var inheritedFields: UnsafePointer<UInt8>
  var inheritedFieldCount = 0
  /// Emitter shape of a root cell.
  var shape: ShapeSampler
  /// Forces and boundaries of an integrated cell; of every cell, the sides of its boundaries at which particles wrap.
  var forces: UnsafePointer<ForceProgram>
  var trail: UnsafePointer<TrailParameters>
  var drift: DriftField

  // MARK: Curves over life
  /// Shares of a lifetime that the curves of speed and of rotation sum up to.
  var velocityCurve: UnsafePointer<Float>
  var spinCurve: UnsafePointer<Float>
  var travelEase: UnsafePointer<Float>
  /// Pixels.
  var offsetX: UnsafePointer<Float>
  var offsetY: UnsafePointer<Float>
  var depthCurve: UnsafePointer<Float>
  /// Revolutions.
  var rotationCurve: UnsafePointer<Float>
  var scaleCurve: UnsafePointer<Float>
  var alphaCurve: UnsafePointer<Float>
  var intensityCurve: UnsafePointer<Float>
  /// `ColorTable.entryCount` premultiplied colours, then as many straight ones.
  var ramp: UnsafePointer<SIMD4<Float>>

  // MARK: Sprites
  var palette: UnsafePointer<SIMD4<Float>>
  var paletteCount = 0
  /// Half width, half height, and the shift of the head in half axes: 1 for a streak, else 0.
  var sprites: UnsafePointer<SIMD4<Float>>
  var spriteCount = 0
  /// Colour of the back of flat sprites, straight.
  var backColor = SIMD4<Float>()
  var order = DrawingOrder.unordered

  // MARK: Frame
  var frameWidth: Float = 0
  var frameHeight: Float = 0
  /// Pixels outside the frame at which a particle still counts: the anti-aliased edge and the smallest radius drawn, or the
  /// reach of lines to others.
  var cullMargin: Float = 4

  /// Compiled code that evaluates the cell (`CellSpecialization`).
  enum Specialization: UInt8, BitwiseCopyable { case simpleRoot, general }

  /// Samples that an open shutter draws: one sprite at the frame's time; sprites swept along straight pieces of the path; or
  /// sprites at rest in the middle of each piece.
  enum ShutterMode: UInt8, BitwiseCopyable { case closed, swept, sampled }

  enum SpawnTrigger: UInt8, BitwiseCopyable { case life, birth, death, age, bounce }

  /// Number by which particles are sorted: the least is drawn first.
  enum DrawingOrder: UInt8, BitwiseCopyable { case unordered, oldestFirst, oldestLast, backToFront }

  struct BurstRecord: BitwiseCopyable {
    /// Seconds since the emission began.
    var time: Double
    var count: UInt64
  }

  @inline(__always)
  func uses(_ feature: CellFeature) -> Bool { features.contains(feature) }
}
