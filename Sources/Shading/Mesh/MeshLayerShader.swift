import Colorimetry
import Lanes
import Model
import Raster

/// A mesh gradient from frame to frame.
///
/// A regular mesh that covers the canvas is coloured row by row: there v rests and the colour is a cubic along x. Any other is
/// cut in pieces (`MeshSurface`), whose pixels get their places in the mesh (`MeshTriangles`) and then their colours
/// (`MeshPaint`); its rim is weighed with the area that it covers of each pixel (`MeshBoundaryCoverage`). Where a mesh covers the canvas and
/// does not fold, only every fourth pixel of every fourth row is drawn so (`CoarseTile`). Where one folds its edges are sampled
/// (`SupersampledMeshTile`).
/// Cost at 1080p on one thread: regular 1.5 ms, others 4 to 5 ms, with a rim some 12.
final class MeshLayerShader: LayerShader, @unchecked Sendable {
  private let mesh: Mesh
  private let canvas: Canvas
  private let isConstant: Bool
  private let hasConstantColors: Bool
  private var colors: MeshColors
  private let surface: MeshSurface
  private let rim: MeshBoundaryCoverage
  private let folds = MeshSilhouette()
  private let patchColumns = AlignedBuffer<PatchColumn>(count: 0)
  private let patchRows = AlignedBuffer<PatchRow>(count: 0)
  private var background = SIMD4<Float>.zero
  private var isReady = false
  private var areColorsReady = false
  /// Pixels that each cell may touch.
  private var bounds: [PixelRect]

  init(_ mesh: Mesh, canvas: Canvas) {
    self.mesh = mesh
    self.canvas = canvas
    isConstant = mesh.movingValues.areConstant
    hasConstantColors = mesh.hasConstantColors
    colors = MeshColors(mesh, encoding: canvas.blending == .srgb ? .srgb : .linear)
    surface = MeshSurface(columns: mesh.columns - 1, rows: mesh.rows - 1)
    rim = MeshBoundaryCoverage(width: canvas.widthPixels, height: canvas.heightPixels)
    bounds = Array(
      repeating: PixelRect(x: 0, y: 0, width: 0, height: 0), count: (mesh.columns - 1) * (mesh.rows - 1))
  }

  var version: Int? { isConstant ? 0 : nil }
  var cost: Float { surface.isRegular ? 2 : 6 }
  var isOpaque: Bool { (colors.isOpaque && surface.coversFrame) || (colors.isOpaque && background.w >= 1) }

  func update(at clock: AnimationClock) {
    if isConstant && isReady { return }
    isReady = true
    if !hasConstantColors || !areColorsReady {
      colors.update(mesh, at: clock)
      areColorsReady = true
    }
    background = SIMD4<Float>(
      mesh.background.value(at: clock).premultiplied(canvas.blending == .srgb ? .srgb : .linear))
    surface.update(mesh, canvas: canvas, clock: clock, divisions: colors.divisions)
    if surface.isRegular { return layOutRows() }
    findBounds()
    if !surface.coversFrame { traceRim() }
    if surface.isFolded { traceFolds() }
  }

  // MARK: What is where

  private func findBounds() {
    // Two pixels more for the rim; samples beyond the frame count.
    let (width, height) = (Double(canvas.widthPixels) + 16, Double(canvas.heightPixels) + 16)
    for row in 0..<surface.rows {
      for column in 0..<surface.columns {
        var (low, high) = (SIMD2(Double.infinity, .infinity), SIMD2(-Double.infinity, -.infinity))
        for y in surface.rowStarts[row]...surface.rowStarts[row + 1] {
          for x in surface.columnStarts[column]...surface.columnStarts[column + 1] {
            let node = surface.node(x, y)
            (low.x, high.x) = (min(low.x, node.x), max(high.x, node.x))
            (low.y, high.y) = (min(low.y, node.y), max(high.y, node.y))
          }
        }
        let left = Int(min(max(low.x - 2, -16), width).rounded(.down))
        let right = Int(min(max(high.x + 2, -16), width).rounded(.up))
        let top = Int(min(max(low.y - 2, -16), height).rounded(.down))
        let bottom = Int(min(max(high.y + 2, -16), height).rounded(.up))
        bounds[row * surface.columns + column] = PixelRect(x: left, y: top, width: right - left, height: bottom - top)
      }
    }
  }

  /// The nodes of the rim, clockwise from the top left, with the patch at each piece.
  private func forEachRimPiece(_ body: (_ from: (Int, Int), _ to: (Int, Int)) -> Void) {
    let (right, bottom) = (surface.columnStarts[surface.columns], surface.rowStarts[surface.rows])
    for x in 0..<right { body((x, 0), (x + 1, 0)) }
    for y in 0..<bottom { body((right, y), (right, y + 1)) }
    for x in stride(from: right, to: 0, by: -1) { body((x, bottom), (x - 1, bottom)) }
    for y in stride(from: bottom, to: 0, by: -1) { body((0, y), (0, y - 1)) }
  }

  private func traceRim() {
    rim.begin()
    forEachRimPiece { from, to in rim.add(surface.node(from.0, from.1), surface.node(to.0, to.1)) }
    rim.end()
  }

  private func traceFolds() {
    folds.begin(width: canvas.widthPixels, height: canvas.heightPixels)
    if !surface.coversFrame {
      forEachRimPiece { from, to in folds.add(surface.node(from.0, from.1), surface.node(to.0, to.1)) }
    }
    folds.addTurns(of: surface)
  }

  func mark(_ touched: DirtyBlocks, rect: PixelRect) -> Bool {
    if surface.isRegular || surface.coversFrame || background.w > 0 { return false }
    for bound in bounds {
      touched.markDirty(
        left: bound.x - rect.x, top: bound.y - rect.y, right: bound.endX - rect.x, bottom: bound.endY - rect.y)
    }
    return true
  }

  // MARK: Drawing

  func shade(into tile: Tile, blocks: OccupiedBlocks, scratch: AlignedBuffer<Float>) -> Bool {
    shade(into: tile, blocks: blocks, scratch: scratch, keepsAlpha: true)
  }

  func shade(into tile: Tile, blocks: OccupiedBlocks, scratch: AlignedBuffer<Float>, keepsAlpha: Bool) -> Bool {
    switch (colors.isOpaque, canvas.blending) {
    case (true, .linear) where !keepsAlpha && isOpaque: shade(tile, blocks, paint(LightMesh.self), scratch)
    case (true, .linear): shade(tile, blocks, paint(OpaqueMesh.self), scratch)
    case (true, .srgb): shade(tile, blocks, paint(OpaqueEncodedMesh.self), scratch)
    case (false, .linear): shade(tile, blocks, paint(TranslucentMesh.self), scratch)
    case (false, .srgb): shade(tile, blocks, paint(TranslucentEncodedMesh.self), scratch)
    }
  }

  private func paint<Kind: MeshKind>(_ kind: Kind.Type) -> MeshPaint<Kind> {
    MeshPaint(patches: colors.patches.base, background: background)
  }

  @inline(__always)
  private func shade<Kind: MeshKind>(
    _ tile: Tile, _ blocks: OccupiedBlocks, _ paint: MeshPaint<Kind>, _ scratch: AlignedBuffer<Float>
  ) -> Bool {
    if surface.isRegular {
      shadeRows(tile, paint, scratch)
      markAll(tile, blocks)
      return true
    }
    if surface.step > 1 {
      shadeCoarsely(tile, paint, scratch)
      markAll(tile, blocks)
      return true
    }
    if surface.isFolded { return shadeFolded(tile, blocks, paint, scratch) }
    blocks.clear(width: tile.width, height: tile.height)
    forgetPlaces(tile)
    let hasRim = !surface.coversFrame
    if hasRim { drawMargin(MeshTriangles(tile: tile, coverage: 0)) }
    if !drawCells(MeshTriangles(tile: tile, coverage: 1)) && !(background.w > 0) { return false }
    if hasRim { weighRim(tile) }
    if colors.isOpaque && !hasRim {
      paint.colorOpaque(tile)
      markAll(tile, blocks)
    } else {
      paint.color(tile, blocks: blocks)
    }
    return true
  }

  /// Draws a mesh that may lie on itself.
  private func shadeFolded<Kind: MeshKind>(
    _ tile: Tile, _ blocks: OccupiedBlocks, _ paint: MeshPaint<Kind>, _ scratch: AlignedBuffer<Float>
  ) -> Bool {
    let folded = SupersampledMeshTile(of: tile, scratch: scratch)
    folded.clear()
    blocks.clear(width: tile.width, height: tile.height)
    let hasRim = !surface.coversFrame
    if hasRim { drawMargin(MeshTriangles(tile: folded.outer, coverage: 0)) }
    let sheets = MeshDepthRasterizer(tile: folded.outer, depths: folded.depths)
    let isTouched = forEachPiece(in: folded.outer.rect) { piece, depth in sheets.draw(piece, depth) }
    if !isTouched && !(background.w > 0) { return false }
    folded.countSheets()
    if hasRim { weighRim(folded.outer) }
    folds.mark(folded.marks)
    paint.color(folded, blocks: blocks)
    folded.markSteps(isLinear: canvas.blending == .linear, hasAlpha: Kind.hasAlpha)
    folded.sample(paint, rim: hasRim ? rim : nil, blocks: blocks) { samples, rect in
      _ = forEachPiece(in: rect) { piece, depth in samples.draw(piece, depth) }
    }
    return true
  }

  /// Marks every pixel as being nowhere in the mesh.
  private func forgetPlaces(_ tile: Tile) {
    for row in 0..<tile.height {
      tile.row(row, plane: 2).update(repeating: -1, count: tile.width)
      tile.row(row, plane: 3).update(repeating: 0, count: tile.width)
    }
  }

  /// Draws some of the pixels, from which the others follow.
  private func shadeCoarsely<Kind: MeshKind>(_ tile: Tile, _ paint: MeshPaint<Kind>, _ scratch: AlignedBuffer<Float>) {
    let coarse = CoarseTile(of: tile, step: surface.step, scratch: scratch)
    forgetPlaces(coarse.samples)
    let triangles = MeshTriangles(tile: coarse.samples, coverage: 1)
    // Samples beyond the frame take part.
    drawMargin(triangles)
    _ = drawCells(triangles)
    paint.colorOpaque(coarse.samples)
    coarse.spread(planes: 0..<(Kind.hasAlpha ? 4 : 3))
    if !Kind.hasAlpha && Kind.writesAlpha {
      for row in 0..<tile.height { tile.row(row, plane: 3).update(repeating: 1, count: tile.width) }
    }
    paint.hold(tile)
  }

  /// Every pixel has been written, of which an opaque picture need not tell.
  private func markAll(_ tile: Tile, _ blocks: OccupiedBlocks) {
    if isOpaque { return }
    blocks.clear(width: tile.width, height: tile.height)
    for row in 0..<tile.height { blocks.mark(row: row, columns: 0..<tile.width) { _ in } }
  }

  /// Whether any was in sight.
  private func drawCells(_ triangles: MeshTriangles) -> Bool {
    forEachPiece(in: triangles.tile.rect) { piece, _ in triangles.draw(piece) }
  }

  // MARK: Regular meshes

  /// A column of patches: its first pixel, and u = (x − middle) · scale.
  private struct PatchColumn {
    var number: Int
    var start: Int
    var middle: Float
    var scale: Float
  }

  /// Which patches each row lies on, and where.
  private struct PatchRow {
    /// The number of the first patch of the row's cells, and how far from one cell's to the next one's.
    var first: Int
    var v: Float
  }

  private func layOutRows() {
    let divisions = colors.divisions
    let count = Double(divisions)
    patchColumns.reserve(surface.columns * divisions)
    for column in 0..<surface.columns {
      let (left, right) = (surface.place(column, 0).x, surface.place(column + 1, 0).x)
      let width = (right - left) / count
      for part in 0..<divisions {
        let start = left + width * Double(part)
        let first = (min(max(start, -1), Double(canvas.widthPixels) + 8) - 0.5).rounded(.up)
        patchColumns.base[column * divisions + part] = PatchColumn(
          number: column * divisions * divisions + part, start: Int(first),
          middle: Float(start + width / 2), scale: Float(2 / width))
      }
    }
    patchRows.reserve(canvas.heightPixels)
    var cell = 0
    for row in 0..<canvas.heightPixels {
      let y = Double(row) + 0.5
      while cell + 1 < surface.rows && y >= surface.place(0, cell + 1).y { cell += 1 }
      let (top, bottom) = (surface.place(0, cell).y, surface.place(0, cell + 1).y)
      let down = min(max((y - top) / (bottom - top), 0), 1) * count
      let part = min(down.rounded(.down), count - 1)
      patchRows.base[row] = PatchRow(
        first: (cell * surface.columns * divisions + Int(part)) * divisions, v: Float(2 * (down - part) - 1))
    }
  }

  /// Patch column by patch column, from left to right.
  private func shadeRows<Kind: MeshKind>(_ tile: Tile, _ paint: MeshPaint<Kind>, _ scratch: AlignedBuffer<Float>) {
    let (columns, rows) = (patchColumns.base, patchRows.base)
    let count = patchColumns.count
    scratch.reserve(16 * tile.height)
    let curves = scratch.base
    // The first column of patches in the tile.
    var index = 0
    while index + 1 < count && columns[index + 1].start <= tile.x { index += 1 }
    var start = 0
    while start < tile.width {
      let column = columns[index]
      index += 1
      let end = index < count ? min(columns[index].start - tile.x, tile.width) : tile.width
      if end <= start { continue }
      for row in 0..<tile.height {
        let place = rows[min(max(tile.y &+ row, 0), patchRows.count &- 1)]
        paint.writeCurve(patch: place.first &+ column.number, v: place.v, to: curves + 16 &* row)
      }
      paint.color(
        UnsafePointer(curves), middle: column.middle, scale: column.scale, columns: start, end, of: tile)
      start = end
    }
  }

  // MARK: Other meshes

  /// Calls `body` with the pieces that meet a rectangle, cell by cell; whether any cell may.
  @inline(__always)
  private func forEachPiece(in rect: PixelRect, _ body: (MeshPiece, MeshDepth) -> Void) -> Bool {
    var isTouched = false
    for row in 0..<surface.rows {
      for column in 0..<surface.columns where meets(bounds[row * surface.columns + column], rect) {
        forEachPiece(column, row, in: rect, body)
        isTouched = true
      }
    }
    return isTouched
  }

  private func meets(_ a: PixelRect, _ b: PixelRect) -> Bool {
    a.x < b.x + b.width && a.x + a.width > b.x && a.y < b.y + b.height && a.y + a.height > b.y
  }

  /// The same for a cell.
  @inline(__always)
  private func forEachPiece(
    _ column: Int, _ row: Int, in rect: PixelRect, _ body: (MeshPiece, MeshDepth) -> Void
  ) {
    let (left, right) = (Double(rect.x), Double(rect.endX))
    let (top, bottom) = (Double(rect.y), Double(rect.endY))
    let divisions = colors.divisions
    let (firstX, endX) = (surface.columnStarts[column], surface.columnStarts[column + 1])
    let (firstY, endY) = (surface.rowStarts[row], surface.rowStarts[row + 1])
    // Nodes along a side of a patch.
    let (nodesX, nodesY) = ((endX - firstX) / divisions, (endY - firstY) / divisions)
    let cell = row * surface.columns + column
    let firstPatch = cell * divisions * divisions
    let stride = surface.stride
    var nodeY = firstY
    while nodeY < endY {
      let (patchY, partY) = ((nodeY - firstY) / nodesY, (nodeY - firstY) % nodesY)
      let (vStart, vEnd) = (local(partY, nodesY), local(partY + 2, nodesY))
      let xs = surface.x.base + nodeY * stride
      let ys = surface.y.base + nodeY * stride
      var nodeX = firstX
      while nodeX < endX {
        defer { nodeX += 2 }
        let (x, y) = (xs + nodeX, ys + nodeX)
        if min(min(y[0], y[2]), min(y[2 * stride], y[2 * stride + 2])) >= bottom { continue }
        if max(max(y[0], y[2]), max(y[2 * stride], y[2 * stride + 2])) <= top { continue }
        if min(min(x[0], x[2]), min(x[2 * stride], x[2 * stride + 2])) >= right { continue }
        if max(max(x[0], x[2]), max(x[2 * stride], x[2 * stride + 2])) <= left { continue }
        func point(_ index: Int) -> SIMD2<Double> { SIMD2(x[index], y[index]) }
        let (a, b, c, d) = (point(0), point(2), point(2 * stride), point(2 * stride + 2))
        let (patchX, partX) = ((nodeX - firstX) / nodesX, (nodeX - firstX) % nodesX)
        body(
          MeshPiece(
            a: a, b: b, c: c, d: d, top: point(1) - (a + b) / 2, left: point(stride) - (a + c) / 2,
            right: point(stride + 2) - (b + d) / 2, bottom: point(2 * stride + 1) - (c + d) / 2,
            middle: point(stride + 1) - (b + c) / 2, patch: Float(firstPatch + patchY * divisions + patchX),
            uStart: local(partX, nodesX), uEnd: local(partX + 2, nodesX), vStart: vStart, vEnd: vEnd),
          MeshDepth(cell: cell, divisions: divisions, patchX: patchX, patchY: patchY))
      }
      nodeY += 2
    }
  }

  /// The place of a node in a patch, −1 to 1.
  @inline(__always)
  private func local(_ node: Int, _ nodes: Int) -> Float { Float(2 * Double(node) / Double(nodes) - 1) }

  // MARK: The rim

  /// How far the rim's colours reach beyond it: into every pixel that it crosses, and every sample that takes part.
  private var margin: Double { surface.step > 1 ? 4 : 1.5 }

  /// Carries the colours of the rim outwards.
  private func drawMargin(_ triangles: MeshTriangles) {
    let tile = triangles.tile
    let area = PixelRect(x: tile.x, y: tile.y, width: tile.width, height: tile.height)
    let (right, bottom) = (surface.columnStarts[surface.columns], surface.rowStarts[surface.rows])
    let divisions = colors.divisions
    let margin = self.margin
    forEachRimPiece { from, to in
      let (a, b) = (surface.node(from.0, from.1), surface.node(to.0, to.1))
      let reach = 2 * margin
      if max(a.x, b.x) + reach < Double(area.x) || min(a.x, b.x) - reach > Double(area.endX) { return }
      if max(a.y, b.y) + reach < Double(area.y) || min(a.y, b.y) - reach > Double(area.endY) { return }
      let way = b - a
      let length = (way.x * way.x + way.y * way.y).squareRoot()
      if !(length > 1e-6) { return }
      let unit = way / length
      // Outwards; inwards only where the mesh may lie upside down.
      let outwards = SIMD2(unit.y, -unit.x) * margin
      let inwards = outwards * (surface.step > 1 ? -0.5 / margin : -1)
      // Neighbours overlap a little, and corners are filled.
      func isCorner(_ node: (Int, Int)) -> Bool {
        (node.0 == 0 || node.0 == right) && (node.1 == 0 || node.1 == bottom)
      }
      let (before, after) = (isCorner(from) ? margin : 0.5, isCorner(to) ? margin : 0.5)
      let (start, end) = (a - unit * before, b + unit * after)
      // The patch on whose side the piece lies.
      let (x, y) = (min(min(from.0, to.0), right - 1), min(min(from.1, to.1), bottom - 1))
      let (column, stepX, stepsX) = step(x, in: surface.columnStarts)
      let (row, stepY, stepsY) = step(y, in: surface.rowStarts)
      let (patchX, partX) = (stepX / (stepsX / divisions), stepX % (stepsX / divisions))
      let (patchY, partY) = (stepY / (stepsY / divisions), stepY % (stepsY / divisions))
      func u(_ node: Int) -> Float { local(partX + node - x, stepsX / divisions) }
      func v(_ node: Int) -> Float { local(partY + node - y, stepsY / divisions) }
      let patch = Float(((row * surface.columns + column) * divisions + patchY) * divisions + patchX)
      // Along the piece goes u or v; the other one rests.
      let isAlongRow = from.1 == to.1
      var piece = MeshPiece(
        a: start + outwards, b: end + outwards, c: start + inwards, d: end + inwards, top: .zero, left: .zero,
        right: .zero,
        bottom: .zero, middle: .zero, patch: patch, uStart: u(from.0), uEnd: u(from.0), vStart: v(from.1),
        vEnd: v(from.1))
      // The longer piece goes on as the shorter one does.
      func extend(_ first: Float, _ last: Float) -> (Float, Float) {
        (first - (last - first) * Float(before / length), last + (last - first) * Float(after / length))
      }
      if isAlongRow {
        (piece.uStart, piece.uEnd) = extend(u(from.0), u(to.0))
      } else {
        (piece.b, piece.c) = (piece.c, piece.b)
        (piece.vStart, piece.vEnd) = extend(v(from.1), v(to.1))
      }
      triangles.draw(piece)
    }
  }

  /// The cell of a step, its number there, and how many there are.
  private func step(_ step: Int, in starts: [Int]) -> (cell: Int, step: Int, count: Int) {
    var cell = 0
    while starts[cell + 1] <= step { cell += 1 }
    return (cell, step - starts[cell], starts[cell + 1] - starts[cell])
  }

  private func weighRim(_ tile: Tile) {
    for row in 0..<tile.height {
      let y = tile.y + row
      if y < 0 || y >= canvas.heightPixels { continue }
      let coverage = tile.row(row, plane: 3)
      for index in Int(rim.rowStarts[y])..<Int(rim.rowStarts[y + 1]) {
        let column = Int(rim.columns[index]) - tile.x
        if column >= 0 && column < tile.width { coverage[column] = rim.coverage[index] }
      }
    }
  }
}
