extension Noise {
  /// Pixels from one computed value of the noise to the next, along a row and down: 1, 2, 4 or 8. Values in between are interpolated. The
  /// finest visible detail spans at least 3.5 computed values, and at least 7 where the step is 8.
  ///
  /// - Parameters:
  ///   - cellPixels: the shorter side of a cell of the first octave, in pixels.
  ///   - warp: the value of `warp`, not negative.
  package func stepPixels(cellPixels: Double, warp: Double) -> Int {
    var detailPixels = cellPixels
    switch kind {
    case .plasma: detailPixels /= 1 + warp / 2
    case .caustics: detailPixels /= 3
    case .gradient, .value, .ridged, .billow:
      // Octaves of little weight need not be sampled closely.
      var weight = gain
      for _ in 1..<max(octaves, 1) where weight >= 0.1 {
        detailPixels /= lacunarity
        weight *= gain
      }
      detailPixels /= 1 + warp
      if kind == .ridged || kind == .billow { detailPixels /= 1.6 }
    }
    return detailPixels >= 56 ? 8 : detailPixels >= 16 ? 4 : detailPixels >= 7 ? 2 : 1
  }
}
