import Lanes
import Model

/// The blur of a lens that is out of focus: each pixel is spread evenly over the shape of the aperture, as wide as the pixel is out of focus.
///
/// A narrow blur is computed from the picture itself (`NarrowLens`), wider ones from smaller pictures (`LensLevel`); over a short range of
/// radii one size fades into the next (`LensSizes`). At all sizes light has the variance of the shape in all, so that a changing
/// focus shows no jump. Where the radius varies over the picture, each size is computed where it is seen.
///
/// The calls of a frame are, in this order: `configure`, `limitWork`, `gather` for every tile, the passes, `endPasses`, and `finish` for any
/// tile of the result.
package final class LensBlur: @unchecked Sendable {
  /// Size of the picture in pixels.
  private let width, height: Int
  /// Whether the picture is mirrored beyond its edges; otherwise it is transparent there.
  private let mirrorsAtEdges: Bool
  private let narrow: NarrowLens
  private let levels: [LensLevel]
  private var aperture = LensAperture()
  private var radius = LensRadius(0)
  /// The pixels outside of which picture and result are transparent.
  private var box: PixelRect
  /// Whether each size is in use in this frame: the narrow blur, then the levels.
  private var isUsed: [Bool]
  /// Whether the picture of half the size is needed.
  private var gathersHalves = false
  private var passes: [Pass] = []
  /// Whether the result is the picture itself.
  private var isIdentity = false

  /// Radii up to this, in pixels, change nothing that anyone would see.
  private static let leastRadius = 0.1

  private enum Pass {
    /// Fills the margins of the picture that the narrow blur reads.
    case mirror
    /// Reduces the picture of a level from that of the next finer one.
    case reduce(level: Int)
    case sums
    case blur
  }

  package init(width: Int, height: Int, mirrorsAtEdges: Bool) {
    (self.width, self.height, self.mirrorsAtEdges) = (width, height, mirrorsAtEdges)
    narrow = NarrowLens(width: width, height: height, mirrorsAtEdges: mirrorsAtEdges)
    levels = LensSizes.sides.dropFirst().map {
      LensLevel(side: $0, width: width, height: height, mirrorsAtEdges: mirrorsAtEdges)
    }
    box = PixelRect(x: 0, y: 0, width: width, height: height)
    isUsed = Array(repeating: false, count: LensSizes.sides.count)
  }

  /// Sets the shape and the radius, of which the next `limitWork` makes the frame's passes.
  package func configure(_ aperture: LensAperture, _ radius: LensRadius) {
    (self.aperture, self.radius) = (aperture, radius)
  }

  /// Declares that picture and result are transparent outside of `box`, and were so when the passes were last done. Only tiles that touch the
  /// box then have to be gathered.
  package func limitWork(to box: PixelRect) {
    self.box = box.intersection(PixelRect(x: 0, y: 0, width: width, height: height))
    if self.box.isEmpty { self.box = PixelRect(x: 0, y: 0, width: 0, height: 0) }
    let discRadius = aperture.discRadius
    let radii = radius.magnitudes(in: self.box)
    isIdentity = radii.upperBound * discRadius < Self.leastRadius
    for size in isUsed.indices {
      isUsed[size] =
        isIdentity
        ? size == 0 : LensSizes.areSeen(radii.lowerBound * discRadius...radii.upperBound * discRadius, size: size)
    }
    gathersHalves = isUsed.dropFirst().contains(true)
    planPasses(greatest: radii.upperBound)
  }

  private func planPasses(greatest: Double) {
    passes = []
    if isUsed[0] {
      narrow.reserve()
      let seen = Float(min(greatest, LensSizes.seenRadii(0).upperBound / aperture.discRadius))
      narrow.configure(aperture, radius, greatest: isIdentity ? 0 : seen)
      if !isIdentity && narrow.taskCount > 0 { passes.append(.mirror) }
    }
    guard gathersHalves else { return }
    let coarsest = isUsed.lastIndex(of: true) ?? 1
    for (index, level) in levels[..<coarsest].enumerated() {
      let radii = LensSizes.seenRadii(index + 1)
      let largest = isUsed[index + 1] ? min(greatest, radii.upperBound / aperture.discRadius) : nil
      level.configure(
        aperture, radius, greatest: largest, seenRadii: Float(radii.lowerBound)...Float(radii.upperBound), box: box)
      if index == 0 { level.clearOldPicture() }
      if index > 0 { passes.append(.reduce(level: index)) }
    }
    passes += [.sums, .blur]
  }

  /// The levels whose result is seen.
  private var usedLevels: [LensLevel] { levels.indices.filter { isUsed[$0 + 1] }.map { levels[$0] } }

  // MARK: Input

  /// Stores the part of a tile inside of `region`, whose first column and row must be multiples of 8.
  package func gather(from tile: Tile, region: PixelRect, scratch: AlignedBuffer<Float>) {
    if region.width <= 0 || region.height <= 0 { return }
    precondition(region.x % 8 == 0 && region.y % 2 == 0, "A blur takes whole blocks of the pixels that it reduces.")
    let gather = LensGather(gain: aperture.addedHighlightGain, countsPixelsBeyondEdges: !mirrorsAtEdges)
    if isUsed[0] { gather.copy(tile, region: region, to: narrow.picture) }
    if gathersHalves { gather.halve(tile, region: region, to: levels[0].picture, scratch: scratch) }
  }

  // MARK: Passes

  /// The number of tasks of each pass. There are none if the result is the picture.
  package var taskCounts: [Int] {
    passes.map { pass in
      switch pass {
      case .mirror: narrow.taskCount
      case .reduce(let level): levels[level].taskCount
      case .sums, .blur: usedLevels.reduce(0) { $0 + $1.taskCount }
      }
    }
  }

  /// Computes the rows of one task of a pass.
  package func perform(pass: Int, task: Int, scratch: AlignedBuffer<Float>) {
    switch passes[pass] {
    case .mirror: narrow.mirror(task: task)
    case .reduce(let level): levels[level].reduce(levels[level - 1], task: task, scratch: scratch)
    case .sums, .blur:
      var task = task
      for (index, level) in levels.enumerated() where isUsed[index + 1] {
        if task < level.taskCount {
          if case .sums = passes[pass] {
            level.sumUp(task: task)
          } else {
            level.blur(task: task, scratch: scratch)
          }
          return
        }
        task -= level.taskCount
      }
    }
  }

  /// Tells that all passes of the frame are done.
  package func endPasses() {
    narrow.isCurrent = isUsed[0]
    levels[0].isCurrent = gathersHalves
  }

  // MARK: Result

  /// Writes the result to a tile, whose first column is a multiple of 8.
  package func finish(_ tile: Tile, scratch: AlignedBuffer<Float>) {
    // Levels write up to 31 floats more than a row has.
    let stride = tile.width + 32
    scratch.resize(to: stride + LensLevel.scratchCount(width: tile.width))
    let discRadius = aperture.discRadius
    for row in 0..<tile.height {
      let y = tile.y + row
      let pixels = tile.row(row, plane: 0)
      if y < box.y || y >= box.endY || tile.x >= box.endX || tile.x + tile.width <= box.x {
        pixels.update(repeating: 0, count: 4 * tile.width)
        continue
      }
      if isIdentity {
        for plane in 0..<4 {
          (pixels + plane * tile.width).update(
            from: narrow.picture.row(y) + plane * narrow.picture.planeStride + tile.x,
            count: min(tile.width, width - tile.x))
        }
        continue
      }
      let radii = radius.magnitudes(in: PixelRect(x: tile.x, y: y, width: tile.width, height: 1))
      let seen = radii.lowerBound * discRadius...radii.upperBound * discRadius
      var isFirst = true
      for size in isUsed.indices where isUsed[size] && LensSizes.areSeen(seen, size: size) {
        if size == 0 {
          narrow.row(y, x: tile.x, count: tile.width, into: pixels, stride: tile.width)
        } else {
          for plane in 0..<4 {
            let onto = pixels + plane * tile.width
            if isFirst && tile.width % 32 == 0 {
              levels[size - 1].row(
                y, x: tile.x, count: tile.width, plane: plane, into: onto, scratch: scratch.base + stride)
              continue
            }
            levels[size - 1].row(
              y, x: tile.x, count: tile.width, plane: plane, into: scratch.base, scratch: scratch.base + stride)
            if isFirst {
              onto.update(from: scratch.base, count: tile.width)
            } else {
              mix(scratch.base, onto, tile.width, size: size, x: tile.x, y: y)
            }
          }
        }
        isFirst = false
      }
    }
  }

  /// Mixes a row of a size into one of finer sizes.
  private func mix(
    _ coarse: UnsafeMutablePointer<Float>, _ fine: UnsafeMutablePointer<Float>, _ count: Int, size: Int, x: Int, y: Int
  ) {
    let fade = LensSizes.fades[size - 1]
    let (start, factor) = (Float(fade.lowerBound), 1 / Float(fade.upperBound - fade.lowerBound))
    let discRadius = Float(aperture.discRadius)
    var column = 0
    while column < count {
      let places = Lanes.laneNumbers + (Float(x &+ column) + 0.5)
      let share = Lanes.clamp((radius.magnitudes(places, Float(y) + 0.5) * discRadius - start) * factor, 0, 1)
      Lanes.store(Lanes.load(fine + column) * (1 - share) + Lanes.load(coarse + column) * share, to: fine + column)
      column &+= 8
    }
  }
}
