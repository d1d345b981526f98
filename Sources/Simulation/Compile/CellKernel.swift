import Lanes

/// Eight Floats, one for each particle of a batch.
typealias Float8 = SIMD8<Float>
/// Eight Doubles, one for each particle of a batch.
typealias Double8 = SIMD8<Double>
/// The fields of eight particles (`InheritedField.count` lanes).
typealias InheritedFieldBlock = UnsafeMutablePointer<Float8>

extension UnsafeMutablePointer where Pointee == Float8 {
  @inline(__always)
  subscript(field: InheritedField) -> Float8 {
    get { self[field.rawValue] }
    nonmutating set { self[field.rawValue] = newValue }
  }
}

extension UnsafePointer where Pointee == Float8 {
  @inline(__always)
  subscript(slot: BirthParameter) -> Float8 { self[slot.rawValue] }
}

/// Everything that evaluation needs to know of a cell, as plain values and pointers into memory that the program owns:
/// nothing here is counted or checked in the inner loop.
struct CellKernel: BitwiseCopyable {
  var features: Features = []
  var variant = Variant.any
  var flatIndex = 0
  /// Children are the cells `firstChild`, then each one's `nextSibling`; −1 for none.
  var firstChild = -1
  var nextSibling = -1
  var parent = -1

  // MARK: Emission
  var occasion = SpawnTrigger.life
  /// Of `SpawnTrigger.age`: seconds since the parent's birth, and share of its lifetime, which are added.
  var occasionAge = 0.0
  var occasionShare = 0.0
  /// Of `SpawnTrigger.bounce`: how many of a parent's bounces count.
  var mostBounces = 0
  /// Whether children are born at this cell's bounces.
  var logsBounces = false
  var schedule: BirthSchedule
  var birthJitter = 0.0
  /// Seconds from the occasion to the start of the emission; infinity of `duration` leaves it open.
  var beginTime = 0.0
  var duration = Double.infinity
  var bursts: UnsafePointer<BurstRecord>
  var burstCount = 0
  /// Longest time from a birth at which the particle, or one that descends from it, can be seen.
  var visibility = 0.0
  var longestLifetime: Float = 0
  /// The same with the time that a trail stays after death.
  var longestSight: Float = 0

  // MARK: Motion blur
  var exposure = Exposure.none
  /// Local seconds for which the shutter is open on either side of the frame's time: the cell's, and the longest of all cells
  /// of the program, for which particles must be there before they are born and after they die.
  var halfShutter: Float = 0
  var longestHalfShutter: Float = 0

  // MARK: Draws
  var stream: StreamKey
  var shared: SharedDraws = []

  // MARK: Values
  /// What children of this cell read of their parents (raw values of `InheritedField`).
  var inheritedFields: UnsafePointer<UInt8>
  var inheritedFieldCount = 0
  var slots: UnsafePointer<Float8>
  /// Emitter shape of a root cell.
  var shape: ShapeSampler
  /// Of a stepped cell (`Features.stepped`).
  var law: UnsafePointer<ForceProgram>
  /// Whether particles that leave come back opposite; places are then modulo the law's `wrap`.
  var wraps = false
  var trail: UnsafePointer<TrailParameters>
  var drift: DriftField
  var travelEase: UnsafePointer<Float>
  var offsetX: UnsafePointer<Float>
  var offsetY: UnsafePointer<Float>
  /// Which of the next five there are. The first two are integrals: shares of a lifetime that speed and turning make of it.
  var lifeFactors: LifeFactors = []
  var velocityCurve: UnsafePointer<Float>
  var spinCurve: UnsafePointer<Float>
  var intensityCurve: UnsafePointer<Float>
  /// Turns.
  var rotationCurve: UnsafePointer<Float>
  /// Pixels of depth.
  var depthCurve: UnsafePointer<Float>
  var scaleCurve: UnsafePointer<Float>
  var alphaCurve: UnsafePointer<Float>
  /// `ColorTable.entryCount` premultiplied colours, then the same as straight colours.
  var ramp: UnsafePointer<SIMD4<Float>>
  var palette: UnsafePointer<SIMD4<Float>>
  var paletteCount = 0
  /// Half width, half height, whether it is a streak (1) or not (0).
  var sprites: UnsafePointer<SIMD4<Float>>
  var spriteCount = 0
  var frameWidth: Float = 0
  var frameHeight: Float = 0
  /// How far outside the frame a particle still counts: the anti-aliased edge and the smallest radius drawn, or the reach of
  /// lines to others.
  var sightMargin: Float = 4
  /// Of particles in space and of flat sprites.
  var traits: SpaceTraits = []
  /// What particles are sorted by before they are drawn.
  var order = Order.none
  /// Colour of the back of flat sprites, straight.
  var backColor = SIMD4<Float>()

  /// Which compiled code is the cell's (`CellSpecialization`).
  enum Variant: UInt8, BitwiseCopyable { case plainRoot, any }

  /// In what a particle is drawn while the shutter is open: nothing but one sprite at the frame's time, sprites swept along
  /// straight parts of its way, or sprites at rest in the middle of each part.
  enum Exposure: UInt8, BitwiseCopyable { case none, swept, sampled }

  enum SpawnTrigger: UInt8, BitwiseCopyable { case life, birth, death, age, bounce }

  /// Which number says what is drawn first: the least of it.
  enum Order: UInt8, BitwiseCopyable { case none, age, youth, depth }

  struct BurstRecord: BitwiseCopyable {
    /// Seconds since the emission began.
    var time: Double
    var count: UInt64
  }

  @inline(__always)
  func uses(_ feature: Features) -> Bool { features.rawValue & feature.rawValue != 0 }
}

/// What is seldom used of space, and tested where it is.
struct SpaceTraits: OptionSet, BitwiseCopyable {
  let rawValue: UInt8

  /// The cone of births is solid.
  static let solidCone = SpaceTraits(rawValue: 1 << 0)
  /// Births are spread in z.
  static let deepShape = SpaceTraits(rawValue: 1 << 1)
  /// Sprites turn about their own y axis too.
  static let tilt = SpaceTraits(rawValue: 1 << 2)
  static let backColor = SpaceTraits(rawValue: 1 << 3)
  static let shading = SpaceTraits(rawValue: 1 << 4)
  /// A lens may put particles out of focus.
  static let blurs = SpaceTraits(rawValue: 1 << 5)
}

/// Curves over life that are seldom used, and tested where they are.
struct LifeFactors: OptionSet, BitwiseCopyable {
  let rawValue: UInt8

  static let velocity = LifeFactors(rawValue: 1 << 0)
  static let spin = LifeFactors(rawValue: 1 << 1)
  static let intensity = LifeFactors(rawValue: 1 << 2)
  static let rotation = LifeFactors(rawValue: 1 << 3)
  static let depth = LifeFactors(rawValue: 1 << 4)
}

/// Groups of draws that are made once for each parent.
struct SharedDraws: OptionSet, BitwiseCopyable {
  let rawValue: UInt32

  static let color = SharedDraws(rawValue: 1 << 0)
  static let velocity = SharedDraws(rawValue: 1 << 1)
  static let lifetime = SharedDraws(rawValue: 1 << 2)
  static let scale = SharedDraws(rawValue: 1 << 3)
  static let direction = SharedDraws(rawValue: 1 << 4)
  static let rotation = SharedDraws(rawValue: 1 << 5)
  static let spin = SharedDraws(rawValue: 1 << 6)
  static let sprite = SharedDraws(rawValue: 1 << 7)
  static let intensity = SharedDraws(rawValue: 1 << 8)
  static let drag = SharedDraws(rawValue: 1 << 9)
  static let travel = SharedDraws(rawValue: 1 << 10)
  static let sway = SharedDraws(rawValue: 1 << 11)
}

/// Where a particle's births come from; the number is the upper 16 bits of its index, so that the births of the
/// schedule (0), of `burst` (1) and of the entries of `bursts` (2, 3, …) never share an index.
enum BirthSource {
  @inline(__always) static var shift: UInt64 { 48 }

  /// Of a source's 48 bits the upper eight count a parent's occasions, where it has more than one.
  @inline(__always) static var occasionShift: UInt64 { 40 }

  @inline(__always)
  static func index(source: Int, number: UInt64, occasion: Int = 0) -> UInt64 {
    UInt64(truncatingIfNeeded: source) << shift | UInt64(truncatingIfNeeded: occasion) << occasionShift | number
  }
}

/// The parent of each particle of a batch, as it was at that particle's birth.
struct ParentState {
  var x = Float8(repeating: 0)
  var y = Float8(repeating: 0)
  var velocityX = Float8(repeating: 0)
  var velocityY = Float8(repeating: 0)
  var directionX = Float8(repeating: 1)
  var directionY = Float8(repeating: 0)
  var z = Float8(repeating: 0)
  var velocityZ = Float8(repeating: 0)
  var directionZ = Float8(repeating: 0)
  var scale = Float8(repeating: 1)
  var red = Float8(repeating: 1)
  var green = Float8(repeating: 1)
  var blue = Float8(repeating: 1)
}
