import Lanes
import Model
import Raster

/// The shadows of other layers on a layer: for each light that casts any, the share of its light that arrives, at every eighth pixel along both axes.
///
/// From each point of the receiver the ray to the light is followed to the plane of each caster. There the caster's alpha is blurred by as much as
/// the light is wide as seen from the point: a disc of radius r has the variance r²/4, and a slanted cut through its cone more. So shadows are sharp where a caster touches the receiver,
/// and soften with the distance. A caster that is turned counts as if it faced the canvas, at the z of its anchor.
final class ShadowsOnLayer: @unchecked Sendable {
  private var lamps: LampShadows
  private let area: PixelRect
  private var receiver: ReceiverPlane
  /// The shares, light by light and row by row.
  private let shares: AlignedBuffer<Float>
  private let columnCount: Int
  private let rowCount: Int
  /// The rows and columns that are computed in the current frame.
  private var rows = 0..<0
  private var columns = 0..<0

  private static let spacing = 8

  /// Nil where no shadow falls on the layer.
  ///
  /// - Parameter area: the pixels of what is lit: of the layer's own plane, or of the frame.
  init?(
    _ lighting: Filter.Lighting, casters: [any LayerLightSource], on receiver: ReceiverPlane, area: PixelRect
  ) {
    guard let lamps = LampShadows(lighting, from: casters) else { return nil }
    (self.lamps, self.receiver, self.area) = (lamps, receiver, area)
    columnCount = ((area.width + Self.spacing - 1) / Self.spacing + 2 + 7) / 8 * 8
    rowCount = (area.height + Self.spacing - 1) / Self.spacing + 2
    shares = AlignedBuffer(count: lamps.sourceIndices.count * columnCount * rowCount + 16)
  }

  var changeCount: Int { lamps.changeCount }
  var taskCount: Int { rows.count }

  func update(at clock: AnimationClock, on receiver: ReceiverPlane) {
    self.receiver = receiver
    lamps.update(at: clock.canvas)
  }

  /// Sets the pixels that will be read.
  func limit(to box: PixelRect) {
    let box = box.intersection(area)
    func nodes(_ start: Int, _ end: Int, _ count: Int) -> Range<Int> {
      end <= start ? 0..<0 : start / Self.spacing..<min((end - 1) / Self.spacing + 2, count)
    }
    rows = nodes(box.y - area.y, box.endY - area.y, rowCount)
    columns = nodes(box.x - area.x, box.endX - area.x, columnCount)
  }

  /// Computes a row of shares of each light.
  func perform(task: Int) {
    let row = rows.lowerBound + task
    let y = Double(area.y + row * Self.spacing)
    for index in lamps.sourceIndices.indices {
      let output = shares.base + (index * rowCount + row) * columnCount
      for column in columns {
        let place = receiver.place(Double(area.x + column * Self.spacing), y)
        output[column] = lamps.share(ofLamp: index, at: place)
      }
    }
  }

  /// Writes the shares of the light with each index of `PreparedLights.sources` at eight pixels, eight floats for each; those of lights without
  /// shadows are left.
  func read(x: Int, y: Int, into output: UnsafeMutablePointer<Float>) {
    let place = max(Float(y - area.y) + 0.5, 0) / Float(Self.spacing)
    let upper = min(Int(place), rowCount - 2)
    let lower = place - Float(upper)
    let left = min(max((x - area.x) / Self.spacing, 0), columnCount - 2)
    let right = (Lanes.laneNumbers + 0.5) * (1 / Float(Self.spacing))
    for (index, source) in lamps.sourceIndices.enumerated() {
      let row = shares.base + ((index * rowCount + upper) * columnCount + left)
      let (a, b) = (row[0], row[1])
      let (c, d) = (row[columnCount], row[columnCount + 1])
      let (first, last) = (a + (c - a) * lower, b + (d - b) * lower)
      Lanes.store(right * (last - first) + first, to: output + 8 * source)
    }
  }
}
