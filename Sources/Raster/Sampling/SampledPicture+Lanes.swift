import Lanes

extension SampledPicture {
  /// Memory for eight places, which are computed together and then read one by one. A place has two numbers: the memory offset of
  /// the pixel to the place's upper left, in pixels from `upperLeftBorderPixel`; and the share, 0...1, that the two pixels to the
  /// place's right have in the interpolated value.
  struct Places {
    private let memory: UnsafeMutablePointer<Float>

    /// Number of floats of memory, which must be aligned to 32 bytes.
    static let floatCount = 16

    init(_ memory: UnsafeMutablePointer<Float>) { self.memory = memory }

    @inline(__always)
    func set(offsets: Int32x8, rightShares: Float8) {
      Lanes.store(Lanes.fromBits(offsets), to: memory)
      Lanes.store(rightShares, to: memory + 8)
    }

    @inline(__always)
    func offset(_ lane: Int) -> Int { Int(UnsafeRawPointer(memory + lane).load(as: Int32.self)) }
    @inline(__always)
    func rightShare(_ lane: Int) -> Float { memory[8 &+ lane] }
  }

  /// Returns the picture's values at eight places, each interpolated between the four pixels around it.
  @inline(__always)
  func values(x: Float8, y: Float8, _ places: Places) -> TextureSample {
    // Coordinates in the picture; the transparent border begins at −1.
    let px = Self.storedCoordinate(for: x, size: width, mirrorsAtEdges: mirrorsAtEdges)
    let py = Self.storedCoordinate(for: y, size: height, mirrorsAtEdges: mirrorsAtEdges)
    let (column, row) = (Lanes.floor(px), Lanes.floor(py))
    let stride = Int32(truncatingIfNeeded: rowStride)
    places.set(
      offsets: (Lanes.truncateInRange(row) &+ 1) &* stride &+ (Lanes.truncateInRange(column) &+ 1),
      rightShares: px - column)
    // Lanes i and i + 4 are sampled together, one in each half of a vector. So each vector of `lowerShares` has the lower row's share of
    // place i four times, then that of place i + 4 four times.
    let lowerShares = Lanes.repeatedFourTimesInHalves(py - row)
    let (red, green, blue, alpha) = Lanes.transposedHalves(
      pair(0, lowerShares.0, places), pair(1, lowerShares.1, places), pair(2, lowerShares.2, places),
      pair(3, lowerShares.3, places))
    return TextureSample(red: red, green: green, blue: blue, alpha: alpha)
  }

  /// Returns the values at the places `lane` and `lane` + 4: four channels of the first, then four of the second.
  ///
  /// - Parameter lowerShare: the share of the lower row at each place, repeated for the four channels.
  @inline(__always)
  private func pair(_ lane: Int, _ lowerShare: Float8, _ places: Places) -> Float8 {
    let (upper, lower) = Lanes.lowHalvesAndHighHalves(mixedColumns(lane, places), mixedColumns(lane &+ 4, places))
    return upper + (lower - upper) * lowerShare
  }

  /// Returns the values of the upper and the lower row at a place, each interpolated between the left and the right pixel.
  @inline(__always)
  private func mixedColumns(_ lane: Int, _ places: Places) -> Float8 {
    let at = UnsafeMutableRawPointer(upperLeftBorderPixel + places.offset(lane)).assumingMemoryBound(to: Float.self)
    let (left, right) = Lanes.lowHalvesAndHighHalves(Lanes.load(at), Lanes.load(at + 4 &* rowStride))
    return left + (right - left) * places.rightShare(lane)
  }
}
