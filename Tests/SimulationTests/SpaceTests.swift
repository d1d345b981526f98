import Lanes
import Model
import Simulation
import Testing

/// Directions, places and trajectories in space, compared with expected values in Double.
@Suite struct SpaceTests {
  /// Returns places in points relative to the emitter; z is read from the column by which particles are sorted for drawing.
  private func places(
    _ cell: Cell, shape: Emitter.Shape = .point, mode: Emitter.Mode = .volume,
    size: (Double, Double, Double) = (0, 0, 0),
    at time: Double
  ) -> [(x: Double, y: Double, z: Double)] {
    var emitter = Stage.emitter([cell], shape: shape, mode: mode)
    emitter.position = AnimatedPoint(1000, 1000)
    emitter.size = AnimatedPoint(AnimatedNumber(size.0), AnimatedNumber(size.1))
    emitter.depth = AnimatedNumber(size.2)
    emitter.renderMode = .backToFront
    return Stage.program(emitter).spatialParticles(at: time).map { ($0.x - 1000, $0.y - 1000, $0.z) }
  }

  private func burst(_ change: (inout Cell) -> Void = { _ in }) -> Cell {
    Stage.cell {
      $0.birthRate = 0
      $0.burst = AnimatedNumber(Double(sampleCount))
      change(&$0)
    }
  }

  @Test("A solid cone is uniform over its part of the sphere")
  func solidCone() {
    for (range, latitude, longitude) in [(360.0, 0.0, 0.0), (60, 0, 0), (120, 40, -70), (30, -90, 10)] {
      let cell = burst {
        $0.velocity = 100
        $0.cone = .solid
        $0.emissionRange = AnimatedNumber(range)
        $0.emissionLatitude = AnimatedNumber(latitude)
        $0.emissionLongitude = AnimatedNumber(longitude)
      }
      let radiansPerDegree = 0.017_453_292_519_943_295
      let (up, turn) = (Lanes.sincos(latitude * radiansPerDegree), Lanes.sincos(longitude * radiansPerDegree))
      let axis = (x: up.cos * turn.cos, y: up.cos * turn.sin, z: up.sin)
      let rimCosine = Lanes.sincos(range / 2 * radiansPerDegree).cos
      // On a spherical cap, the height above the plane of its rim is uniform (Archimedes' hat-box theorem).
      let heights = places(cell, at: 1).map { place in
        let cosine = (place.x * axis.x + place.y * axis.y + place.z * axis.z) / 100
        return (cosine - rimCosine) / (1 - rimCosine)
      }
      expectUniform(heights, "range \(range), latitude \(latitude)")
    }
  }

  @Test("The depth over life is added to the depth of the trajectory")
  func depthOverLife() {
    let cell = burst {
      $0.emissionLatitude = 90
      $0.velocity = 10
      $0.zAcceleration = 4
      $0.cone = .flat
      $0.depthOverLife = [NumberStop(0, -50), NumberStop(0.5, 30), NumberStop(1, 30)]
    }
    for age in [0.25, 0.5, 1.5] {
      let expected = 10 * age + 2 * age * age + min(-50 + 80 * age, 30)
      for place in places(cell, at: age) { #expect(abs(place.z - expected) < 0.001, "at \(age)") }
    }
  }

  @Test("Directions have length 1, and a flat cone keeps its latitude")
  func flatCone() {
    let cell = burst {
      $0.velocity = 100
      $0.cone = .flat
      $0.emissionRange = 200
      $0.emissionLatitude = 30
    }
    for place in places(cell, at: 1) {
      #expect(abs(place.z - 50) < 0.001)
      #expect(abs((place.x * place.x + place.y * place.y + place.z * place.z).squareRoot() - 100) < 0.02)
    }
  }

  @Test("Spheres and cuboids are filled evenly")
  func solids() {
    let still = burst()
    let ball = places(still, shape: .sphere, size: (40, 0, 0), at: 0.5)
    expectUniform(ball.map { cube(radius($0) / 40) }, "volume of a sphere")
    let shell = places(still, shape: .sphere, mode: .surface, size: (40, 0, 0), at: 0.5)
    #expect(shell.allSatisfy { abs(radius($0) - 40) < 0.01 })
    expectUniform(shell.map { $0.z / 80 + 0.5 }, "heights on a sphere")
    let box = places(still, shape: .cuboid, size: (80, 40, 60), at: 0.5)
    expectUniform(box.map { $0.x / 80 + 0.5 }, "cuboid x")
    expectUniform(box.map { $0.y / 40 + 0.5 }, "cuboid y")
    expectUniform(box.map { $0.z / 60 + 0.5 }, "cuboid z")
    let faces = places(still, shape: .cuboid, mode: .surface, size: (80, 40, 60), at: 0.5)
    let onFace = faces.map { (abs(abs($0.x) - 40) < 0.001, abs(abs($0.y) - 20) < 0.001, abs(abs($0.z) - 30) < 0.001) }
    #expect(onFace.allSatisfy { $0.0 || $0.1 || $0.2 })
    // Two faces each of 40 × 60, 80 × 60 and 80 × 40, of 20,800 in all.
    let shares = [onFace.filter(\.0).count, onFace.filter(\.1).count, onFace.filter(\.2).count]
    for (share, area) in zip(shares, [4800.0, 9600, 6400]) {
      #expect(abs(Double(share) / Double(sampleCount) - area / 20_800) < 0.012)
    }
    let edges = places(still, shape: .cuboid, mode: .outline, size: (80, 40, 60), at: 0.5)
    let corners = places(still, shape: .cuboid, mode: .points, size: (80, 40, 60), at: 0.5)
    func touchedSideCount(_ place: (x: Double, y: Double, z: Double)) -> Int {
      [abs(abs(place.x) - 40), abs(abs(place.y) - 20), abs(abs(place.z) - 30)].filter { $0 < 0.001 }.count
    }
    #expect(edges.allSatisfy { touchedSideCount($0) >= 2 })
    let onEdgesAlongX = edges.filter { abs(abs($0.y) - 20) < 0.001 && abs(abs($0.z) - 30) < 0.001 }
    #expect(abs(Double(onEdgesAlongX.count) / Double(sampleCount) - 80.0 / 180) < 0.012)
    #expect(corners.allSatisfy { touchedSideCount($0) == 3 })
  }

  @Test("z follows the same equation of motion as x and y")
  func depthOverTime() {
    let cell = burst {
      $0.burst = 40
      $0.velocity = 300
      $0.emissionLatitude = 35
      $0.cone = .flat
      $0.drag = 1.7
      $0.zAcceleration = -220
      $0.lifetime = 4
    }
    var worst = 0.0
    for step in 1...30 {
      let age = Double(step) / 8
      guard age < 4, let place = places(cell, at: age).first else { break }
      // v' = g − kv in steps of 10⁻⁵ s by the midpoint rule.
      var (z, velocity) = (0.0, 300 * Lanes.sincos(35 * 0.017_453_292_519_943_295).sin)
      let steps = Int(age * 100_000)
      for _ in 0..<steps {
        let middle = velocity + (-220 - 1.7 * velocity) * 0.000_005
        z += middle * 0.000_01
        velocity += (-220 - 1.7 * middle) * 0.000_01
      }
      worst = max(worst, abs(place.z - z))
    }
    print("z against fine steps: worst error \(worst) points")
    #expect(worst < 0.005)
  }

  @Test("A camera projects by similar triangles")
  func perspective() {
    var cell = Stage.cell {
      $0.birthRate = 0
      $0.burst = 3000
      $0.velocity = 0
      $0.sprites = [Sprite(.disc, width: 10, height: 10)]
    }
    cell.lifetime = 3
    var emitter = Stage.emitter([cell], shape: .cuboid)
    emitter.position = AnimatedPoint(1000, 1000)
    emitter.size = AnimatedPoint(800, 600)
    emitter.depth = 900
    emitter.renderMode = .backToFront
    var canvas = Stage.canvas()
    let plain = Stage.program(emitter, canvas: canvas).spatialParticles(at: 1)
    canvas.camera = Camera(distance: 700, center: AnimatedPoint(900, 1100), focus: -100, aperture: 30)
    let seen = Stage.program(emitter, canvas: canvas).spatialParticles(at: 1)
    #expect(plain.count == 3000)
    #expect(seen.count == 3000)
    for (plain, seen) in zip(plain, seen) {
      let distance = 700 - plain.z
      let scale = 700 / distance
      #expect(abs(seen.x - (900 + (plain.x - 900) * scale)) < 0.01)
      #expect(abs(seen.y - (1100 + (plain.y - 1100) * scale)) < 0.01)
      #expect(abs(seen.radius - 5 * scale) < 0.001)
      let blur = 15 * abs(distance - 800) / distance * 700 / 800
      #expect(abs(seen.blur - blur) < 0.001)
      // Particles fade out between 1/4 and 1/16 of the camera's distance.
      let nearFade = min(max((distance / 700 - 1.0 / 16) / (3.0 / 16), 0), 1)
      #expect(abs(seen.alpha - nearFade * nearFade * (3 - 2 * nearFade)) < 0.001)
    }
  }

  @Test("Children fly relative to their parent's direction in space")
  func childrenInSpace() {
    let child = Stage.cell("child", path: 12) {
      $0.birthRate = 0
      $0.when = .birth
      $0.burst = 4
      $0.velocity = 50
      $0.cone = .solid
      $0.emissionRange = 40
      $0.lifetime = 9
    }
    var parent = burst {
      $0.burst = 500
      $0.velocity = 80
      $0.cone = .solid
      $0.emissionRange = 360
      $0.lifetime = 9
    }
    parent.cells = [child]
    var emitter = Stage.emitter([parent])
    emitter.position = AnimatedPoint(1000, 1000)
    emitter.renderMode = .backToFront
    let program = Stage.program(emitter)
    let (parents, children) = (program.spatialParticles(at: 1, cell: 0), program.spatialParticles(at: 1, cell: 1))
    #expect(children.count == 4 * parents.count)
    var largestOneMinusCosine = 0.0
    for (index, child) in children.enumerated() {
      let parent = parents[index / 4]
      let cosine =
        ((child.x - 1000) * (parent.x - 1000) + (child.y - 1000) * (parent.y - 1000) + child.z * parent.z) / (50 * 80)
      largestOneMinusCosine = max(largestOneMinusCosine, 1 - cosine)
    }
    let limit = 1 - Lanes.sincos(20 * 0.017_453_292_519_943_295).cos
    #expect(largestOneMinusCosine < limit + 1e-4)
    #expect(largestOneMinusCosine > limit * 0.98)
  }

  private func radius(_ place: (x: Double, y: Double, z: Double)) -> Double {
    (place.x * place.x + place.y * place.y + place.z * place.z).squareRoot()
  }

  private func cube(_ value: Double) -> Double { value * value * value }
}

private struct SpatialParticle {
  var x, y, z, radius, blur, alpha: Double
}

extension EmitterProgram {
  /// Returns the particles of one cell of an emitter that is drawn back to front, in the order of their births.
  fileprivate func spatialParticles(at time: Double, cell: Int = 0) -> [SpatialParticle] {
    let (output, scratch) = (makeOutput(), EvaluationScratch())
    var chunks: [ParticleChunk] = []
    self.chunks(at: time, into: &chunks)
    return chunks.flatMap { chunk in
      evaluate(chunk, at: time, view: view(at: time), into: output, scratch: scratch)
      let columns = output.columns[cell]
      return (0..<columns.count).map { index in
        func value(_ column: ParticleLayout.Column) -> Double { Double(columns[column][index]) }
        return SpatialParticle(
          x: value(.x), y: value(.y), z: value(.order), radius: value(.axisXx),
          blur: columns.layout.hasBlur ? value(.blur) : 0, alpha: value(.alpha))
      }
    }
  }
}
