import Lanes
import Model
import Raster

/// A filter of one layer, group or canvas.
///
/// `update` is called once a frame, by one thread; until the next call any number of threads work on tiles. A pixel depends on
/// the frame's time and on the filter's input alone, never on how the frame is cut into tiles or tasks.
package protocol LayerFilter: AnyObject, Sendable {
  /// Evaluates the animated values.
  func update(at clock: AnimationClock)

  /// Content version: equal versions give equal outputs for equal inputs; nil means that the output may differ each time.
  var contentVersion: Int? { get }
}

/// A filter whose pixels depend on neighbouring pixels. All tiles of its input are gathered first; then its passes run in memory
/// of its own; then any tile of the result can be asked for.
package protocol NeighborhoodFilter: LayerFilter {
  /// Whether `finish` reads the input's pixels. If false, `finish` writes every pixel of the tile, and the input need not be stored.

  /// Whether what `gather` collects depends on the input alone and stays until the next `gather`: an input that has not changed need not be
  /// gathered again.
  var canReuseGatheredInput: Bool { get }

  /// Tells that the input and the result are transparent outside of `box`, in this frame and in the previous one: there the filter's memory
  /// is zero already, and nothing has to be gathered or computed. Called after `update` and before the first `gather`.
  func limitWork(to box: PixelRect)

  /// Collects what the passes need from a tile of the input, inside `region`. Called once for each tile, in any order; tiles outside of the
  /// box of `limitWork` may be left out.
  func gather(from tile: Tile, region: PixelRect, scratch: AlignedBuffer<Float>)

  /// Tells that the input is about to be gathered, so that nothing is left of what passes made of the input of earlier frames.
  func beginGathering()

  /// The number of tasks of each pass between the last `gather` and the first `finish`.
  var taskCounts: [Int] { get }

  /// Performs a task of a pass, after all previous passes. The tasks of a pass run in any order on any threads.
  func perform(pass: Int, task: Int, scratch: AlignedBuffer<Float>)

  /// Tells that all passes of the frame are done.
  func endPasses()

  /// Writes the result to a tile: every pixel of it, unless the tile holds the input (`FilterDefinition.readsInputInFinish`).
  func finish(_ tile: Tile, scratch: AlignedBuffer<Float>)

  /// The result as light to be added to the input during output conversion; nil where the filter has no such form. With it, the last filter
  /// of the canvas needs no pass over the tile.
  var addedBloom: AddedBloom? { get }
}

/// A filter that works only inside of the box outside of which its input is transparent, and knows such a box for its result.
package protocol BoundedFilter: NeighborhoodFilter {
  /// Sets the box outside of which the input is transparent in this frame. Called before `update`.
  func setContent(_ box: PixelRect)

  /// The pixels of the input that have to be gathered, according to the last `setContent`.
  var gatheredBox: PixelRect { get }

  /// The box outside of which the result is transparent, in pixels of the frame; nil if no such box is known.
  var resultBox: PixelRect? { get }
}

/// A filter that reads a layer besides its input (`FilterDefinition.map`, `FilterDefinition.readsLayer`).
package protocol MappedFilter: NeighborhoodFilter {
  /// Tells that the map is about to be gathered.
  ///
  /// - Parameter box: the pixels outside of which it is transparent, now and when it was last gathered; others are left out.
  func beginGatheringMap(within box: PixelRect)

  /// Collects what the filter needs from a tile of its map, inside `region`. In each frame in which the map has changed it is called once for
  /// each tile, in any order, before the filter's passes and `finish`.
  func gatherMap(from tile: Tile, region: PixelRect)
}

extension MappedFilter {
  package func beginGatheringMap(within box: PixelRect) {}
}

extension NeighborhoodFilter {
  package var canReuseGatheredInput: Bool { false }
  package func beginGathering() {}
  package func endPasses() {}
  package func limitWork(to box: PixelRect) {}
  package var addedBloom: AddedBloom? { nil }
}

/// A kind of filter that this module draws: every kind.
protocol DrawnFilter: FilterDefinition {
  /// Makes the filter; nil if it would never change anything.
  ///
  /// - Parameter input: the pixels that the filter's input covers.
  func makeFilter(canvas: Canvas, input: PixelRect) -> (any LayerFilter)?

  /// What a pixel of the result costs, in nanoseconds of one core of a machine such as that of `CostTable`.
  ///
  /// - Parameter clocks: the times at which the filter's values are read.
  func pixelNanoseconds(on canvas: Canvas, during clocks: ClockRange) -> Double

  /// What a pixel of the input costs besides: the input is larger than the result by as far as the filter reads.
  func inputNanoseconds(on canvas: Canvas, during clocks: ClockRange) -> Double
}

extension DrawnFilter {
  func pixelNanoseconds(on canvas: Canvas, during clocks: ClockRange) -> Double { 0 }
  func inputNanoseconds(on canvas: Canvas, during clocks: ClockRange) -> Double { 0 }
}

extension Filter {
  /// The kind as one that is drawn. All kinds are: those in `Filter.kinds`, and those that Model makes itself.
  private var drawn: any DrawnFilter {
    guard let drawn = kind as? any DrawnFilter else { preconditionFailure("\(type(of: kind)) is not drawn.") }
    return drawn
  }

  /// Makes the filter; nil if it would never change anything.
  ///
  /// - Parameter input: the pixels that the filter's input covers.
  package func makeFilter(canvas: Canvas, input: PixelRect) -> (any LayerFilter)? {
    drawn.makeFilter(canvas: canvas, input: input)
  }

  /// What filtering costs, in nanoseconds of one core.
  ///
  /// - Parameters:
  ///   - input: pixels of the filter's input.
  ///   - result: pixels of its result.
  ///   - clocks: the times at which the filter's values are read.
  package func nanoseconds(input: Double, result: Double, on canvas: Canvas, during clocks: ClockRange) -> Double {
    input * drawn.inputNanoseconds(on: canvas, during: clocks)
      + result * drawn.pixelNanoseconds(on: canvas, during: clocks)
  }
}
