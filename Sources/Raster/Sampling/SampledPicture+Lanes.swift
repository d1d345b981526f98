import Lanes

extension SampledPicture {
  /// Numbers of eight places that are read one by one: where the pixel to the left of and above each lies, and the share of the one to its
  /// right.
  struct Places {
    private let memory: UnsafeMutablePointer<Float>

    /// Floats of memory, aligned to 32 bytes.
    static let floatCount = 16

    init(_ memory: UnsafeMutablePointer<Float>) { self.memory = memory }

    @inline(__always)
    func set(offsets: Int32x8, right: Float8) {
      Lanes.store(Lanes.fromBits(offsets), to: memory)
      Lanes.store(right, to: memory + 8)
    }

    @inline(__always)
    func offset(_ lane: Int) -> Int { Int(UnsafeRawPointer(memory + lane).load(as: Int32.self)) }
    @inline(__always)
    func right(_ lane: Int) -> Float { memory[8 &+ lane] }
  }

  /// The pixels at eight places, each mixed of the four around it.
  @inline(__always)
  func values(x: Float8, y: Float8, _ places: Places) -> TextureSample {
    let px = Self.inside(x, size: width, mirrors: mirrors)
    let py = Self.inside(y, size: height, mirrors: mirrors)
    let (column, row) = (Lanes.floor(px), Lanes.floor(py))
    let stride = Int32(truncatingIfNeeded: rowStride)
    places.set(
      offsets: (Lanes.truncateInRange(row) &+ 1) &* stride &+ (Lanes.truncateInRange(column) &+ 1), right: px - column)
    // Lanes i and i + 4 are worked on together, one in each half of a vector.
    let below = Lanes.spreadInHalves(py - row)
    let (red, green, blue, alpha) = Lanes.transposedHalves(
      pair(0, below.0, places), pair(1, below.1, places), pair(2, below.2, places), pair(3, below.3, places))
    return TextureSample(red: red, green: green, blue: blue, alpha: alpha)
  }

  /// The pixels at the places `lane` and `lane` + 4.
  ///
  /// - Parameter below: share of the lower row, four times for each of the two.
  @inline(__always)
  private func pair(_ lane: Int, _ below: Float8, _ places: Places) -> Float8 {
    let (upper, lower) = Lanes.halves(mixed(lane, places), mixed(lane &+ 4, places))
    return upper + (lower - upper) * below
  }

  /// In the row of a place and in the one below: the mixture of the pixel to the left and the one to the right.
  @inline(__always)
  private func mixed(_ lane: Int, _ places: Places) -> Float8 {
    let at = UnsafeMutableRawPointer(corner + places.offset(lane)).assumingMemoryBound(to: Float.self)
    let (left, right) = Lanes.halves(Lanes.load(at), Lanes.load(at + 4 &* rowStride))
    return left + (right - left) * places.right(lane)
  }
}
