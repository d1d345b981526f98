import Lanes

/// How one shape covers pixels. A kernel is made for each particle; everything is inlined into `drawRun`.
///
/// Coverage must be exactly 0 outside the span that `beginRow` returns (or `masksSpan` be true), and may depend only on
/// the particle and the pixel: then a picture does not depend on how the frame is cut into tiles.
protocol SpriteKernel {
  /// Whether coverage outside the span has to be cut off.
  static var masksSpan: Bool { get }

  init(_ record: SpriteRecord, _ shape: PreparedShape, _ scratch: UnsafeMutablePointer<Float>)

  /// What is left of the light where a sprite is drawn larger than it is; 0 draws nothing.
  var weight: Float { get }
  var centerX: Float { get }
  var centerY: Float { get }
  /// No pixel is covered whose centre is farther above or below.
  var halfHeight: Float { get }

  /// Prepares a row whose pixel centres lie `dy` below the sprite's centre; returns where coverage may begin and end,
  /// relative to the centre.
  mutating func beginRow(_ dy: Float) -> (low: Float, high: Float)
  func coverage(_ dx: Lane8) -> Lane8
}

/// Draws particles of one shape in the order of `runs`.
@inline(__always)
func drawRun<Kernel: SpriteKernel, Rule: Blender>(
  _: Kernel.Type, _ rule: Rule, _ runs: UnsafeBufferPointer<SpriteRun>, _ isRound: Bool,
  _ shape: PreparedShape, _ opacity: Float, _ tile: Tile, _ scratch: UnsafeMutablePointer<Float>
) {
  let width = tile.width
  let left = Float(tile.x)
  let right = Float(tile.x + width)
  let top = Float(tile.y)
  let bottom = Float(tile.y + tile.height)
  let stride = SpriteRecord.stride(isRound: isRound)
  for run in runs {
    for position in 0..<run.count {
      let record = SpriteRecord(run.records + position &* stride, isRound: isRound)
      var kernel = Kernel(record, shape, scratch)
      let scale = kernel.weight * opacity
      if !(scale > 0) { continue }
      let firstRow = (kernel.centerY - kernel.halfHeight - 0.5).rounded(.up)
      let lastRow = (kernel.centerY + kernel.halfHeight - 0.5).rounded(.down)
      var row = Lanes.wholeInRange(clamp(firstRow, top, bottom)) - tile.y
      let endRow = Lanes.wholeInRange(clamp(lastRow + 1, top, bottom)) - tile.y
      let red = Lane8(repeating: record.red * scale)
      let green = Lane8(repeating: record.green * scale)
      let blue = Lane8(repeating: record.blue * scale)
      let alpha = Lane8(repeating: clamp(record.alpha, 0, 1) * scale)
      let centerX = Lane8(repeating: kernel.centerX)
      while row < endRow {
        let dy = Float(tile.y &+ row) + 0.5 - kernel.centerY
        let span = kernel.beginRow(dy)
        let first = (kernel.centerX + span.low - 0.5).rounded(.up)
        let end = (kernel.centerX + span.high - 0.5).rounded(.down) + 1
        var column = Lanes.wholeInRange(clamp(first, left, right)) &- tile.x
        let endColumn = Lanes.wholeInRange(clamp(end, left, right)) &- tile.x
        if column < endColumn {
          // A block that would reach past the tile's last column starts earlier instead.
          var blocks = (endColumn &- column &+ 7) >> 3
          let latest = width &- blocks << 3
          if column > latest { column = latest }
          var pixel = tile.base + ((row &* 4) &* width &+ column)
          var x = Lane8(repeating: Float(tile.x &+ column) + 0.5) + Lanes.ramp
          repeat {
            var coverage = kernel.coverage(x - centerX)
            if Kernel.masksSpan {
              coverage.replace(with: 0, where: (x .< first) .| (x .> end))
            }
            blend(
              rule, red: red * coverage, green: green * coverage, blue: blue * coverage, alpha: alpha * coverage,
              onto: pixel, width: width)
            pixel += 8
            x += 8
            blocks &-= 1
          } while blocks > 0
        }
        row &+= 1
      }
    }
  }
}
