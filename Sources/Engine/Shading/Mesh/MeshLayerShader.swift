import Colorimetry
import Lanes
import Model
import Raster

/// Draws a mesh gradient.
///
/// A regular mesh that covers the canvas is coloured row by row: along a row v is constant and the colour is a cubic over x. Any
/// other mesh is cut into pieces (`MeshSurface`), which are rasterized to parameters (`MeshRasterizer`) and then coloured
/// (`MeshPainter`). Pixels on a visible boundary are weighted with exact areas (`MeshBoundaryCoverage`). A smooth mesh that covers
/// the canvas and does not fold is drawn at every fourth pixel and interpolated (`CoarseTile`). The edges of a folded mesh are
/// supersampled (`SupersampledMeshTile`).
final class MeshLayerShader: LayerShader, @unchecked Sendable {
  private let mesh: Mesh
  let canvas: Canvas
  private let isConstant: Bool
  private let hasConstantColors: Bool
  var colors: MeshColors
  let surface: MeshSurface
  let boundary: MeshBoundaryCoverage
  let silhouette = MeshSilhouette()
  /// A regular mesh's columns of patches from left to right, and the row of patches for each row of the frame.
  let patchColumns = AlignedBuffer<PatchColumn>(count: 0)
  let patchRows = AlignedBuffer<PatchRow>(count: 0)
  /// The premultiplied colour outside of the mesh.
  private var background = SIMD4<Float>.zero
  private var isReady = false
  private var areColorsReady = false
  /// The box that each cell may cover, in the units of nodes (`MeshSurface.step` pixels); row by row.
  var cellBounds: [PixelRect]

  init(_ mesh: Mesh, in context: ShaderContext) {
    self.mesh = mesh
    canvas = context.canvas
    isConstant = mesh.animatedValues.areConstant
    hasConstantColors = mesh.hasConstantColors
    colors = MeshColors(mesh, encoding: canvas.blending.encoding)
    surface = MeshSurface(columns: mesh.columns - 1, rows: mesh.rows - 1)
    boundary = MeshBoundaryCoverage(width: canvas.widthPixels, height: canvas.heightPixels)
    cellBounds = Array(
      repeating: PixelRect(x: 0, y: 0, width: 0, height: 0), count: (mesh.columns - 1) * (mesh.rows - 1))
  }

  var contentVersion: Int? { isConstant ? 0 : nil }
  var pixelNanoseconds: Double {
    surface.isRegular ? MeshEstimate.regularPixelNanoseconds : MeshEstimate.pixelNanoseconds
  }
  var isOpaque: Bool { (colors.isOpaque && surface.coversFrame) || (colors.isOpaque && background.w >= 1) }

  func update(at clock: AnimationClock) {
    if isConstant && isReady { return }
    isReady = true
    if !hasConstantColors || !areColorsReady {
      colors.update(mesh, at: clock)
      areColorsReady = true
    }
    background = mesh.background.value(at: clock).tileValue(on: canvas)
    surface.update(mesh, canvas: canvas, clock: clock, divisions: colors.divisions)
    if surface.isRegular { return mapPixelsToPatches() }
    findCellBounds()
    if !surface.coversFrame { traceBoundary() }
    if surface.isFolded { traceSilhouette() }
  }

  func markDirty(_ blocks: DirtyBlocks, rect: PixelRect) -> Bool {
    if surface.isRegular || surface.coversFrame || background.w > 0 { return false }
    for bound in cellBounds {
      blocks.markDirty(
        left: bound.x - rect.x, top: bound.y - rect.y, right: bound.endX - rect.x, bottom: bound.endY - rect.y)
    }
    return true
  }

  // MARK: Drawing

  func shade(into tile: Tile, blocks: OccupiedBlocks, scratch: AlignedBuffer<Float>, writesAlpha: Bool) -> Bool {
    switch (colors.isOpaque, canvas.blending) {
    case (true, .linear) where !writesAlpha && isOpaque: shade(tile, blocks, painter(OpaqueRGBFormat.self), scratch)
    case (true, .linear): shade(tile, blocks, painter(OpaqueRGBAFormat.self), scratch)
    case (true, .srgb): shade(tile, blocks, painter(OpaqueEncodedFormat.self), scratch)
    case (false, .linear): shade(tile, blocks, painter(TranslucentFormat.self), scratch)
    case (false, .srgb): shade(tile, blocks, painter(TranslucentEncodedFormat.self), scratch)
    }
  }

  private func painter<Format: MeshPixelFormat>(_ format: Format.Type) -> MeshPainter<Format> {
    MeshPainter(patches: colors.patches.base, background: background)
  }

  /// Draws a tile in one format of pixels.
  @inline(__always)
  private func shade<Format: MeshPixelFormat>(
    _ tile: Tile, _ blocks: OccupiedBlocks, _ painter: MeshPainter<Format>, _ scratch: AlignedBuffer<Float>
  ) -> Bool {
    if surface.isRegular {
      shadeRegular(tile, painter, scratch)
      markAll(tile, blocks)
      return true
    }
    if surface.step > 1 {
      shadeCoarsely(tile, painter, scratch)
      markAll(tile, blocks)
      return true
    }
    if surface.isFolded { return shadeFolded(tile, blocks, painter, scratch) }
    blocks.reset(width: tile.width, height: tile.height)
    clearParameters(tile)
    let hasBoundary = !surface.coversFrame
    if hasBoundary { drawMargin(MeshRasterizer(tile: tile, coverage: 0)) }
    if !drawCells(MeshRasterizer(tile: tile, coverage: 1)) && !(background.w > 0) { return false }
    if hasBoundary { writeBoundaryCoverage(tile) }
    if colors.isOpaque && !hasBoundary {
      painter.colorOpaque(tile)
      markAll(tile, blocks)
    } else {
      painter.color(tile, blocks: blocks)
    }
    return true
  }

  /// Draws a mesh that may overlap itself.
  private func shadeFolded<Format: MeshPixelFormat>(
    _ tile: Tile, _ blocks: OccupiedBlocks, _ painter: MeshPainter<Format>, _ scratch: AlignedBuffer<Float>
  ) -> Bool {
    let folded = SupersampledMeshTile(of: tile, scratch: scratch)
    folded.clear()
    blocks.reset(width: tile.width, height: tile.height)
    let hasBoundary = !surface.coversFrame
    if hasBoundary { drawMargin(MeshRasterizer(tile: folded.outer, coverage: 0)) }
    let rasterizer = MeshDepthRasterizer(tile: folded.outer, depths: folded.depths)
    let isCovered = forEachPiece(in: folded.outer.rect) { piece, depth in rasterizer.draw(piece, depth) }
    if !isCovered && !(background.w > 0) { return false }
    folded.countSheets()
    if hasBoundary { writeBoundaryCoverage(folded.outer) }
    silhouette.insertPixels(into: folded.mask)
    painter.color(folded, blocks: blocks)
    folded.insertColorSteps(isLinear: canvas.blending == .linear, hasAlpha: Format.hasAlpha)
    folded.sample(painter, boundary: hasBoundary ? boundary : nil, blocks: blocks) { samples, rect in
      _ = forEachPiece(in: rect) { piece, depth in samples.draw(piece, depth) }
    }
    return true
  }

  /// Marks every pixel as lying outside of the mesh.
  private func clearParameters(_ tile: Tile) {
    for row in 0..<tile.height {
      tile.row(row, plane: 2).update(repeating: -1, count: tile.width)
      tile.row(row, plane: 3).update(repeating: 0, count: tile.width)
    }
  }

  /// Draws every fourth pixel and row, and interpolates the others.
  private func shadeCoarsely<Format: MeshPixelFormat>(
    _ tile: Tile, _ painter: MeshPainter<Format>, _ scratch: AlignedBuffer<Float>
  ) {
    let coarse = CoarseTile(of: tile, step: surface.step, scratch: scratch)
    clearParameters(coarse.samples)
    let rasterizer = MeshRasterizer(tile: coarse.samples, coverage: 1)
    // Pixels at the frame's border are interpolated from samples beyond it, too.
    drawMargin(rasterizer)
    _ = drawCells(rasterizer)
    painter.colorOpaque(coarse.samples)
    coarse.interpolate(planes: 0..<(Format.hasAlpha ? 4 : 3))
    if !Format.hasAlpha && Format.writesAlpha {
      for row in 0..<tile.height { tile.row(row, plane: 3).update(repeating: 1, count: tile.width) }
    }
    painter.clamp(tile)
  }

  /// Records that every pixel was drawn, unless the layer is opaque and need not record it.
  private func markAll(_ tile: Tile, _ blocks: OccupiedBlocks) {
    if isOpaque { return }
    blocks.markAll(of: tile)
  }

  /// Draws all cells that meet the rasterizer's tile. Returns false if no cell does.
  private func drawCells(_ rasterizer: MeshRasterizer) -> Bool {
    forEachPiece(in: rasterizer.tile.rect) { piece, _ in rasterizer.draw(piece) }
  }
}

extension Mesh: ShadedSource {
  /// Whether a larger mesh covers the frame takes too long to find out: its colours and its surface are computed first.
  var mayBeOpaque: Bool { (columns - 1) * (rows - 1) <= 16 }

  func makeShader(in context: ShaderContext) -> any LayerShader { MeshLayerShader(self, in: context) }

  func cost(in frame: CostedFrame) -> SourceCost {
    let estimate = MeshEstimate(self, in: frame)
    var cost = SourceCost(nanoseconds: estimate.nanoseconds, remedy: estimate.remedy)
    cost.frameBytes = estimate.bytes
    return cost
  }
}
