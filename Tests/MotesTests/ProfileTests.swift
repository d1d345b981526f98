import Motes
import Synchronization
import TestSupport
import Testing

/// Where the time of a run goes, and that measuring it changes no frame.
@Suite struct ProfileTests {
  static let text = """
    {
      "canvas": { "width": 320, "height": 180, "frameRate": 30, "duration": 1, "seed": 3 },
      "layers": [
        { "name": "ground", "gradient": { "type": "linear", "stops": ["#102040", "#402010"] } },
        { "name": "lights", "group": [
          { "emitter": { "shape": "rectangle", "position": ["50%", "50%"], "size": ["100%", "100%"], "mode": "surface",
              "cells": [{ "burst": 100, "lifetime": 9, "sprite": { "type": "disc", "size": 20 } }] } } ] }
      ],
      "post": { "bloom": { "threshold": 0.5, "radius": 8, "strength": 0.5 } }
    }
    """

  /// A clock that is one second later every time it is read.
  final class SteppingClock: Sendable {
    private let readings = Atomic<Int>(0)
    var now: Double { Double(readings.wrappingAdd(1, ordering: .relaxed).newValue) }
  }

  private func scene() throws -> Scene { try Preset.load(text: Array(Self.text.utf8), named: "test.json").scene }

  @Test("Every stage takes time") func everyStageTakesTime() throws {
    let clock = SteppingClock()
    let renderer = try Renderer(checkedScene: scene(), threads: 1, clock: { clock.now })
    renderer.render(frames: 0...4) { _ in true }
    let profile = try #require(renderer.profile)
    #expect(profile.stages.map(\.name) == ["evaluate", "bin", "draw", "draw", "draw", "filter", "convert"])
    #expect(profile.stages.compactMap(\.layer) == ["ground", "lights", "lights/layer 1"])
    #expect(profile.stages.allSatisfy { $0.seconds > 0 })
    let sum = profile.stages.reduce(0) { $0 + $1.seconds }
    #expect(sum <= profile.drawingSeconds && profile.idleSeconds == profile.drawingSeconds - sum)
    #expect(profile.frames == 5 && profile.threads == 1)
    #expect(profile.meanParticles == 100 && profile.maximumParticles == 100)
    // 100 discs of radius 10, less what lies outside.
    let maximum = 100 * Double.pi * 100 / (320 * 180)
    #expect(
      profile.overdrawEstimate > 0.8 * maximum && profile.overdrawEstimate <= maximum, "\(profile.overdrawEstimate)")
    #expect(profile.framesPerSecond.slowest <= profile.framesPerSecond.average)
  }

  @Test("Overdraw counts what a lens adds") func overdrawCountsTheLens() throws {
    func overdraw(aperture: AnimatedNumber) throws -> Double {
      var cell = Cell(name: "c", cellPath: 1, sprites: [Sprite(.square, width: 8, height: 8)])
      cell.burst = 10
      cell.lifetime = 9
      var emitter = Emitter(position: AnimatedPoint(160, 90), cells: [cell])
      emitter.depth = 1
      var canvas = Canvas(width: 320, height: 180)
      canvas.camera = Camera(distance: 1000, center: AnimatedPoint(160, 90), focus: 500, aperture: aperture)
      let clock = SteppingClock()
      let renderer = try Renderer(
        checkedScene: Scene(canvas: canvas, layers: [Layer(name: "l", path: 1, source: .emitter(emitter))]), threads: 1,
        clock: { clock.now })
      renderer.render(frames: 1...1) { _ in true }
      return try #require(renderer.profile).overdrawEstimate * 320 * 180
    }
    #expect(try abs(overdraw(aperture: 0) / (10 * 64) - 1) < 0.01)
    // The lens spreads a point in the canvas's plane by 16 ÷ 2 · 500 ÷ 1000 · 1000 ÷ 500 = 8 pixels to each side, so that a square of 8 pixels
    // covers 24.
    #expect(try abs(overdraw(aperture: 16) / (10 * 24 * 24) - 1) < 0.01)
  }

  @Test("If stages are not timed, only the consumer's share is known") func consumerAloneIsTimed() throws {
    let clock = SteppingClock()
    let renderer = try Renderer(checkedScene: scene(), threads: 1, clock: { clock.now }, timesStages: false)
    renderer.render(frames: 0...4) { _ in true }
    #expect(renderer.profile == nil)
    // The clock is read once before the first frame and three times for each, in which one second is the consumer's. The last reading
    // no longer counts: 5 of 14 seconds.
    #expect(renderer.encodingShare == 5.0 / 14)
    #expect(try Renderer(checkedScene: scene()).encodingShare == nil)
  }

  @Test("Taking times changes no frame", arguments: [1, 2, 3]) func takingTimesChangesNoFrame(threads: Int) throws {
    func hashes(clock: (@Sendable () -> Double)?) throws -> [String] {
      let hasher = FrameHasher()
      var hashes: [String] = []
      try Renderer(checkedScene: scene(), threads: threads, clock: clock).render(frames: 0...4) { frame in
        hashes.append(hasher.hash(frame.pixels))
        return true
      }
      return hashes
    }
    let clock = SteppingClock()
    #expect(try hashes(clock: { clock.now }) == hashes(clock: nil))
  }

  @Test("Without a clock there is no profile") func withoutAClockNothingIsKnown() throws {
    let renderer = try Renderer(scene: scene())
    renderer.render(frames: 0...1) { _ in true }
    #expect(renderer.profile == nil)
  }

  @Test("The slowest hundredth is the mean of the longest intervals") func rateOfTheSlowestHundredth() throws {
    // 201 frames have 200 intervals, of which the two longest count. The clock is read by the consumer's side as well as
    // by the drawing thread, so a fixed frame time comes from a slow consumer on a clock of its own.
    let milliseconds = Atomic<Int>(0)
    let renderer = try Renderer(
      checkedScene: scene(), threads: 1, clock: { Double(milliseconds.load(ordering: .relaxed)) / 1000 })
    renderer.render(frames: 0...200) { frame in
      let frameMilliseconds = [50: 40, 100: 60][frame.number] ?? 10
      milliseconds.wrappingAdd(frameMilliseconds, ordering: .relaxed)
      return true
    }
    let rates = try #require(renderer.profile).framesPerSecond
    #expect(abs(rates.slowest - 1 / 0.06) < 1e-6)
    #expect(abs(rates.averageOfSlowestHundredth - 2 / 0.1) < 1e-6)
    #expect(abs(rates.average - 201 / 2.09) < 1e-6)
  }
}
