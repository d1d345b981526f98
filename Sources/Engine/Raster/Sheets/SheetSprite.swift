import Lanes
import Model

/// Where a sheet is on a tile: rows, and the pixels of each.
struct SheetArea {
  let centerX: Float
  let centerY: Float
  let pose: SheetPose
  private let spans: SheetSpans
  /// Half the width and height of the box that the record states.
  private let reach: SIMD2<Float>

  /// - Parameters:
  ///   - values: those of the record.
  ///   - lengthScale: `SpriteBatch.lengthScale`.
  ///   - margin: `PreparedShape.margin`.
  init(
    _ record: SpriteRecord, _ values: SheetValues, _ style: SheetStyle, lengthScale: Float, margin: Float
  ) {
    pose = SheetPose(values, scale: lengthScale)
    spans = SheetSpans(pose, style)
    (centerX, centerY) = (record.x, record.y)
    reach = SIMD2(abs(record.axisXx) + margin, abs(record.axisYy) + margin)
  }

  /// The rows and columns of a tile in which there may be pixels of the sheet.
  @inline(__always)
  func box(in bounds: TileBounds) -> (column: Int, row: Int, endColumn: Int, endRow: Int) {
    bounds.box(centerX, centerY, reach.x, reach.y)
  }

  /// The frame columns of a row's first pixel and of that after its last.
  @inline(__always)
  func span(row y: Int) -> (first: Float, end: Float) {
    let span = spans.span(Float(y) + 0.5 - centerY)
    let (left, right) = (max(span.low, -reach.x), min(span.high, reach.x))
    return ((centerX + left - 0.5).rounded(.up), (centerX + right - 0.5).rounded(.down) + 1)
  }
}

/// One sheet on a tile: `shade` computes the colours of a row.
struct SheetSprite {
  let area: SheetArea
  private let outline: SheetOutline
  private let lighting: SheetLighting

  /// - Parameters:
  ///   - values: those of the record.
  ///   - memory: `SheetLighting.floatCount` floats.
  init(
    _ area: SheetArea, _ record: SpriteRecord, _ values: SheetValues, _ style: SheetStyle,
    _ memory: UnsafeMutablePointer<Float>
  ) {
    self.area = area
    outline = SheetOutline(style, area.pose)
    lighting = SheetLighting(record, values, style, area.pose, memory)
  }

  /// Computes the premultiplied colours of neighbouring blocks of eight pixels of a row.
  ///
  /// - Parameters:
  ///   - x: the first block's first column in the frame.
  ///   - span: columns outside of which nothing is covered.
  ///   - colors: receives four planes, `stride` floats apart.
  @inline(never)
  func shade(
    _ y: Int, _ x: Int, blockCount: Int, span: (first: Float, end: Float), factor: Float,
    into colors: UnsafeMutablePointer<Float>, stride: Int
  ) {
    let (pose, centerX) = (area.pose, area.centerX)
    let dy = Float(y) + 0.5 - area.centerY
    let (rowT, rowL) = (pose.across.y * dy, pose.along.y * dy)
    var column = Float8(repeating: Float(x) + 0.5) + Lanes.laneNumbers
    var target = colors
    for _ in 0..<blockCount {
      let dx = column - centerX
      let sight = pose.sight(dx * pose.across.x + rowT, dx * pose.along.x + rowL)
      // `column` is a whole number + ½, so this leaves out the columns before `first`, and those from `end` on.
      let isOutside = (column .< span.first) .| (column .> span.end)
      var sum = LaneColor(red: Float8(), green: Float8(), blue: Float8(), alpha: Float8())
      if pose.hasFar { addPlace(to: &sum, sight, isOutside, isNear: false) }
      if pose.hasNear { addPlace(to: &sum, sight, isOutside, isNear: true) }
      sum = sum * (sight.fold * factor)
      sum.store(to: target, planeStride: stride)
      column += 8
      target += 8
    }
  }

  /// Adds the colours of one of the two places that eight pixels see, the nearer one over the farther.
  @_transparent
  private func addPlace(
    to sum: inout LaneColor, _ sight: SheetPose.Sight, _ isOutside: SIMDMask<Int32x8>, isNear: Bool
  ) {
    let flat = area.pose.place(sight, isNear: isNear)
    guard Lanes.any(flat.isOnSheet) else { return }
    var place = outline.at(flat.x, flat.y, area.pose, sight)
    place.coverage.replace(with: 0, where: isOutside .| .!flat.isOnSheet)
    guard Lanes.any(place.coverage .> 0) else { return }
    outline.addDetails(&place)
    let color = lighting.color(place, sight, isNear: isNear)
    if isNear { sum = sum * (1 - color.alpha) }
    sum += color
  }
}
