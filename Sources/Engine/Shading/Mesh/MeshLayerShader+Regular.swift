import Lanes
import Raster

// Regular meshes: u and v follow from x and y.

extension MeshLayerShader {
  /// A column of patches, in which u = (x − center) · scale, −1...1, for the x of a pixel's centre in the frame.
  struct PatchColumn {
    /// In every row of patches: the number of the patch in this column minus that of the row's leftmost patch. The mesh's cells have
    /// divisions × divisions patches each, which are numbered together, row by row, before those of the next cell. So `patchOffset` grows
    /// by 1 from patch to patch within a cell, and begins at divisions² × the cell's column.
    var patchOffset: Int
    /// The first column of pixels whose centres lie on the patches.
    var start: Int
    /// The x of the patches' middle in frame pixels.
    var center: Float
    /// 2 ÷ the patches' width in pixels.
    var scale: Float
  }

  /// The row of patches that a row of pixels lies on, and v at the pixels' centres, −1...1.
  struct PatchRow {
    /// The number of the leftmost patch.
    var firstPatch: Int
    var v: Float
  }

  /// Maps the columns and rows of the frame to the patches of a regular mesh.
  func mapPixelsToPatches() {
    let divisions = colors.divisions
    let count = Double(divisions)
    patchColumns.resize(to: surface.columns * divisions)
    for column in 0..<surface.columns {
      let (left, right) = (surface.vertex(column, 0).x, surface.vertex(column + 1, 0).x)
      let width = (right - left) / count
      for index in 0..<divisions {
        let start = left + width * Double(index)
        // Clamped to just outside of the frame, so that it can be converted to Int.
        let first = (min(max(start, -1), Double(canvas.widthPixels) + 8) - 0.5).rounded(.up)
        patchColumns.base[column * divisions + index] = PatchColumn(
          patchOffset: column * divisions * divisions + index, start: Int(first),
          center: Float(start + width / 2), scale: Float(2 / width))
      }
    }
    patchRows.resize(to: canvas.heightPixels)
    var cellRow = 0
    for row in 0..<canvas.heightPixels {
      let y = Double(row) + 0.5
      while cellRow + 1 < surface.rows && y >= surface.vertex(0, cellRow + 1).y { cellRow += 1 }
      let (top, bottom) = (surface.vertex(0, cellRow).y, surface.vertex(0, cellRow + 1).y)
      // The distance from the top of the cell, in patches.
      let down = min(max((y - top) / (bottom - top), 0), 1) * count
      let patch = min(down.rounded(.down), count - 1)
      patchRows.base[row] = PatchRow(
        firstPatch: (cellRow * surface.columns * divisions + Int(patch)) * divisions, v: Float(2 * (down - patch) - 1))
    }
  }

  /// Draws a regular mesh, patch column by patch column from left to right.
  func shadeRegular<Format: MeshPixelFormat>(
    _ tile: Tile, _ painter: MeshPainter<Format>, _ scratch: AlignedBuffer<Float>
  ) {
    let (columns, rows) = (patchColumns.base, patchRows.base)
    let count = patchColumns.count
    // For each row a cubic over u: four coefficients, each R G B A.
    scratch.resize(to: 16 * tile.height)
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
        let patch = rows[min(max(tile.y &+ row, 0), patchRows.count &- 1)]
        painter.writeCurve(patch: patch.firstPatch &+ column.patchOffset, v: patch.v, to: curves + 16 &* row)
      }
      painter.color(
        UnsafePointer(curves), center: column.center, scale: column.scale, columns: start, end, of: tile)
      start = end
    }
  }
}
