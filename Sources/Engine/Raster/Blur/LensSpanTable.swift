import Lanes

/// The spans of a shape at many radii, for pictures over which the radius varies: to compute them for each eight cells would take longer than
/// to blur.
final class LensSpanTable {
  /// What the table was made for.
  private struct Key: Equatable {
    let blades: Int
    let turns: Double
    let radii: ClosedRange<Float>
    let step: Float
  }

  private var key: Key?
  private var radii: ClosedRange<Float> = 0...0
  private var inverseStep: Float = 1
  private var count = 0
  /// Floats of an entry: its reach, its area and its spans.
  private var entrySize = 0
  /// The entries of radii above 0, then those of radii below 0.
  private let values = AlignedBuffer<Float>(count: 0)

  /// Computes the spans for radii of a range and their negatives.
  ///
  /// - Parameters:
  ///   - radii: in pixels.
  ///   - step: between one entry's radius and the next, in pixels.
  ///   - cells: a radius in cells for one in pixels, of the same sign.
  func make(_ aperture: LensAperture, radii: ClosedRange<Float>, step: Float, cells: (Float) -> Float) {
    let next = Key(blades: aperture.blades, turns: aperture.turns, radii: radii, step: step)
    if next == key { return }
    key = next
    self.radii = radii
    inverseStep = 1 / step
    count = Lanes.wholeInRange((radii.upperBound - radii.lowerBound) * inverseStep) + 2
    entrySize = 2 + LensSpans.count(radius: abs(cells(radii.upperBound + step)))
    values.resize(to: 2 * count * entrySize)
    aperture.sides.withUnsafeBufferPointer { sides in
      for index in 0..<2 * count {
        let radius = radii.lowerBound + Float(index % count) * step
        let entry = values.base + index * entrySize
        var spans = LensSpans(values: entry + 2)
        spans.set(radius: cells(index < count ? radius : -radius), sides: sides, rim: nil)
        (entry[0], entry[1]) = (Float(spans.reach), spans.area)
      }
    }
  }

  /// The spans of the radius that is nearest to a radius in pixels.
  @inline(__always)
  func spans(_ radius: Float) -> LensSpans {
    let position = (abs(radius) - radii.lowerBound) * inverseStep + 0.5
    let index = min(max(Lanes.wholeInRange(position), 0), count &- 1)
    let entry = values.base + (radius < 0 ? index &+ count : index) &* entrySize
    return LensSpans(values: entry + 2, reach: Lanes.wholeInRange(entry[0]), area: entry[1])
  }
}
