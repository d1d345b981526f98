// Ribbons without gaps and without double coverage.
//
// A ribbon is a chain of straight segments with round ends. A pixel takes its coverage and light from the segment in
// which it lies deepest. Neighbouring segments agree at their joint, so joints do not show, and no pixel is covered
// twice however the ribbon bends. Where a ribbon crosses itself the brighter part wins: segments that are not
// neighbours are compared by opacity instead of depth, or the faint tail of a ribbon would cut dark wedges into its
// bright head. A whole ribbon is collected first, in blocks of eight pixels, and then blended onto the tile at once.
//
// A pixel depends on the ribbon and its own coordinates alone: tiles never show. Tried and left: quads with exact areas
// (joints are exact, but sharp bends fold over, and colour along the length needs two more passes). Cost: about 100 ns
// a segment of some pixels.
import Lanes

/// Blends ribbons onto a tile, in order. `scratch` is memory of the calling thread.
package func drawRibbons(_ batch: RibbonBatch, scratch: AlignedBuffer<Float>, onto target: BlendTarget) {
  guard !batch.indices.isEmpty, target.opacity > 0 else { return }
  let tile = target.tile
  let words = (tile.width / 8 + 63) / 64
  let planes = batch.list.isColored ? 6 : 3
  let bitFloats = (tile.height * words * 2 + 7) / 8 * 8
  scratch.reserve(bitFloats + tile.height * tile.width * planes)
  target.withBlender(
    RibbonLoop(
      batch: batch, list: batch.list, tile: tile, opacity: target.opacity, words: words, planes: planes,
      begun: UnsafeMutableRawPointer(scratch.base).assumingMemoryBound(to: UInt64.self),
      values: scratch.base + bitFloats))
}

/// Profile of a ribbon across its width.
private protocol RibbonSides {
  static var areSoft: Bool { get }
  /// Depth (`RibbonSegment.depth`) up to which nothing is covered.
  static var edge: Float { get }
  static func coverage(_ depth: Float8) -> Float8
}

private enum SharpSides: RibbonSides {
  @inline(__always) static var areSoft: Bool { false }
  @inline(__always) static var edge: Float { -0.5 }
  @inline(__always) static func coverage(_ depth: Float8) -> Float8 { saturate(depth + 0.5) }
}

private enum SoftSides: RibbonSides {
  @inline(__always) static var areSoft: Bool { true }
  @inline(__always) static var edge: Float { 0 }
  @inline(__always) static func coverage(_ depth: Float8) -> Float8 {
    let inside = Lanes.max(depth, 0)
    return inside * inside
  }
}

/// Collects each ribbon on one tile, then blends it.
private struct RibbonLoop: BlendLoop {
  let batch: RibbonBatch
  let list: RibbonList
  let tile: Tile
  let opacity: Float
  /// Words of 64 blocks to a row.
  let words: Int
  /// Planes of a block of eight pixels: depth, gain, number of the segment, and three colour gains where
  /// `list.isColored`.
  let planes: Int
  /// Blocks that hold values, one bit each.
  let begun: UnsafeMutablePointer<UInt64>
  let values: UnsafeMutablePointer<Float>

  @inline(never)
  func run<Blending: Blender>(_ blender: Blending) {
    begun.update(repeating: 0, count: tile.height &* words)
    if list.isSoft { draw(blender, SoftSides.self) } else { draw(blender, SharpSides.self) }
  }

  @inline(__always)
  private func draw<Blending: Blender, Sides: RibbonSides>(_ blender: Blending, _: Sides.Type) {
    for index in batch.indices {
      let rows = list.isColored ? collect(Int(index), Sides.self, true) : collect(Int(index), Sides.self, false)
      if rows.first < rows.end { blend(Int(index), rows, blender, Sides.self) }
    }
  }

  /// Collects all segments of a ribbon; returns the rows that they cover.
  @inline(never)
  private func collect<Sides: RibbonSides>(
    _ index: Int, _: Sides.Type, _ isColored: Bool
  ) -> (first: Int, end: Int) {
    let points = list.points(index)
    let stride = list.planeStride
    let count = list.pointCount(index) &- 1
    let (planes, width) = (planes, tile.width)
    var rows = (first: tile.height, end: 0)
    var first = 0
    while first < count {
      var bits = segmentsNearTile(points, stride, first, count, tile)
      while bits != 0 {
        let number = first &+ bits.trailingZeroBitCount
        bits &= bits &- 1
        let segment = RibbonSegment(points, stride, number, isSoft: Sides.areSoft)
        let (firstRow, endRow) = segment.rows(tile)
        if firstRow >= endRow { continue }
        if firstRow < rows.first { rows.first = firstRow }
        if endRow > rows.end { rows.end = endRow }
        let point = points + number
        let gain = point[3 &* stride]
        let gainChange = point[3 &* stride &+ 1] - gain
        let own = Float8(repeating: Float(number))
        let neighbours = Float8(repeating: segment.neighbours)
        var row = firstRow
        while row < endRow {
          let centerY = Float(tile.y &+ row) + 0.5
          let (column, endColumn) = segment.columns(tile, centerY)
          var block = column &>> 3
          let endBlock = column < endColumn ? (endColumn &+ 7) &>> 3 : block
          var pixelX = Float8(repeating: Float(tile.x &+ block &<< 3) + 0.5) + Lanes.ramp
          var memory = values + (row &* width &+ block &<< 3) &* planes
          while block < endBlock {
            let (depth, share) = segment.depth(pixelX, centerY, isSoft: Sides.areSoft)
            let gains = gain + share * gainChange
            let word = begun + (row &* words &+ block &>> 6)
            let bit = (1 as UInt64) &<< UInt64(truncatingIfNeeded: block & 63)
            if word.pointee & bit == 0 {
              word.pointee |= bit
              Lanes.store(depth, to: memory)
              Lanes.store(gains, to: memory + 8)
              Lanes.store(own, to: memory + 16)
              if isColored {
                for plane in 4..<7 { Lanes.store(tint(plane, point, share), to: memory + 8 &* (plane &- 1)) }
              }
            } else {
              let (oldDepth, oldGain, oldOwn) = (Lanes.load(memory), Lanes.load(memory + 8), Lanes.load(memory + 16))
              let isNeighbour = own - oldOwn .<= neighbours
              var wins = depth .> oldDepth
              if !Lanes.all(isNeighbour) {
                // Where only one of them covers the pixel, that one; of segments that are no neighbours the brighter
                // one.
                let edge = Float8(repeating: Sides.edge)
                let isBrighter = Sides.coverage(depth) * gains .> Sides.coverage(oldDepth) * oldGain
                wins = (wins .& (isNeighbour .| (oldDepth .<= edge)))
                  .| (isBrighter .& .!isNeighbour .& (depth .> edge))
              }
              Lanes.store(Lanes.select(wins, depth, oldDepth), to: memory)
              Lanes.store(Lanes.select(wins, gains, oldGain), to: memory + 8)
              Lanes.store(Lanes.select(wins, own, oldOwn), to: memory + 16)
              if isColored {
                for plane in 4..<7 {
                  let old = memory + 8 &* (plane &- 1)
                  Lanes.store(Lanes.select(wins, tint(plane, point, share), Lanes.load(old)), to: old)
                }
              }
            }
            block &+= 1
            pixelX += 8
            memory += 8 &* planes
          }
          row &+= 1
        }
      }
      first &+= 8
    }
    return rows
  }

  /// The gain of one colour along a segment.
  @inline(__always)
  private func tint(_ plane: Int, _ point: UnsafePointer<Float>, _ share: Float8) -> Float8 {
    let gain = point[plane &* list.planeStride]
    return gain + share * (point[plane &* list.planeStride &+ 1] - gain)
  }

  /// Blends what was collected onto the tile and clears `begun`.
  @inline(__always)
  private func blend<Blending: Blender, Sides: RibbonSides>(
    _ index: Int, _ rows: (first: Int, end: Int), _ blender: Blending, _: Sides.Type
  ) {
    let light = list.light(index)
    let (red, green, blue) = (light[0] * opacity, light[1] * opacity, light[2] * opacity)
    let alpha = clamp(light[3], 0, 1) * opacity
    var row = rows.first
    while row < rows.end {
      for word in 0..<words {
        var bits = begun[row &* words &+ word]
        begun[row &* words &+ word] = 0
        while bits != 0 {
          let column = (word &<< 6 &+ bits.trailingZeroBitCount) &<< 3
          bits &= bits &- 1
          let memory = values + (row &* tile.width &+ column) &* planes
          let coverage = Sides.coverage(Lanes.load(memory))
          let gain = Lanes.load(memory + 8) * coverage
          let pixel = tile.base + (row &* 4 &* tile.width &+ column)
          if list.isColored {
            blender.blend(
              red: red * (Lanes.load(memory + 24) * coverage),
              green: green * (Lanes.load(memory + 32) * coverage),
              blue: blue * (Lanes.load(memory + 40) * coverage), alpha: alpha * gain, onto: pixel, width: tile.width)
          } else {
            blender.blend(
              red: red * gain, green: green * gain, blue: blue * gain, alpha: alpha * gain, onto: pixel,
              width: tile.width)
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
    let count = list.pointCount(Int(index)) - 1
    var first = 0
    while first < count {
      var bits = segmentsNearTile(points, list.planeStride, first, count, tile)
      while bits != 0 {
        let segment = RibbonSegment(points, list.planeStride, first &+ bits.trailingZeroBitCount, isSoft: list.isSoft)
        bits &= bits &- 1
        let (firstRow, endRow) = segment.rows(tile)
        if segment.width <= 16 {
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
      first &+= 8
    }
  }
}
