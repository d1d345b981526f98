import Lanes

/// A particle that shows a picture, sampled group by group. First the blocks of eight pixels of many rows are listed, without a mispredicted
/// branch for each row; then groups of them are sampled.
///
/// Out of focus, the sprite is the mean of sharp copies, each shifted by a point of the lens's disc (`DefocusedTaps`); in focus it is one copy.
struct PictureSprite {
  /// The factor of the samples.
  let light: SpriteLight
  private let kernel: PictureKernel
  /// How the samples of the texture become colours.
  private let coloring: Coloring
  private let visibleEllipse: ContentEllipse
  private let taps: TextureTaps
  private let firstTap: TextureTap
  private let tile: Tile
  /// Radius in pixels of the disc over which a lens spreads each point of the sprite; 0 in focus.
  private let blur: Float
  /// The rows of the tile whose blocks are not listed yet.
  private var row: Int
  private let endRow: Int
  private let eightRows: PictureRows
  private let inside: PictureInside
  /// The listed blocks: `blocks` are those inside of the sprite's edges until all of their groups are sampled; then those of `outerBlocks`.
  private var blocks: PictureBlocks
  private var outerBlocks: PictureBlocks
  private var isInside = false
  /// The first block of the current group, and the number of its blocks.
  private var groupStart = 0
  private(set) var groupCount = 0
  /// Floats of each block of a group.
  private let blockFloatCount: Int
  /// Memory for sampling the blocks of a group.
  private let samples: UnsafeMutablePointer<Float>

  /// The greatest number of blocks of a group. The places of all of them are computed before the first of them is sampled: otherwise the
  /// processor would wait until a block's places are computed. In groups of 8, pictures took a seventh longer.
  private static var blocksPerGroup: Int { 48 }
  /// Numbers of floats of each block: first u and v of eight pixels, their distances from the sprite's centre lines; then their coverage,
  /// their colours, and where each tap is sampled.
  private static var coverage: Int { 16 }
  private static var color: Int { 24 }
  private static var places: Int { 56 }
  private static func blockFloatCount(tapCount: Int) -> Int { places &+ tapCount &* SamplePlaces.floatCount }

  /// Memory for one sprite at a time.
  struct Memory {
    fileprivate let floats: UnsafeMutablePointer<Float>
    fileprivate let taps: UnsafeMutablePointer<TextureTap>
  }

  /// Calls `body` with memory for sprites on a tile.
  static func withMemory(tileWidth: Int, _ body: (Memory) -> Void) {
    let floatCount =
      PictureRows.floatCount + blocksPerGroup * blockFloatCount(tapCount: TextureTaps.maximumCount)
      + 2 * PictureBlocks.floatCount(tileWidth: tileWidth)
    withUnsafeTemporaryAllocation(of: TextureTap.self, capacity: TextureTaps.maximumCount) { taps in
      withUnsafeTemporaryAllocation(byteCount: floatCount * MemoryLayout<Float>.stride, alignment: 64) { floats in
        body(
          Memory(
            floats: floats.baseAddress.unsafelyUnwrapped.assumingMemoryBound(to: Float.self),
            taps: taps.baseAddress.unsafelyUnwrapped))
      }
    }
  }

  @inline(never)
  init(
    _ record: SpriteRecord, _ shape: PreparedShape, _ texture: SpriteTexture, _ context: SpriteContext,
    _ memory: Memory,
    sideLights: UnsafePointer<Float>?
  ) {
    kernel = PictureKernel(record, shape, context.scratch)
    tile = context.target.tile
    let scale = kernel.weight * context.target.opacity
    let box = TileBounds(tile).box(kernel.centerX, kernel.centerY, kernel.halfWidth, kernel.halfHeight)
    let isSeen = scale > 0 && box.column < box.endColumn
    (row, endRow) = (isSeen ? box.row : box.endRow, box.endRow)
    blur = max(record.blur, 0)
    coloring = Coloring(texture, record, sideLights)
    let sampleScale = blur > 0 ? scale / Float(DefocusedTaps.count) : scale
    if case .puffLight = coloring {
      light = SpriteLight(ofLitSamples: record, sampleScale)
    } else {
      light = SpriteLight(record, sampleScale)
    }
    taps = TextureTaps(
      texture, flipBookPosition: record.flipBookPosition, halfX: kernel.halfX, halfY: kernel.halfY, blur: blur,
      memory.taps)
    firstTap = taps.taps[0]
    blockFloatCount = Self.blockFloatCount(tapCount: taps.count)
    visibleEllipse = ContentEllipse(radius: blur > 0 ? .infinity : taps.contentRadius, kernel)
    eightRows = PictureRows(memory: memory.floats)
    samples = memory.floats + PictureRows.floatCount
    inside = PictureInside(kernel, taps, blur: blur)
    let lists = samples + Self.blocksPerGroup * blockFloatCount
    blocks = PictureBlocks(memory: lists, tileWidth: tile.width)
    outerBlocks = PictureBlocks(memory: lists + PictureBlocks.floatCount(tileWidth: tile.width), tileWidth: tile.width)
  }

  /// Returns the samples of a block of the current group, multiplied by coverage, and a pointer to its first red value.
  @inline(__always)
  func sample(_ block: Int) -> (color: LaneColor, pixel: UnsafeMutablePointer<Float>) {
    (
      LaneColor(samples + (block &* blockFloatCount &+ Self.color), planeStride: 8),
      tile.base + blocks.redOffset(groupStart &+ block)
    )
  }

  /// Samples the next group of blocks. Returns false if there is none.
  @inline(never)
  mutating func sampleNextGroup() -> Bool {
    groupStart &+= groupCount
    while groupStart >= blocks.count && (isInside || row < endRow) { listBlocks() }
    groupCount = min(blocks.count &- groupStart, Self.blocksPerGroup)
    if groupCount == 0 { return false }
    let first = firstTap
    if blur == 0 {
      if isInside {
        forEachBlock(isInside: true) { memory, u, v in setPlaces(first, u, v, memory, isInside: true) }
      } else {
        forEachBlock(isInside: false) { memory, u, v in setPlaces(first, u, v, memory, isInside: false) }
      }
      addSamples(isFirst: true)
      return true
    }
    forEachBlock(isInside: false) { memory, u, v in
      Lanes.store(u, to: memory)
      Lanes.store(v, to: memory + 8)
    }
    let points = DefocusedTaps.points.base
    let (blurX, blurY) = (kernel.coordinates.gradientX * blur, kernel.coordinates.gradientY * blur)
    for index in 0..<DefocusedTaps.count {
      let (shiftX, shiftY) = (blurX * points[index], blurY * points[index])
      var memory = samples
      while memory < groupEnd {
        let (u, v) = (Lanes.load(memory), Lanes.load(memory + 8))
        setPlaces(first, u + (shiftX.x + shiftX.y), v + (shiftY.x + shiftY.y), memory, isInside: false)
        memory += blockFloatCount
      }
      addSamples(isFirst: index == 0)
    }
    return true
  }

  /// Goes on to the blocks outside of the edges, or lists those of the next rows.
  private mutating func listBlocks() {
    groupStart = 0
    swap(&blocks, &outerBlocks)
    isInside.toggle()
    if !isInside { return }
    blocks.removeAll()
    outerBlocks.removeAll()
    while row < endRow && max(blocks.count, outerBlocks.count) <= PictureBlocks.wantedCount {
      eightRows.begin(row, of: kernel, visibleEllipse, in: tile)
      // Each lane of `eightRows` is a row; in floats, a row of a tile has four planes.
      for lane in 0..<min(8, endRow &- row) {
        eightRows.append(
          lane, rowOffset: Int32(truncatingIfNeeded: (row &+ lane) &* 4 &* tile.width), inside, inner: &blocks,
          outer: &outerBlocks)
      }
      row &+= 8
    }
  }

  /// The end of the memory of the current group's blocks.
  @inline(__always)
  private var groupEnd: UnsafeMutablePointer<Float> { samples + groupCount &* blockFloatCount }

  /// Calls `body` for each block of the current group with its memory and with its pixels' distances from the sprite's centre lines. Pixels
  /// that the sprite does not cover in their row are moved far away, where coverage is 0.
  @inline(__always)
  private func forEachBlock(
    isInside: Bool, _ body: (_ memory: UnsafeMutablePointer<Float>, _ u: Float8, _ v: Float8) -> Void
  ) {
    let centerX = Float8(repeating: kernel.centerX)
    let uPerColumn = Float8(repeating: kernel.coordinates.gradientX.x)
    let vPerColumn = Float8(repeating: kernel.coordinates.gradientY.x)
    var memory = samples
    let end = groupEnd
    var index = groupStart
    while memory < end {
      let x = Float8(repeating: blocks.column(.x)[index]) + Lanes.laneNumbers
      let dx = x - centerX
      // `x` is a column + ½: `> end` leaves out column `end` too.
      let isUncovered = (x .< blocks.column(.first)[index]) .| (x .> blocks.column(.end)[index])
      let u = uPerColumn * dx + blocks.column(.rowU)[index]
      let v = vPerColumn * dx + blocks.column(.rowV)[index]
      body(memory, isInside ? u : u.replacing(with: 1e9, where: isUncovered), v)
      memory += blockFloatCount
      index &+= 1
    }
  }

  /// Computes the coverage of a block's pixels, and where they are sampled. `first` is the first tap.
  @inline(__always)
  private func setPlaces(
    _ first: TextureTap, _ u: Float8, _ v: Float8, _ memory: UnsafeMutablePointer<Float>, isInside: Bool
  ) {
    if !isInside { Lanes.store(kernel.ramps.coverage(u, v), to: memory + Self.coverage) }
    first.setPlaces(u, v, SamplePlaces(memory + Self.places), isInside: isInside)
    var index = 1
    while index < taps.count {
      taps.taps[index].setPlaces(
        u, v, SamplePlaces(memory + (Self.places &+ index &* SamplePlaces.floatCount)), isInside: isInside)
      index &+= 1
    }
  }

  /// Adds samples, multiplied by coverage, to the colours of the current group's blocks. The first samples replace what is there.
  @inline(never)
  private func addSamples(isFirst: Bool) {
    switch coloring {
    case .white: addSamples(isFirst: isFirst) { tap, places in tap.sample(places, isWhite: true) }
    case .color: addSamples(isFirst: isFirst) { tap, places in tap.sample(places, isWhite: false) }
    case .puffOpacity: addSamples(isFirst: isFirst) { tap, places in tap.opacityOfPuff(places) }
    case .puffLight(let light): addSamples(isFirst: isFirst) { tap, places in tap.sample(places, under: light) }
    }
  }

  /// - Parameter sample: inlined.
  @inline(__always)
  private func addSamples(isFirst: Bool, _ sample: (TextureTap, SamplePlaces) -> LaneColor) {
    let (first, count) = (firstTap, taps.count)
    var memory = samples
    let end = groupEnd
    while memory < end {
      var sum = sample(first, SamplePlaces(memory + Self.places))
      if count > 1 {
        sum = sum * first.weight
        var index = 1
        while index < count {
          let (tap, places) = (taps.taps[index], Self.places &+ index &* SamplePlaces.floatCount)
          sum += sample(tap, SamplePlaces(memory + places)) * tap.weight
          index &+= 1
        }
      }
      if !isInside { sum = sum * Lanes.load(memory + Self.coverage) }
      if !isFirst { sum += LaneColor(memory + Self.color, planeStride: 8) }
      sum.store(to: memory + Self.color, planeStride: 8)
      memory += blockFloatCount
    }
  }
}
