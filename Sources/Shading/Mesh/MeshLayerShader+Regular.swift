import Lanes
import Raster

// Regular meshes: u and v follow from x and y.

extension MeshLayerShader {
  /// A column of patches, where u = (x − center) · scale for the x of a pixel's centre in the frame.
  struct PatchColumn {
    /// What is added to the number of a row's first patch for the patch of this column.
    var number: Int
    /// The first column of pixels whose centres lie on it.
    var start: Int
    var center: Float
    var scale: Float
  }

  /// The patches that a row of pixels lies on, and its v there.
  struct PatchRow {
    /// The number of the row's first patch.
    var first: Int
    var v: Float
  }

  /// Maps the columns and rows of the frame to patches.
  func prepareRows() {
    let divisions = colors.divisions
    let count = Double(divisions)
    patchColumns.reserve(surface.columns * divisions)
    for column in 0..<surface.columns {
      let (left, right) = (surface.point(column, 0).x, surface.point(column + 1, 0).x)
      let width = (right - left) / count
      for index in 0..<divisions {
        let start = left + width * Double(index)
        let first = (min(max(start, -1), Double(canvas.widthPixels) + 8) - 0.5).rounded(.up)
        patchColumns.base[column * divisions + index] = PatchColumn(
          number: column * divisions * divisions + index, start: Int(first),
          center: Float(start + width / 2), scale: Float(2 / width))
      }
    }
    patchRows.reserve(canvas.heightPixels)
    var cell = 0
    for row in 0..<canvas.heightPixels {
      let y = Double(row) + 0.5
      while cell + 1 < surface.rows && y >= surface.point(0, cell + 1).y { cell += 1 }
      let (top, bottom) = (surface.point(0, cell).y, surface.point(0, cell + 1).y)
      let down = min(max((y - top) / (bottom - top), 0), 1) * count
      let patch = min(down.rounded(.down), count - 1)
      patchRows.base[row] = PatchRow(
        first: (cell * surface.columns * divisions + Int(patch)) * divisions, v: Float(2 * (down - patch) - 1))
    }
  }

  /// Draws a regular mesh, patch column by patch column from left to right.
  func shadeRows<Format: MeshPixelFormat>(
    _ tile: Tile, _ painter: MeshPainter<Format>, _ scratch: AlignedBuffer<Float>
  ) {
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
        let patch = rows[min(max(tile.y &+ row, 0), patchRows.count &- 1)]
        painter.writeCurve(patch: patch.first &+ column.number, v: patch.v, to: curves + 16 &* row)
      }
      painter.color(
        UnsafePointer(curves), center: column.center, scale: column.scale, columns: start, end, of: tile)
      start = end
    }
  }
}
