import Glibc
import Hashing
import Model
import Raster
import Rendering
import Testing

@Suite struct FrameQueueTests {
  private func makeQueue(frames: ClosedRange<Int>, step: Int = 1, capacity: Int) -> FrameQueue {
    FrameQueue(frames: FrameSequence(frames, step: step), capacity: capacity) {
      PixelBuffer(format: .rgb24, width: 2, height: 2)
    }
  }

  @Test("Frames are given out and come out in order, whichever is finished first, and none follow the last")
  func keepsOrder() throws {
    let queue = makeQueue(frames: 7...9, capacity: 3)
    let slots = try (0..<3).map { _ in try #require(queue.takeFrameToDraw()) }
    #expect(slots.map(\.frame) == [7, 8, 9])
    #expect(queue.takeFrameToDraw() == nil)
    for (frame, pixels) in [slots[1], slots[2], slots[0]] {
      queue.put(FrameQueue.Item(frame: frame, pixels: pixels, statistics: FrameStatistics()))
    }
    #expect((0..<3).compactMap { _ in queue.takeFinishedFrame()?.frame } == [7, 8, 9])
    #expect(queue.takeFinishedFrame() == nil)
  }

  @Test("With a step of three only every third frame is given out and waited for")
  func keepsSteps() throws {
    let queue = makeQueue(frames: 1...9, step: 3, capacity: 4)
    let slots = try (0..<3).map { _ in try #require(queue.takeFrameToDraw()) }
    #expect(slots.map(\.frame) == [1, 4, 7])
    #expect(queue.takeFrameToDraw() == nil)
    for (frame, pixels) in slots.reversed() {
      queue.put(FrameQueue.Item(frame: frame, pixels: pixels, statistics: FrameStatistics()))
    }
    #expect((0..<3).compactMap { _ in queue.takeFinishedFrame()?.frame } == [1, 4, 7])
    #expect(queue.takeFinishedFrame() == nil)
  }

  @Test("A closed queue gives the frames that are finished in order up to the first gap, and no more")
  func closingEndsTheFrames() throws {
    let queue = makeQueue(frames: 0...9, capacity: 3)
    let slots = try (0..<3).map { _ in try #require(queue.takeFrameToDraw()) }
    for (frame, pixels) in [slots[0], slots[2]] {
      queue.put(FrameQueue.Item(frame: frame, pixels: pixels, statistics: FrameStatistics()))
    }
    queue.close()
    #expect(queue.takeFinishedFrame()?.frame == 0)
    #expect(queue.takeFinishedFrame() == nil)
    #expect(queue.takeFrameToDraw() == nil)
  }

  @Test("Several renderers that share the frames of a run give the same frames as one renderer", arguments: [1, 2, 3])
  func renderersSideBySide(count: Int) {
    let plan = RenderPlan(scene: BackdropTests.scene(blending: .linear, bloom: true))
    func hashes(_ renderers: [FrameRenderer]) -> [String] {
      let producer = FrameProducer(renderers: renderers, frames: FrameSequence(3...20))
      var hashes: [String] = []
      while let item = producer.queue.takeFinishedFrame() {
        hashes.append("\(item.frame) \(FrameHasher().hash(item.pixels))")
        producer.queue.giveBack(item.pixels)
      }
      return hashes
    }
    let one = FrameRenderer(plan: plan, format: .yuv420p, threadCount: 1)
    let pixels = one.makeBuffer()
    let expected = (3...20).map { frame in
      one.render(at: plan.scene.canvas.time(ofFrame: frame), into: pixels)
      return "\(frame) \(FrameHasher().hash(pixels))"
    }
    #expect(
      hashes((0..<count).map { FrameRenderer(plan: plan, format: .yuv420p, threadCount: 1 + $0 % 2) }) == expected)
  }

  @Test("A closed queue gives no free buffer, so a thread that waits for one stops")
  func closingWakesTheDrawer() throws {
    let queue = makeQueue(frames: 0...1, capacity: 1)
    _ = try #require(queue.takeFrameToDraw())
    let box = Unmanaged.passRetained(queue)
    var thread = pthread_t()
    pthread_create(
      &thread, nil,
      { argument in
        guard let argument else { return nil }
        usleep(20_000)
        Unmanaged<FrameQueue>.fromOpaque(argument).takeRetainedValue().close()
        return nil
      }, box.toOpaque())
    #expect(queue.takeFrameToDraw() == nil)
    pthread_join(thread, nil)
  }
}
