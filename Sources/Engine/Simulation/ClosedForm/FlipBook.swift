import Lanes
import Model

/// Flip-books, one for each of eight particles: which frame is seen at an age.
struct FlipBook {
  private let frameCount: Float8
  /// Frames a second; with the flag `overLife`, frames over a whole life.
  private let rate: Float8
  private let flags: Int32x8
  /// The first frame; negative where it is chosen at random.
  private let firstFrame: Float8

  /// Bits of `flags`.
  private static let (overLife, repeats, blends): (Int32, Int32, Int32) = (1, 2, 4)

  /// Eight flip-books of a table, by the indices of the particles' sprites.
  @_transparent
  init(of table: UnsafePointer<SIMD4<Float>>, at sprite: Int32x8) {
    let columns = TransposedRows(of: table, at: sprite)
    frameCount = columns.x
    rate = columns.y
    flags = Lanes.truncateInRange(columns.z)
    firstFrame = columns.w
  }

  /// Entry of the table for a picture: number of frames, rate, flags, first frame.
  static func tableEntry(of picture: SpritePicture?) -> SIMD4<Float> {
    // A picture that is no flip-book is a flip-book of one frame.
    guard let picture, picture.isFlipBook else { return SIMD4(1, 0, 0, 0) }
    let frameCount = Float(picture.frameCount)
    var flags: Int32 = picture.blendsFrames ? blends : 0
    switch picture.play {
    case .loop: flags |= repeats
    case .once: break
    case .life: flags |= overLife
    }
    return SIMD4(
      frameCount, picture.play == .life ? frameCount : Float(picture.framesPerSecond), Float(flags),
      picture.startFrame.map { Float(min($0, picture.frameCount - 1)) } ?? -1)
  }

  /// The frames, from 0 to below `frameCount`: whole numbers, or with a fraction where a frame is cross-faded to the next.
  ///
  /// - Parameters:
  ///   - life: age ÷ lifetime.
  ///   - random: a random number of each particle in 0 ..< 1, which chooses the first frame where `firstFrame` is negative.
  @_transparent
  func frame(age: Float8, life: Float8, random: Float8) -> Float8 {
    let zero = Int32x8()
    let first = Lanes.select(firstFrame .< Float8(), Lanes.floor(random * frameCount), firstFrame)
    let isOverLife = (flags & FlipBook.overLife) .!= zero
    let position = first + rate * Lanes.select(isOverLife, life, age)
    let last = frameCount - 1
    // By rounding, the remainder may be as large as `frameCount` or slightly negative.
    let remainder = position - Lanes.floor(position / frameCount) * frameCount
    let wrapped = Lanes.max(Lanes.select(remainder .< frameCount, remainder, Float8()), 0)
    let frame = Lanes.select((flags & FlipBook.repeats) .!= zero, wrapped, Lanes.clamp(position, Float8(), last))
    return Lanes.select((flags & FlipBook.blends) .!= zero, frame, Lanes.floor(frame))
  }
}
