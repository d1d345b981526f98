import Lanes
import Model
import Raster
import Testing

/// How puffs answer light, against closed forms and finer marches in Double.
@Suite struct PuffVolumeTests {
  /// The answers of a volume: right, left, bottom, top, front, back, opacity at each pixel.
  private struct Answers {
    private let sides = SampledPicture(width: PuffVolume.width, height: PuffVolume.width, edges: .clamped)
    private let faces = SampledPicture(width: PuffVolume.width, height: PuffVolume.width, edges: .clamped)

    init(_ volume: PuffVolume) { volume.light(sides: sides.levels[0], facesAndOpacity: faces.levels[0]) }

    func at(_ x: Int, _ y: Int) -> [Double] {
      let (side, face) = (sides.levels[0].row(y)[x], faces.levels[0].row(y)[x])
      return [side.x, side.y, side.z, side.w, face.x, face.y, face.z].map(Double.init)
    }

    func sums() -> [Double] {
      var sums = [Double](repeating: 0, count: 7)
      for y in 0..<PuffVolume.width {
        for x in 0..<PuffVolume.width { for (index, value) in at(x, y).enumerated() { sums[index] += value } }
      }
      return sums
    }
  }

  private func place(_ index: Int) -> Double { Double(PuffVolume.place(index, of: PuffVolume.width)) }

  private func exp(_ x: Double) -> Double { Lanes.exp(x) }

  @Test("A uniform ball answers light from the front and from behind by the closed form of its chord") func ball() {
    let (radius, extinction) = (0.8, 1.5)
    let answers = Answers(
      PuffVolume(Puff(forward: 0)) { x, y, z in
        (x * x + y * y) + z * z < Float(radius * radius) ? Float(extinction) : 0
      })
    for (x, y) in [(48, 48), (30, 48), (60, 36), (48, 70), (24, 40)] {
      let squared = radius * radius - place(x) * place(x) - place(y) * place(y)
      let depth = 2 * max(squared, 0).squareRoot() * extinction
      let front = 0.6 * (1 - exp(-2 * depth)) / 2 + 0.4 * (1 - exp(-1.25 * depth)) / 1.25
      let back = 0.6 * depth * exp(-depth) + 0.4 * exp(-depth / 4) * (1 - exp(-0.75 * depth)) / 0.75
      let found = answers.at(x, y)
      // A voxel's step is 0.06 of optical depth: the chord is known to one step.
      #expect(abs(found[4] - front) < 0.03, "front \(x) \(y): \(found[4]), not \(front)")
      #expect(abs(found[5] - back) < 0.03, "back \(x) \(y): \(found[5]), not \(back)")
      #expect(abs(found[6] - (1 - exp(-depth))) < 0.03)
    }
  }

  @Test("An uneven volume answers light of all six sides as a march of finer steps in Double does") func uneven() {
    @Sendable func extinction(_ x: Double, _ y: Double, _ z: Double) -> Double {
      let inside = max(1 - (x * x + y * y + z * z), 0)
      let (sine, cosine) = (Lanes.sincosTurns(0.8 * x + 0.5 * y).sin, Lanes.sincosTurns(0.7 * z + 0.2 * x).cos)
      return 5 * inside * (0.6 + 0.4 * sine * cosine)
    }
    let puff = Puff(forward: 0.5)
    let answers = Answers(
      PuffVolume(puff) { x, y, z in Float(extinction(Double(x), Double(y), Double(z))) })
    let step = 0.01
    func depth(_ from: SIMD3<Double>, _ way: SIMD3<Double>) -> Double {
      var (sum, place) = (0.0, from + way * (step / 2))
      while abs(place.x) < 1, abs(place.y) < 1, abs(place.z) < 1 {
        sum += extinction(place.x, place.y, place.z) * step
        place += way * step
      }
      return sum
    }
    let ways: [SIMD3<Double>] = [[1, 0, 0], [-1, 0, 0], [0, 1, 0], [0, -1, 0], [0, 0, 1], [0, 0, -1]]
    // Half of the light is scattered evenly, half by Henyey and Greenstein with g = ½.
    func phase(_ cosine: Double) -> Double {
      let base = 1.25 - cosine
      return 0.5 + 0.5 * 0.75 / (base * base.squareRoot())
    }
    let phases = [phase(0), phase(0), phase(0), phase(0), phase(-1), phase(1)]
    for (x, y) in [(48, 48), (20, 52), (70, 30), (40, 76), (60, 62)] {
      var (sums, passed, z) = ([Double](repeating: 0, count: 6), 0.0, 1 - step / 2)
      while z > -1 {
        let here = SIMD3(place(x), place(y), z)
        let part = extinction(here.x, here.y, here.z) * step
        let weight = exp(-passed) - exp(-passed - part)
        if weight > 1e-6 {
          for (index, way) in ways.enumerated() {
            let depth = depth(here, way)
            sums[index] += weight * (0.6 * exp(-depth) + 0.4 * exp(-depth / 4)) * phases[index]
          }
        }
        passed += part
        z -= step
      }
      let found = answers.at(x, y)
      for index in 0..<6 {
        #expect(
          abs(found[index] - sums[index]) < 0.02, "side \(index) at \(x) \(y): \(found[index]), not \(sums[index])")
      }
      #expect(abs(found[6] - (1 - exp(-passed))) < 0.01)
    }
  }

  @Test(
    "No puff throws back more of even light than it hides, and most of it where it is thin", arguments: [0.1, 1.6, 8])
  func furnace(density: Double) {
    let sums = Answers(PuffVolume(Puff(density: density, forward: 0))).sums()
    let mean = sums[0..<6].reduce(0, +) / 6
    #expect(mean <= sums[6])
    if density < 0.5 { #expect(mean > 0.85 * sums[6]) }
  }

  @Test("The light through the middle is that of the density; each seed has another form") func density() {
    let answers = Answers(PuffVolume(Puff(density: 1.6)))
    var sum = 0.0
    for y in 36..<60 { for x in 36..<60 { sum += -Lanes.log(max(1 - answers.at(x, y)[6], 1e-9)) } }
    #expect(abs(sum / 576 - 1.6) < 0.01)
    let other = Answers(PuffVolume(Puff(seed: 1)))
    #expect((0..<96).contains { abs(other.at($0, 48)[6] - answers.at($0, 48)[6]) > 0.2 })
    // Nothing reaches the edges of the sprite.
    for index in 0..<96 { #expect(answers.at(index, 0)[6] < 0.01 && answers.at(0, index)[6] < 0.01) }
  }
}
