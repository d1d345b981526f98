import Lanes
import Model
import Raster
import Shading
import Synchronization

final class Counter: Sendable {
  let gathers = Atomic<Int>(0)
}

/// Wraps the product's filter and counts the tiles that it gathers. It hides that the filter only adds light, so that this gets a pass of its own.
final class CountingFilter: NeighborhoodFilter {
  private let filter: any NeighborhoodFilter
  private let count: Counter

  init?(_ filter: Filter, _ canvas: Canvas, _ input: PixelRect, _ count: Counter) {
    guard let filter = filter.makeFilter(canvas: canvas, input: input) as? any NeighborhoodFilter else { return nil }
    self.filter = filter
    self.count = count
  }

  var contentVersion: Int? { filter.contentVersion }
  var canReuseGatheredInput: Bool { filter.canReuseGatheredInput }
  var taskCounts: [Int] { filter.taskCounts }

  func update(at clock: AnimationClock) { filter.update(at: clock) }

  func gather(from tile: Tile, region: PixelRect, scratch: AlignedBuffer<Float>) {
    count.gathers.add(1, ordering: .relaxed)
    filter.gather(from: tile, region: region, scratch: scratch)
  }

  func perform(pass: Int, task: Int, scratch: AlignedBuffer<Float>) {
    filter.perform(pass: pass, task: task, scratch: scratch)
  }

  func finish(_ tile: Tile, scratch: AlignedBuffer<Float>) { filter.finish(tile, scratch: scratch) }
}
