// Ribbons without gaps and without double coverage.
//
// A ribbon is a chain of straight segments with round ends. A pixel takes its coverage and light from the segment in which it
// lies deepest. Neighbouring segments have the same values at their joint, so joints are invisible, and no pixel is covered twice
// at bends. Segments that are not neighbours (`RibbonSegment.neighbourIndexDifference`) are compared by coverage × gain instead
// of depth: where a ribbon crosses itself, the brighter part wins. If depth decided there too, a ribbon's faint tail would cut dark
// wedges into its bright head. A whole ribbon is first collected in blocks of eight pixels of a row, and then blended onto the tile.
//
// A pixel depends only on the ribbon and the pixel's coordinates, so the borders of tiles never show. Quadrangles with exact
// areas were rejected: their joints are exact, but they fold over at sharp bends, and colour that changes along the ribbon would
// need two more passes. Cost: about 100 ns for a segment a few pixels long.
import Lanes
import Model

/// Blends ribbons onto a tile, in the order of the batch. `scratch` is memory of the calling thread.
package func drawRibbons(_ batch: RibbonBatch, scratch: AlignedBuffer<Float>, onto target: BlendTarget) {
  guard !batch.indices.isEmpty, target.opacity > 0 else { return }
  let tile = target.tile
  let isColored = batch.list.layout.isColored
  let wordsPerRow = (tile.width / 8 + 63) / 64
  let planeCount = isColored ? BlockPlane.blueGain + 1 : BlockPlane.segment + 1
  // Floats of memory for the bits of all blocks. A word of 64 bits takes two floats; the sum is rounded up to 32 bytes.
  let bitFloats = (tile.height * wordsPerRow * 2 + 7) / 8 * 8
  scratch.resize(to: bitFloats + tile.height * tile.width * planeCount)
  target.withBlender(
    RibbonLoop(
      batch: batch, list: batch.list, isColored: isColored, tile: tile, opacity: target.opacity,
      wordsPerRow: wordsPerRow,
      planeCount: planeCount,
      collectedBlocks: UnsafeMutableRawPointer(scratch.base).assumingMemoryBound(to: UInt64.self),
      blocks: scratch.base + bitFloats))
}

/// Indices of the planes of a collected block. A plane is eight floats, one for each pixel.
private enum BlockPlane {
  /// How deep the pixel lies in its segment (`RibbonSegment.depth`).
  @inline(__always) static var depth: Int { 0 }
  /// Factor of the light (`RibbonLayout.Plane.gain`).
  @inline(__always) static var gain: Int { 1 }
  /// Index of the segment that the pixel belongs to.
  @inline(__always) static var segment: Int { 2 }
  // Gains of the three colours, if the ribbon's colour changes along its length.
  @inline(__always) static var redGain: Int { 3 }
  @inline(__always) static var greenGain: Int { 4 }
  @inline(__always) static var blueGain: Int { 5 }
}

/// The profile of a ribbon across its width.
private protocol RibbonSides {
  /// Whether light falls off from the centre line to the sides (`RibbonList.isSoft`).
  static var areSoft: Bool { get }
  /// Depth (`RibbonSegment.depth`) up to which a pixel is not covered.
  static var uncoveredDepth: Float { get }
  /// Returns what is collected of a pixel's depth, where the ribbon has half a width of `half` pixels: of two pixels with the same half width
  /// the deeper one has more.
  func collected(_ depth: Float8, _ half: Float8) -> Float8
  /// Returns the coverage of pixels, 0...1, from their collected depth.
  static func coverage(_ depth: Float8) -> Float8
}

private struct SharpSides: RibbonSides {
  @inline(__always) static var areSoft: Bool { false }
  @inline(__always) static var uncoveredDepth: Float { -0.5 }
  @inline(__always) func collected(_ depth: Float8, _ half: Float8) -> Float8 { depth }
  @inline(__always) static func coverage(_ depth: Float8) -> Float8 { saturate(depth + 0.5) }
}

private struct SoftSides: RibbonSides {
  @inline(__always) static var areSoft: Bool { true }
  @inline(__always) static var uncoveredDepth: Float { 0 }
  @inline(__always) func collected(_ depth: Float8, _ half: Float8) -> Float8 { depth }
  @inline(__always) static func coverage(_ depth: Float8) -> Float8 {
    let inside = Lanes.max(depth, 0)
    return inside * inside
  }
}

/// Soft sides with a hot core, as of a hot disc: coverage is (1 − v²)² · c√ε/(ε + v²) at the distance v from the centre line, in half widths.
/// c is the core. ε is c², or more where the core would be narrower than 0.7 px, and c/√ε then keeps the light of a narrow core, which
/// is about π/2 · c. What is collected is the coverage.
private struct HotSides: RibbonSides {
  let core: Float

  @inline(__always) static var areSoft: Bool { true }
  @inline(__always) static var uncoveredDepth: Float { 0 }
  @inline(__always) func collected(_ depth: Float8, _ half: Float8) -> Float8 {
    let drawnCore = Lanes.max(Lanes.min(0.7 / half, 1), core)
    let square = drawnCore * drawnCore
    let inside = Lanes.max(depth, 0)
    return inside * inside * (drawnCore * core) / (square + (1 - inside))
  }
  @inline(__always) static func coverage(_ depth: Float8) -> Float8 { depth }
}

/// Collects each ribbon on one tile, then blends it.
private struct RibbonLoop: BlendLoop {
  let batch: RibbonBatch
  let list: RibbonList
  let isColored: Bool
  let tile: Tile
  let opacity: Float
  /// Words of 64 bits for each row of the tile: one bit for each block.
  let wordsPerRow: Int
  /// Number of planes of a block (`BlockPlane`).
  let planeCount: Int
  /// The blocks into which the current ribbon has been collected, one bit for each. Block b of a row is bit b mod 64 of the word
  /// row × `wordsPerRow` + b ÷ 64.
  let collectedBlocks: UnsafeMutablePointer<UInt64>
  /// The collected blocks row by row; a block's planes follow each other. The block that begins at `column`, a multiple of 8, begins
  /// at float (row × tile.width + column) × `planeCount`.
  let blocks: UnsafeMutablePointer<Float>

  @inline(never)
  func run<Blending: Blender>(_ blender: Blending) {
    collectedBlocks.update(repeating: 0, count: tile.height &* wordsPerRow)
    if !list.isSoft {
      draw(blender, SharpSides())
    } else if list.core > 0 {
      draw(blender, HotSides(core: list.core))
    } else {
      draw(blender, SoftSides())
    }
  }

  @inline(__always)
  private func draw<Blending: Blender, Sides: RibbonSides>(_ blender: Blending, _ sides: Sides) {
    for index in batch.indices {
      let rows = isColored ? collect(Int(index), sides, true) : collect(Int(index), sides, false)
      if rows.first < rows.end { blend(Int(index), rows, blender, Sides.self) }
    }
  }

  /// Collects all segments of a ribbon.
  ///
  /// - Returns: the rows of the tile, first ..< end, that the segments cover.
  @inline(never)
  private func collect<Sides: RibbonSides>(
    _ index: Int, _ sides: Sides, _ isColored: Bool
  ) -> (first: Int, end: Int) {
    let points = list.points(index)
    let planeStride = list.layout.planeStride
    let segmentCount = list.pointCount(index) &- 1
    let (planeCount, width) = (planeCount, tile.width)
    var rows = (first: tile.height, end: 0)
    // The first of eight segments that are tested together.
    var groupStart = 0
    while groupStart < segmentCount {
      var bits = segmentsNearTile(points, planeStride, groupStart, segmentCount, tile)
      while bits != 0 {
        let segmentIndex = groupStart &+ bits.trailingZeroBitCount
        bits &= bits &- 1
        let segment = RibbonSegment(points, planeStride, segmentIndex, isSoft: Sides.areSoft)
        let (firstRow, endRow) = segment.rows(tile)
        if firstRow >= endRow { continue }
        if firstRow < rows.first { rows.first = firstRow }
        if endRow > rows.end { rows.end = endRow }
        let point = points + segmentIndex
        let gain = point[RibbonLayout.Plane.gain &* planeStride]
        let gainChange = point[RibbonLayout.Plane.gain &* planeStride &+ 1] - gain
        let segmentIndices = Float8(repeating: Float(segmentIndex))
        let neighbourIndexDifference = Float8(repeating: segment.neighbourIndexDifference)
        var row = firstRow
        while row < endRow {
          let centerY = Float(tile.y &+ row) + 0.5
          let (column, endColumn) = segment.columns(tile, centerY)
          var block = column &>> 3
          let endBlock = column < endColumn ? (endColumn &+ 7) &>> 3 : block
          var centerX = Float8(repeating: Float(tile.x &+ block &<< 3) + 0.5) + Lanes.laneNumbers
          var blockMemory = blocks + (row &* width &+ block &<< 3) &* planeCount
          while block < endBlock {
            let (segmentDepth, share, half) = segment.depth(centerX, centerY, isSoft: Sides.areSoft)
            let depth = sides.collected(segmentDepth, half)
            let gains = gain + share * gainChange
            let word = collectedBlocks + (row &* wordsPerRow &+ (block &>> 6))
            let bit = (1 as UInt64) &<< UInt64(truncatingIfNeeded: block & 63)
            if word.pointee & bit == 0 {
              word.pointee |= bit
              Lanes.store(depth, to: blockMemory + 8 &* BlockPlane.depth)
              Lanes.store(gains, to: blockMemory + 8 &* BlockPlane.gain)
              Lanes.store(segmentIndices, to: blockMemory + 8 &* BlockPlane.segment)
              if isColored {
                for color in 0..<3 {
                  Lanes.store(colorGain(color, point, share), to: blockMemory + 8 &* (BlockPlane.redGain &+ color))
                }
              }
            } else {
              let oldDepth = Lanes.load(blockMemory + 8 &* BlockPlane.depth)
              let oldGains = Lanes.load(blockMemory + 8 &* BlockPlane.gain)
              let oldIndices = Lanes.load(blockMemory + 8 &* BlockPlane.segment)
              let isNeighbour = segmentIndices - oldIndices .<= neighbourIndexDifference
              var wins = depth .> oldDepth
              if !Lanes.all(isNeighbour) {
                // If two segments are not neighbours, the segment that covers the pixel wins; if both cover it, the brighter one.
                let uncoveredDepth = Float8(repeating: Sides.uncoveredDepth)
                let isBrighter = Sides.coverage(depth) * gains .> Sides.coverage(oldDepth) * oldGains
                wins = (wins .& (isNeighbour .| (oldDepth .<= uncoveredDepth)))
                  .| (isBrighter .& .!isNeighbour .& (depth .> uncoveredDepth))
              }
              Lanes.store(Lanes.select(wins, depth, oldDepth), to: blockMemory + 8 &* BlockPlane.depth)
              Lanes.store(Lanes.select(wins, gains, oldGains), to: blockMemory + 8 &* BlockPlane.gain)
              Lanes.store(Lanes.select(wins, segmentIndices, oldIndices), to: blockMemory + 8 &* BlockPlane.segment)
              if isColored {
                for color in 0..<3 {
                  let old = blockMemory + 8 &* (BlockPlane.redGain &+ color)
                  Lanes.store(Lanes.select(wins, colorGain(color, point, share), Lanes.load(old)), to: old)
                }
              }
            }
            block &+= 1
            centerX += 8
            blockMemory += 8 &* planeCount
          }
          row &+= 1
        }
      }
      groupStart &+= 8
    }
    return rows
  }

  /// Returns the gains of one colour at eight positions along a segment.
  ///
  /// - Parameters:
  ///   - color: 0, 1, 2 for red, green, blue.
  ///   - point: pointer to the value of the segment's first point in plane 0.
  ///   - share: positions along the segment, 0...1.
  @inline(__always)
  private func colorGain(_ color: Int, _ point: UnsafePointer<Float>, _ share: Float8) -> Float8 {
    let plane = RibbonLayout.Plane.redGain &+ color
    let gain = point[plane &* list.layout.planeStride]
    return gain + share * (point[plane &* list.layout.planeStride &+ 1] - gain)
  }

  /// Blends the collected blocks of ribbon `index` in `rows` of the tile, and clears their bits in `collectedBlocks`.
  @inline(__always)
  private func blend<Blending: Blender, Sides: RibbonSides>(
    _ index: Int, _ rows: (first: Int, end: Int), _ blender: Blending, _: Sides.Type
  ) {
    let light = list.light(index)
    let (red, green, blue) = (light[0] * opacity, light[1] * opacity, light[2] * opacity)
    let alpha = clamp(light[3], 0, 1) * opacity
    var row = rows.first
    while row < rows.end {
      for wordIndex in 0..<wordsPerRow {
        var bits = collectedBlocks[row &* wordsPerRow &+ wordIndex]
        collectedBlocks[row &* wordsPerRow &+ wordIndex] = 0
        while bits != 0 {
          let column = ((wordIndex &<< 6) &+ bits.trailingZeroBitCount) &<< 3
          bits &= bits &- 1
          let blockMemory = blocks + (row &* tile.width &+ column) &* planeCount
          let coverage = Sides.coverage(Lanes.load(blockMemory + 8 &* BlockPlane.depth))
          let gain = Lanes.load(blockMemory + 8 &* BlockPlane.gain) * coverage
          // A row of a tile is four planes: red, green, blue and alpha.
          let pixel = tile.base + (row &* 4 &* tile.width &+ column)
          if isColored {
            blender.blend(
              red: red * (Lanes.load(blockMemory + 8 &* BlockPlane.redGain) * coverage),
              green: green * (Lanes.load(blockMemory + 8 &* BlockPlane.greenGain) * coverage),
              blue: blue * (Lanes.load(blockMemory + 8 &* BlockPlane.blueGain) * coverage), alpha: alpha * gain,
              onto: pixel,
              planeStride: tile.width)
          } else {
            blender.blend(
              red: red * gain, green: green * gain, blue: blue * gain, alpha: alpha * gain, onto: pixel,
              planeStride: tile.width)
          }
        }
      }
      row &+= 1
    }
  }
}

/// Marks the blocks of a tile that `drawRibbons` may change.
package func markRibbons(_ batch: RibbonBatch, tile: Tile, dirty: DirtyBlocks) {
  let list = batch.list
  for index in batch.indices {
    let points = list.points(Int(index))
    let planeStride = list.layout.planeStride
    let segmentCount = list.pointCount(Int(index)) - 1
    // The first of eight segments that are tested together.
    var groupStart = 0
    while groupStart < segmentCount {
      var bits = segmentsNearTile(points, planeStride, groupStart, segmentCount, tile)
      while bits != 0 {
        let segment = RibbonSegment(points, planeStride, groupStart &+ bits.trailingZeroBitCount, isSoft: list.isSoft)
        bits &= bits &- 1
        let (firstRow, endRow) = segment.rows(tile)
        // The box of a segment up to 16 px wide touches two or three blocks of a row. Marking row by row would mark hardly fewer
        // blocks.
        if segment.boxWidth <= 16 {
          let (column, endColumn) = segment.columns(tile)
          if column < endColumn { dirty.markDirty(left: column, top: firstRow, right: endColumn, bottom: endRow) }
          continue
        }
        var row = firstRow
        while row < endRow {
          let (column, endColumn) = segment.columns(tile, Float(tile.y &+ row) + 0.5)
          if column < endColumn { dirty.markDirty(left: column, top: row, right: endColumn, bottom: row &+ 1) }
          row &+= 1
        }
      }
      groupStart &+= 8
    }
  }
}
