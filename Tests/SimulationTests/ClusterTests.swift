import Foundation
import Model
import Simulation
import Testing

/// Births in clusters.
@Suite struct ClusterTests {
  private static func cell(_ change: (inout Cell) -> Void = { _ in }) -> Cell {
    Stage.cell {
      $0.birthRate = 0
      $0.burst = 400
      $0.cluster = Cluster(size: 20, spread: 5)
      change(&$0)
    }
  }

  private static func program(_ cell: Cell, chunkCapacity: Int = EmitterProgram.chunkCapacity) -> EmitterProgram {
    var emitter = Stage.emitter([cell], shape: .rectangle)
    emitter.position = AnimatedPoint(1000, 1000)
    emitter.size = AnimatedPoint(1000, 600)
    return Stage.program(emitter, chunkCapacity: chunkCapacity)
  }

  private static func clusters(_ particles: [EvaluatedParticle], size: Int = 20) -> [ArraySlice<EvaluatedParticle>] {
    stride(from: 0, to: particles.count, by: size).map { particles[$0..<min($0 + size, particles.count)] }
  }

  private static func extent(_ values: some Sequence<Float>) -> Float {
    let sorted = values.sorted()
    return sorted[sorted.count - 1] - sorted[0]
  }

  @Test("The particles of a cluster are within its spread, and clusters are all over the shape")
  func places() {
    let particles = Self.program(Self.cell()).particles(at: 0)[0]
    let clusters = Self.clusters(particles)
    #expect(particles.count == 400 && clusters.count == 20)
    for cluster in clusters {
      let (width, height) = (Self.extent(cluster.map(\.x)), Self.extent(cluster.map(\.y)))
      #expect(width > 3 && width <= 10 && height > 3 && height <= 10)
    }
    #expect(Self.extent(clusters.map { $0.first?.x ?? 0 }) > 600)
    #expect(Self.extent(clusters.map { $0.first?.y ?? 0 }) > 360)
  }

  @Test("Places of clusters are uniform on the shape, and of particles normal about them")
  func distributions() {
    let single = Self.cell {
      $0.burst = AnimatedNumber(Double(sampleCount))
      $0.cluster = Cluster(size: 1, spread: 0)
    }
    let places = Self.program(single).particles(at: 0)[0]
    expectUniform(places.map { (Double($0.x) - 500) / 1000 }, "x")
    expectUniform(places.map { (Double($0.y) - 700) / 600 }, "y")
    let whole = Self.cell {
      $0.burst = AnimatedNumber(Double(sampleCount))
      $0.cluster = Cluster(size: sampleCount, spread: 300)
    }
    var emitter = Stage.emitter([whole])
    emitter.position = AnimatedPoint(1000, 1000)
    func share(_ value: Float) -> Double {
      0.5 + erf((Double(value) - 1000) / 100 / 2.0.squareRoot()) / (2 * erf(3 / 2.0.squareRoot()))
    }
    let members = Stage.program(emitter).particles(at: 0)[0]
    expectUniform(members.map { share($0.x) }, "x in a cluster")
    expectUniform(members.map { share($0.y) }, "y in a cluster")
  }

  @Test("Clusters do not depend on how births are divided into chunks, nor on the frame")
  func chunks() {
    let cell = Self.cell {
      $0.burst = 0
      $0.birthRate = 100
      $0.lifetime = 1
      $0.cluster = Cluster(size: 7, spread: 5)
      $0.shared = [.scale]
      $0.scaleRange = 1
    }
    for time in [0.8, 3.3] {
      let whole = Self.program(cell).particles(at: time)[0]
      #expect(whole.count > 70)
      #expect(Self.program(cell, chunkCapacity: 24).particles(at: time)[0] == whole)
    }
    // A particle that still lives has not moved to another cluster.
    let program = Self.program(cell)
    let early = program.particles(at: 3)[0]
    let late = program.particles(at: 3.5)[0]
    #expect(late.prefix(50).map(\.x) == early.suffix(50).map(\.x))
    // The sizes are those of the clusters: seven births each.
    #expect((13...16).contains(Set(late.map(\.axisXx)).count))
  }

  @Test("What is shared is the same in a cluster, and differs between clusters")
  func shared() {
    let cell = Self.cell {
      $0.velocity = 100
      $0.velocityRange = 100
      $0.emissionRange = 360
      $0.shared = [.velocity, .direction]
    }
    let program = Self.program(cell)
    let moves = zip(program.particles(at: 0)[0], program.particles(at: 1)[0]).map { ($1.x - $0.x, $1.y - $0.y) }
    for first in stride(from: 0, to: 400, by: 20) {
      let cluster = moves[first..<first + 20]
      #expect(Self.extent(cluster.map(\.0)) < 0.01 && Self.extent(cluster.map(\.1)) < 0.01)
    }
    #expect(Self.extent(moves.map(\.0)) > 100)
  }
}
