import Colorimetry
import Model
import Simulation
import Testing

/// A ribbon as the rasteriser receives it.
private struct EvaluatedRibbon: Equatable {
  var light: SIMD4<Float>
  var x: [Float] = []
  var y: [Float] = []
  var halfWidth: [Float] = []
  var gain: [Float] = []
  var tints: [[Float]] = []
}

extension EmitterProgram {
  /// Returns the ribbons of each cell at a local time, in drawing order.
  fileprivate func ribbons(at localTime: Double, caches: StateCaches? = nil) -> [[EvaluatedRibbon]] {
    let output = makeOutput()
    let scratch = EvaluationScratch()
    var chunks: [ParticleChunk] = []
    self.chunks(at: localTime, into: &chunks)
    var result = [[EvaluatedRibbon]](repeating: [], count: cells.count)
    caches?.begin(chunks)
    for (index, chunk) in chunks.enumerated() {
      evaluate(chunk, at: localTime, into: output, scratch: scratch, stateCache: caches?.handle(ofChunk: index))
      for (cell, ribbons) in output.ribbons.enumerated() {
        guard let layout = cells[cell].trail?.layout else { continue }
        for number in 0..<ribbons.count {
          let record = ribbons.floats.base + number * layout.recordStride
          let count = Int(record[RibbonLayout.pointCountIndex])
          func plane(_ plane: Int) -> [Float] {
            (0..<count).map { record[RibbonLayout.headerFloatCount + plane * layout.planeStride + $0] }
          }
          result[cell].append(
            EvaluatedRibbon(
              light: SIMD4(
                record[RibbonLayout.lightIndex], record[RibbonLayout.lightIndex + 1],
                record[RibbonLayout.lightIndex + 2], record[RibbonLayout.lightIndex + 3]),
              x: plane(RibbonLayout.Plane.x), y: plane(RibbonLayout.Plane.y),
              halfWidth: plane(RibbonLayout.Plane.halfWidth), gain: plane(RibbonLayout.Plane.gain),
              tints: layout.isColored ? (RibbonLayout.Plane.redGain...RibbonLayout.Plane.blueGain).map(plane) : []))
        }
      }
    }
    return result
  }
}

@Suite struct TrailTests {
  private func moving(_ change: (inout Cell) -> Void = { _ in }) -> Cell {
    Stage.cell {
      $0.velocity = 300
      $0.emissionLongitude = -60
      $0.yAcceleration = 180
      $0.drag = 0.8
      $0.wind = AnimatedPoint(-40, 0)
      $0.swayAmplitude = AnimatedPoint(9, 4)
      $0.swayFrequency = AnimatedPoint(1, 2)
      $0.trail = Trail(duration: 0.5, width: 6)
      change(&$0)
    }
  }

  /// A trail's first point is the sprite's place now; its last point is the place 0.5 s ago.
  @Test("A trail follows the particle's past", arguments: [false, true])
  func aTrailFollowsTheParticlesPast(isStepped: Bool) {
    let cell = moving {
      if isStepped {
        $0.forces = [
          .attractor(Force.Attractor().with { ($0.position, $0.stiffness) = (AnimatedPoint(1_050, 900), 9) })
        ]
        $0.step = 1.0 / 97
      }
    }
    let program = SmallStage.program([cell])
    let ribbons = program.ribbons(at: 1.85)[0]
    let now = program.particles(at: 1.85)[0]
    let then = program.particles(at: 1.35)[0]
    #expect(ribbons.count == 18)
    for (index, ribbon) in ribbons.enumerated() {
      #expect(abs(ribbon.x[0] - now[index].x) < 0.01)
      #expect(abs(ribbon.y[0] - now[index].y) < 0.01)
      #expect(ribbon.gain[0] == 1)
      #expect(ribbon.halfWidth[0] == 3)
      // Trails of particles younger than that begin at their births.
      let end = index < then.count ? (then[index].x, then[index].y) : nil
      if let end {
        #expect(abs(ribbon.x[ribbon.x.count - 1] - end.0) < 0.01)
        #expect(abs(ribbon.y[ribbon.y.count - 1] - end.1) < 0.01)
      }
      #expect(abs(ribbon.gain[ribbon.gain.count - 1]) < 1e-3)
    }
  }

  /// Every point of a ribbon, interpolated points included, is close to a place where the sprite was.
  @Test("All points lie on the trajectory", arguments: [false, true])
  func allPointsLieOnTheTrajectory(isStepped: Bool) {
    let cell = moving {
      $0.birthRate = 0
      $0.burst = 1
      $0.trail = Trail(duration: 0.9, segments: 12)
      if isStepped {
        $0.forces = [
          .vortex(Force.Vortex().with { ($0.position, $0.strength, $0.pull) = (AnimatedPoint(1_050, 900), 900, 300) })
        ]
      }
    }
    let program = SmallStage.program([cell])
    let ribbon = program.ribbons(at: 1.5)[0][0]
    let trajectory = (0...2_000).map { program.particles(at: 0.6 + 0.9 * Double($0) / 2_000)[0][0] }
    #expect(ribbon.x.count > 14)
    var worst: Float = 0
    for (x, y) in zip(ribbon.x, ribbon.y) {
      let nearest = trajectory.map { ($0.x - x) * ($0.x - x) + ($0.y - y) * ($0.y - y) }.min()
      worst = max(worst, nearest?.squareRoot() ?? .infinity)
    }
    #expect(worst < 0.6)
  }

  @Test("Trails linger after death") func trailsLingerAfterDeath() {
    func ribbons(_ linger: Bool, at time: Double) -> [EvaluatedRibbon] {
      let cell = moving {
        $0.birthRate = 0
        $0.burst = 1
        $0.trail = Trail(duration: 0.5, taper: 1, lingers: linger)
      }
      return SmallStage.program([cell]).ribbons(at: time)[0]
    }
    #expect(ribbons(false, at: 1.99).count == 1)
    #expect(ribbons(false, at: 2.01).isEmpty)
    let alive = ribbons(true, at: 1.99)[0]
    let dead = ribbons(true, at: 2.25)[0]
    #expect(abs(dead.x[0] - alive.x[0]) < 3)
    #expect(abs(dead.gain[0] - 0.5) < 1e-3)
    #expect(ribbons(true, at: 2.49).count == 1)
    #expect(ribbons(true, at: 2.51).isEmpty)
  }

  @Test("Widths and gains follow their curves") func widthsAndGainsFollowTheirCurves() {
    let cell = Stage.cell {
      $0.velocity = 1_000
      $0.birthRate = 0
      $0.burst = 1
      $0.scale = 2
      $0.color = .constant(LinearColor(red: 1, green: 0.5, blue: 0.25, alpha: 0.5))
      $0.trail = Trail(
        duration: 0.8, width: 10, taper: 0.5, widthOverLength: [NumberStop(0, 1), NumberStop(1, 0.5)],
        colorOverLength: [ColorStop(0, .white), ColorStop(1, LinearColor(red: 0, green: 1, blue: 0, alpha: 0.5))],
        segments: 8)
    }
    let ribbon = SmallStage.program([cell]).ribbons(at: 1)[0][0]
    #expect(ribbon.light == SIMD4(0.5, 0.25, 0.125, 0.5))
    // Points between which width and colour change linearly are left out.
    let last = ribbon.x.count - 1
    #expect(last >= 2 && last < 8)
    func value(_ plane: [Float], at share: Float) -> Float {
      let x = ribbon.x[0] + (ribbon.x[last] - ribbon.x[0]) * share
      let next = ribbon.x.indices.dropFirst().first { ribbon.x[$0] <= x } ?? last
      let segmentShare = (x - ribbon.x[next - 1]) / (ribbon.x[next] - ribbon.x[next - 1])
      return plane[next - 1] + (plane[next] - plane[next - 1]) * segmentShare
    }
    for share in [0, 0.25, 0.5, 0.9, 1] as [Float] {
      // Width 10 at scale 2 is a half width of 10; the taper and the curve each halve it towards the end.
      let taperedHalfWidth = 10 * (1 - share / 2)
      #expect(abs(value(ribbon.halfWidth, at: share) - taperedHalfWidth * (1 - share / 2)) < 0.15)
      #expect(abs(value(ribbon.gain, at: share) - (1 - share / 2)) < 0.01)
      #expect(abs(value(ribbon.tints[0], at: share) - (1 - share)) < 0.01)
    }
    #expect(ribbon.tints.map { $0[0] } == [1, 1, 1])
    #expect(zip(ribbon.tints.map { $0[last] }, [0, 0.5, 0]).allSatisfy { abs($0 - $1) < 1e-5 })
  }

  /// Parents and children with trails, some of which bounce, wrap or die at a border.
  private var tree: Cell {
    Stage.cell {
      $0.birthRate = 17.3
      $0.birthJitter = 0.7
      $0.lifetime = 1.7
      $0.lifetimeRange = 0.8
      $0.velocity = 700
      $0.velocityRange = 300
      $0.emissionRange = 360
      $0.forces = SteppedTests.forces()
      $0.bounds = [
        Boundary(.edges(.horizontal, inset: 700), .wrap), Boundary(.floor(y: 1_200), .bounce, restitution: 0.8),
      ]
      $0.trail = Trail(duration: 0.37, taper: 0.4)
      $0.cells = [
        Stage.cell("spark", path: 12) {
          $0.birthRate = 9
          $0.lifetime = 0.6
          $0.velocity = 120
          $0.emissionRange = 360
          $0.yAcceleration = 300
          $0.forces = SteppedTests.forces()
          $0.bounds = [Boundary(.floor(y: 1_210), .kill)]
          $0.trail = Trail(duration: 0.2, segments: 7)
        },
        Stage.cell("dust", path: 13) {
          $0.when = .death
          $0.birthRate = 0
          $0.burst = 3
          $0.velocity = 90
          $0.emissionRange = 360
          $0.lifetime = 0.4
          $0.trail = Trail(duration: 0.3)
        },
      ]
    }
  }

  @Test("Frames are the same in any order") func framesAreTheSameInAnyOrder() {
    for capacity in [4, 40, EmitterProgram.chunkCapacity] {
      let program = SmallStage.program([tree], shape: .rectangle, chunkCapacity: capacity)
      let caches = StateCaches(program: program)
      var times = (0..<90).map { Double($0) / 30 } + (0..<30).map { 3 - Double($0) / 15 }
      times += (0..<40).map { Double($0 * 17 % 40) / 10 } + [9, 0.4, 8.99]
      for time in times {
        let found = program.ribbons(at: time, caches: caches)
        #expect(found == program.ribbons(at: time), "at \(time) in chunks of \(capacity)")
      }
    }
    let found = SmallStage.program([tree]).ribbons(at: 3)
    #expect(found.allSatisfy { $0.count > 5 })
  }

  @Test("Loops repeat exactly") func loopsRepeatExactly() {
    let program = SmallStage.program([tree], canvas: SmallStage.canvas(loops: Rational(2)))
    #expect(program.ribbons(at: 0)[0].count > 20)
    let caches = StateCaches(program: program)
    for frame in 0..<60 {
      let time = Double(frame % 20) / 10
      #expect(program.ribbons(at: time, caches: caches) == program.ribbons(at: time))
    }
  }

  /// A particle that wraps to the other side leaves two ribbons instead of one across the frame.
  @Test("Wrapping cuts the ribbon") func wrappingCutsTheRibbon() {
    let cell = Stage.cell {
      $0.birthRate = 0
      $0.burst = 1
      $0.velocity = 500
      $0.bounds = [Boundary(.edges(.horizontal, inset: 900), .wrap)]
      $0.trail = Trail(duration: 0.3)
    }
    let found = SmallStage.program([cell]).ribbons(at: 0.35)[0]
    #expect(found.count == 2)
    #expect(found.allSatisfy { ($0.x.max() ?? 0) - ($0.x.min() ?? 0) <= 200 })
  }

  /// The trail of a particle that a border kills stops at the border, and then fades as usual.
  @Test("A border ends the trail") func aBorderEndsTheTrail() {
    let cell = Stage.cell {
      $0.birthRate = 0
      $0.burst = 1
      $0.velocity = 500
      $0.bounds = [Boundary(.line(from: PlanePoint(1_200, 0), to: PlanePoint(1_200, 2_000)), .kill)]
      $0.trail = Trail(duration: 0.3, taper: 1)
    }
    let program = SmallStage.program([cell])
    let found = program.ribbons(at: 0.55)[0]
    #expect(found.count == 1)
    #expect(abs((found.first?.x[0] ?? 0) - 1_200) < 0.1)
    #expect(abs((found.first?.gain[0] ?? 0) - 0.5) < 0.01)
    #expect(program.ribbons(at: 0.69)[0].count == 1)
    #expect(program.ribbons(at: 0.71)[0].isEmpty)
  }
}
