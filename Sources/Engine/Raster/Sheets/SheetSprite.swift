import Lanes
import Model

/// Where a sheet is on a tile: rows, and the pixels of each.
struct SheetArea {
  let centerX: Float
  let centerY: Float
  let pose: SheetPose
  /// 1 ÷ the horizontal share of a pixel to the right in t and in l.
  private let inverse: SIMD2<Float>
  /// Half the width and height of the box that the record states, and the ranges of t and l, with their borders.
  private let reach: SIMD2<Float>
  private let low: SIMD2<Float>
  private let high: SIMD2<Float>

  /// Pixels of the border of anti-aliasing.
  private static var border: Float { 1 }

  /// The floats of a sheet; nil for one without area, or for a record without a sheet.
  @inline(__always)
  static func values(_ record: SpriteRecord, _ batch: SpriteBatch) -> UnsafePointer<Float>? {
    guard !record.isRound, let sheets = batch.sheets else { return nil }
    let values = sheets + record.ownIndex &* ParticleLayout.sheetFloatCount
    return min(values[6], values[7]) * batch.lengthScale > 1e-3 ? values : nil
  }

  /// - Parameters:
  ///   - values: those of the record.
  ///   - lengthScale: `SpriteBatch.lengthScale`.
  ///   - margin: `PreparedShape.margin`.
  init(_ record: SpriteRecord, _ values: UnsafePointer<Float>, lengthScale: Float, margin: Float) {
    pose = SheetPose(values, scale: lengthScale)
    (centerX, centerY) = (record.x, record.y)
    // An axis that is nearly vertical or horizontal leaves the row's span to the other one.
    func inverse(_ share: Float) -> Float { 1 / (abs(share) > 1e-5 ? share : 1e-5) }
    self.inverse = SIMD2(inverse(pose.across.x), inverse(pose.along.x))
    reach = SIMD2(abs(record.axisXx) + margin, abs(record.axisYy) + margin)
    (low, high) = (pose.low - Self.border, pose.high + Self.border)
  }

  /// The rows and columns of a tile in which there may be pixels of the sheet.
  @inline(__always)
  func box(in bounds: TileBounds) -> (column: Int, row: Int, endColumn: Int, endRow: Int) {
    bounds.box(centerX, centerY, reach.x, reach.y)
  }

  /// The frame columns of a row's first pixel and of that after its last.
  @inline(__always)
  func span(row y: Int) -> (first: Float, end: Float) {
    let dy = Float(y) + 0.5 - centerY
    let (a, b) = (
      (low - SIMD2(pose.across.y, pose.along.y) * dy) * inverse,
      (high - SIMD2(pose.across.y, pose.along.y) * dy) * inverse
    )
    let left = max(max(min(a.x, b.x), min(a.y, b.y)), -reach.x)
    let right = min(min(max(a.x, b.x), max(a.y, b.y)), reach.x)
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
    _ area: SheetArea, _ record: SpriteRecord, _ values: UnsafePointer<Float>, _ style: SheetStyle,
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
