import Model
import Simulation

/// The memory that a cell's particles occupy, in bytes: those of a `CellLoad` in each frame that is drawn concurrently, and states that are kept
/// from frame to frame.
///
/// Measured as the resident memory of `motes hash` with up to a million particles, less that of an empty frame.
struct ParticleMemory: Sendable, Equatable {
  /// A record that is packed for rasterising (`SpriteRecord` in Raster), for each tile that it touches.
  private var packedBytes = 0.0
  /// What else a record takes: the box in tiles by which it is sorted into them, and, where particles are sorted before they are drawn, its
  /// columns, which are kept by chunk, joined and sorted.
  private var recordBytes = 0.0
  /// A trail's record, in arrays that are up to twice as long as needed; what is never written takes no memory.
  private var trailBytes = 0.0
  /// A chunk of births, in a list that may have room for twice as many, and the cache of its particles' states.
  private var chunkBytes = 0.0
  /// States of a stepped particle after its last whole steps (`StateCacheEntry` in Simulation): its own, that from which its trail goes on, and
  /// that of its parent at its birth.
  private(set) var stateBytes = 0.0

  /// Pixels of a tile's sides.
  private static let tile = (width: PixelMemory.tileWidth, height: PixelMemory.tileHeight)

  init() {}

  /// - Parameters:
  ///   - trailFloats: the length of a trail's record; 0 without trails.
  ///   - hasSteppedParent: whether the particles' parents are stepped.
  init(_ cell: Cell, isRound: Bool, isSorted: Bool, trailFloats: Int, hasSteppedParent: Bool) {
    packedBytes = Double(ParticleLayout.packedFloatCount(isRound: isRound) * MemoryLayout<Float>.stride)
    // The light on the six sides of a puff, or a sheet, is kept in columns, then side by side.
    let bodyFloats = cell.hasPuffs ? ParticleLayout.sideLightCount : cell.hasSheets ? ParticleLayout.sheetFloatCount : 0
    let sideBytes = bodyFloats * MemoryLayout<Float>.stride
    recordBytes = Double(36 + sideBytes + (isSorted ? 150 + 3 * sideBytes : 0))
    trailBytes = 1.2 * Double(trailFloats * MemoryLayout<Float>.stride)
    chunkBytes = 2 * 56 + (cell.hasSteppedCells ? 2_000 : 0)
    let states = (cell.isStepped ? 1 : 0) + (cell.isStepped && cell.trail != nil ? 1 : 0) + (hasSteppedParent ? 1 : 0)
    stateBytes = 64 * Double(states)
  }

  /// Bytes in each frame that is drawn concurrently.
  func frameBytes(_ load: CellLoad) -> Double {
    let side = (load.spritePixels / max(load.records, 1)).squareRoot()
    let tilesOfRecord = (1 + side / Self.tile.width) * (1 + side / Self.tile.height)
    // A thread exchanges the trails of a chunk that it has traced for those of the frame before, and so has memory for as many.
    let trails = load.trails + min(load.trails, Double(EmitterProgram.chunkCapacity))
    return load.records * (packedBytes * tilesOfRecord + recordBytes) + trails * trailBytes + load.chunks * chunkBytes
  }
}
