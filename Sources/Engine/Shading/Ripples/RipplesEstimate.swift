import Lanes
import Model

/// The cost of drawing drops on water: the rings that are alive at a time, each with the pixels of the frame that it covers. Ages
/// and sizes of rings follow `RippleSchedule`.
struct RipplesEstimate {
  private(set) var nanoseconds = 0.0
  /// Bytes of the packets of ring waves in one frame.
  private(set) var bytes = 0.0
  /// What would make the layer cheaper, as a phrase for an error.
  private(set) var remedy = "a lower rate, a shorter lifetime, a narrower packet or more decay"

  // Nanoseconds of one core.

  /// Finding out whether a drop on water, or one of its repetitions in a loop, is alive and visible.
  private static let dropNanoseconds = 60.0
  /// Making one packet of ring waves of a drop, and testing whether it reaches one tile.
  private static let packetNanoseconds = 250.0
  private static let packetTileNanoseconds = 6.0
  /// A pixel that a ring of ripples covers, for each ring, and a pixel that at least one covers.
  private static let ringPixelNanoseconds = 1.0
  private static let waterPixelNanoseconds = 1.0

  /// The number of ages at which a ring is sampled.
  private static let ageCount = 24
  /// Cells along each side of the grid that divides the frame: drops fall, and coverage is sampled, in the middles of its cells.
  private static let gridSide = 6
  /// The list of packets may have room for twice as many as there are.
  private static let listGrowth = 2.0

  init(_ ripples: Ripples, in frame: CostedFrame) {
    let (canvas, timings) = (frame.canvas, frame.timings)
    let lifetime = ripples.lifetime
    guard lifetime > 0, ripples.wavelength > 0, ripples.speed > 0 else { return }
    let loopSeconds = timings.loopSeconds(on: canvas)
    let firstIteration = timings.firstIteration
    let lastSecond = max(firstIteration.localTime(at: frame.seconds), firstIteration.localTime(at: 0))
    // In a loop drops of earlier periods are still alive.
    let oldestAge = loopSeconds != nil ? lifetime : min(lifetime, max(lastSecond, 0))
    guard oldestAge > 0 else { return }
    var rate = ripples.rate
    if let loopSeconds, rate > 0 {
      rate = DropTimes.count(rate: ripples.rate, inLoopOf: loopSeconds) / loopSeconds
      if ripples.rate * loopSeconds < 0.5 {
        remedy =
          "at least one drop falls in each loop, which lasts \(Float(loopSeconds)) s on the layer's clock, so a greater speed of "
          + "the clock or a shorter lifetime"
      }
    }
    // Amplitudes of random drops are spread evenly over amplitude ± range/2: the mean of the larger half counts.
    let randomRing = ring(ripples, height: ripples.amplitude + ripples.amplitudeRange / 4, oldestAge, canvas)
    // All listed drops count as the strongest.
    let greatestStrength = ripples.drops.map(\.strength.magnitude).max() ?? 0
    let listedRing = ring(ripples, height: ripples.amplitude * greatestStrength, oldestAge, canvas)
    let mostListedDrops = mostListedDrops(
      ripples.drops.map(\.time).sorted(), shownSeconds: listedRing.shownSeconds, lifetime, loopSeconds)
    let pixelsOfListedDrops =
      listedRing.shownSeconds > 0 ? mostListedDrops * listedRing.pixelSeconds / listedRing.shownSeconds : 0
    let coveredPixels = rate * randomRing.pixelSeconds + pixelsOfListedDrops
    // Invisible drops take time, too, but no memory.
    let drops = rate * oldestAge + (loopSeconds.map { Double(ripples.drops.count) * (lifetime / $0 + 1) } ?? 0)
    // A packet is kept while it is high enough to be seen, whether it has left the frame or not.
    let packets =
      rate * randomRing.packetSeconds
      + (loopSeconds.map { Double(ripples.drops.count) / $0 * listedRing.packetSeconds }
        ?? Double(ripples.drops.count) * 2)
    let tiles = (frame.pixels / (PixelMemory.tileWidth * PixelMemory.tileHeight)).rounded(.up)
    bytes = packets * Double(Ripples.packetBytes) * Self.listGrowth
    nanoseconds =
      drops * Self.dropNanoseconds + packets * (Self.packetNanoseconds + tiles * Self.packetTileNanoseconds)
      + coveredPixels * Self.ringPixelNanoseconds
      + min(coveredPixels, frame.pixels) * (Self.waterPixelNanoseconds + PixelCost.composite)
  }

  /// The most drops of the list that are alive together; `times` are sorted.
  private func mostListedDrops(
    _ times: [Double], shownSeconds: Double, _ lifetime: Double, _ loopSeconds: Double?
  ) -> Double {
    if let loopSeconds { return Double(times.count) * (lifetime / loopSeconds + 1).rounded(.up) }
    var (most, oldest) = (0, 0)
    for index in times.indices {
      while times[index] - times[oldest] > max(shownSeconds, 1e-9) { oldest += 1 }
      most = max(most, index - oldest + 1)
    }
    return Double(most)
  }

  /// The integral of the pixels that a drop's rings cover, over their age, and the seconds for which they are seen. The integral's product
  /// with the drops a second is the number of pixels that rings cover at a time. `packetSeconds` is the sum of the seconds for which each
  /// of the drop's packets is high enough to be seen.
  ///
  /// - Parameter height: the drop's height in points.
  private func ring(
    _ ripples: Ripples, height: Double, _ oldestAge: Double, _ canvas: Canvas
  ) -> (pixelSeconds: Double, shownSeconds: Double, packetSeconds: Double) {
    var (pixelSeconds, shownSeconds, packetSeconds) = (0.0, 0.0, 0.0)
    let interval = oldestAge / Double(Self.ageCount)
    for step in 0..<Self.ageCount {
      let age = (Double(step) + 0.5) * interval
      var rings = [coveredPixels(ripples, age, height, canvas)]
      if ripples.rebound != 0, age > ripples.reboundDelay {
        rings.append(coveredPixels(ripples, age - ripples.reboundDelay, height * ripples.rebound, canvas))
      }
      let pixels = rings.reduce(0) { $0 + ($1 ?? 0) }
      pixelSeconds += pixels * interval
      if pixels > 0 { shownSeconds += interval }
      packetSeconds += interval * Double(rings.count { $0 != nil })
    }
    return (pixelSeconds, shownSeconds, packetSeconds)
  }

  /// Pixels of the frame that one ring of an age in seconds and a height in points covers: the mean over the places where drops fall. The
  /// ring's form follows `RippleSchedule.appendPacket`. Nil for a ring too low to be seen.
  private func coveredPixels(_ ripples: Ripples, _ age: Double, _ height: Double, _ canvas: Canvas) -> Double? {
    let frontRadius = max(ripples.speed * age, 1e-3)
    let rise = min(age / Ripples.riseSeconds, 1)
    let fadeOut = 1 - (age / ripples.lifetime) * (age / ripples.lifetime)
    let relativeHeight =
      rise * rise * (3 - 2 * rise) * (fadeOut * fadeOut) / (1 + frontRadius / (2 * ripples.wavelength)).squareRoot()
    let amplitude = abs(height) * relativeHeight * Lanes.exp(-ripples.decay * age)
    guard amplitude > Ripples.invisibleSlope * ripples.wavelength / (2 * .pi) else { return nil }
    let halfWidth = max(ripples.packetWidth / 2, 1e-3)
    let innerHalfWidth = Ripples.innerWidthRatio * halfWidth
    let innerRadius = frontRadius - innerHalfWidth * frontRadius / (innerHalfWidth + frontRadius)
    let outerRadius = frontRadius + halfWidth * frontRadius / (halfWidth + frontRadius)
    let verticalScale = min(max(ripples.verticalScale, 0.05), 1)
    var hits = 0.0
    let side = Self.gridSide
    func center(_ index: Int, _ length: Double) -> Double { (Double(index) + 0.5) / Double(side) * length }
    for dropX in 0..<side {
      for dropY in 0..<side {
        for pointX in 0..<side {
          for pointY in 0..<side {
            let dx = center(pointX, canvas.widthPoints) - center(dropX, canvas.widthPoints)
            let dy = (center(pointY, canvas.heightPoints) - center(dropY, canvas.heightPoints)) / verticalScale
            let distance = (dx * dx + dy * dy).squareRoot()
            if distance > innerRadius, distance < outerRadius { hits += 1 }
          }
        }
      }
    }
    let sampledArea = hits / Double(side * side * side * side) * canvas.widthPoints * canvas.heightPoints
    // The grid would miss or overestimate a ring that is smaller than one of its cells: such a ring counts with its whole area.
    let ringArea = Double.pi * (outerRadius * outerRadius - innerRadius * innerRadius) * verticalScale
    let cellArea = canvas.widthPoints * canvas.heightPoints / Double(side * side)
    return (outerRadius * outerRadius * verticalScale < cellArea ? ringArea : sampledArea) * canvas.pixelsPerPoint
      * canvas.pixelsPerPoint
  }
}
