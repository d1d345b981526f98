import AllocationCounter
import Raster
import Rendering
import Testing

/// A frame like those before it takes nothing from the heap.
@Suite(.enabled(if: allocation_tests_are_wanted())) struct FrameAllocationTests {
  @Test("This build can count allocations") func thisBuildCanCount() { #expect(allocation_counter_works()) }

  /// Returns how many heap blocks the calling thread allocates for 20 frames that it has drawn before.
  ///
  /// Which thread does which task is left to chance, and a thread allocates when it does more of something than ever before. So the
  /// 20 frames are drawn again and again, until the number is within the expected maximum, and the smallest number counts.
  private func allocatedBlocks(
    _ preset: String, _ format: PixelFormat, threads: Int, expectedMaximum: Int64 = 0
  ) throws -> Int64 {
    let scene = try shippedScene(preset)
    let renderer = FrameRenderer(plan: RenderPlan(scene: scene), format: format, threadCount: threads)
    let pixels = renderer.makeBuffer()
    func draw() -> Int64 {
      let before = allocation_count()
      for frame in 300..<320 { renderer.render(at: scene.canvas.time(ofFrame: frame), into: pixels) }
      return allocation_count() - before
    }
    _ = draw()
    var least = draw()
    for _ in 0..<20 where least > expectedMaximum { least = min(least, draw()) }
    return least
  }

  @Test(
    "Steady frames take nothing from the heap",
    arguments: ["classic/snow", "classic/confetti", "classic/fireworks", "classic/meteors", "starfield"], [1, 2])
  func presets(name: String, threads: Int) throws {
    for format in [PixelFormat.yuv420p, .yuv444p10, .rgb24, .rgba, .floatPlanes] {
      #expect(try allocatedBlocks(name, format, threads: threads) == 0, "\(format)")
    }
  }

  /// Hearts, leaves and petals are outlines, filled by the area that their edges cover. Trails are collected ribbon by ribbon. Particles
  /// in space are sorted by depth, and blurred by a lens.
  @Test(
    "Frames of outlines, trails and spaces take nothing from the heap",
    arguments: [
      "hearts", "../Tests/Golden/sprites/petals and leaves tumble.json",
      "../Tests/Golden/sprites/paper and ribbons tumble.json",
      "../Tests/Golden/trails/soft trails taper and fade along the past.json",
      "../Tests/Golden/space/what is far lies at the back.json",
      "../Tests/Golden/space/a lens puts what is near and far out of focus.json",
    ])
  func outlines(name: String) throws {
    for format in [PixelFormat.yuv420p, .rgb24] {
      #expect(try allocatedBlocks(name, format, threads: 1) == 0, "\(name), \(format)")
    }
  }

  /// Lamps that change are laid out anew for each emitter that they light, in a few lists; so are the light of
  /// layers and the views of a moving camera.
  @Test(
    "Frames of particles under lamps that change take little",
    arguments: [
      ("snow", 50), ("rain", 56), ("fireworks", 64), ("meteors", 36), ("galaxy", 24), ("sakura", 50), ("leaves", 50),
    ])
  func lamps(name: String, maximum: Int64) throws {
    let blocks = try allocatedBlocks(name, .yuv420p, threads: 1, expectedMaximum: 20 * maximum)
    #expect(blocks <= 20 * maximum, "\(blocks) in 20 frames")
  }

  /// Stops that move are laid out anew for each frame, in a few lists.
  @Test("Frames of gradients whose stops move take little", arguments: ["stops move", "conic gradients turn"])
  func gradients(name: String) throws {
    let blocks = try allocatedBlocks(
      "../Tests/Golden/gradients/\(name).json", .yuv420p, threads: 1, expectedMaximum: 20 * 8)
    #expect(blocks <= 20 * 8, "\(blocks) in 20 frames")
  }

  /// Their shaders keep their memory; only moving outlines allocate a few lists for each frame.
  @Test(
    "Frames of moving fields, patterns, blobs and balls take next to nothing",
    arguments: [
      "aurora", "nebula", "caustics", "plasma", "silk", "light-rays", "starfield", "blob", "lava-lamp",
      "../Tests/Golden/water/drops on a bottom seen from above, with a net of light and glints.json",
      "orbits", "globe", "angular-glow", "neon-border",
    ])
  func fields(name: String) throws {
    let blocks = try allocatedBlocks(name, .yuv420p, threads: 1, expectedMaximum: 20 * 24)
    #expect(blocks <= 20 * 24, "\(blocks) in 20 frames")
  }

  /// The lights are read into a few lists; what is drawn small for its shadow has tiles of its own.
  @Test("Frames of shafts whose lamp and casters move take little") func shafts() throws {
    let blocks = try allocatedBlocks(
      "../Tests/Golden/light/a lamp passes behind letters, which cut its light into shafts.json", .yuv420p, threads: 1,
      expectedMaximum: 20 * 24)
    #expect(blocks <= 20 * 24, "\(blocks) in 20 frames")
  }

  /// One heap block for each layer whose paint moves (`waveform` has 61 of them), and two if its gradient turns.
  @Test(
    "Frames of moving shapes, morphs and meshes take little",
    arguments: [
      ("morph-shapes", 40), ("progress-ring", 30), ("beam-border", 8), ("waveform", 70), ("line-chart", 20),
      ("classic/spinner", 20), ("mesh", 8), ("retro-grid", 16),
      ("../Tests/Golden/mesh/a corner folds over the rim and the middle.json", 8),
    ])
  func shapes(name: String, maximum: Int64) throws {
    let blocks = try allocatedBlocks(name, .yuv420p, threads: 1, expectedMaximum: 20 * maximum)
    #expect(blocks <= 20 * maximum, "\(blocks) in 20 frames, \(blocks / 20) in one")
  }

  /// Rings come and go: each frame makes new lists of rings, and each tile a list of the rings that reach it.
  @Test("Frames of ripples take little") func ripples() throws {
    let blocks = try allocatedBlocks("ripples", .yuv420p, threads: 1, expectedMaximum: 20 * 200)
    #expect(blocks <= 20 * 200, "\(blocks) in 20 frames")
  }
}
