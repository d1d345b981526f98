import Glibc
import Raster
import Rendering
import Testing

@Suite struct FrameQueueTests {
  private func makeQueue(capacity: Int) -> FrameQueue {
    FrameQueue(capacity: capacity) { PixelBuffer(format: .rgb24, width: 2, height: 2) }
  }

  @Test("Frames come out in the order in which they went in")
  func keepsOrder() throws {
    let queue = makeQueue(capacity: 3)
    for frame in 0..<3 {
      let pixels = try #require(queue.takeFree())
      queue.put(FrameQueue.Item(frame: frame, pixels: pixels, statistics: FrameStatistics()))
    }
    queue.close()
    #expect([0, 1, 2] == (0..<3).compactMap { _ in queue.takeFilled()?.frame })
    #expect(queue.takeFilled() == nil)
  }

  @Test("A closed queue gives no free frame, so a drawer that waits for one stops")
  func closingWakesTheDrawer() throws {
    let queue = makeQueue(capacity: 1)
    _ = try #require(queue.takeFree())
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
    #expect(queue.takeFree() == nil)
    pthread_join(thread, nil)
  }
}
