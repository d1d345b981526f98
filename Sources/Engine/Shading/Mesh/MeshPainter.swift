import Lanes
import Raster

/// Colours the pixels of a mesh, eight at a time, from the parameters that a rasterizer wrote.
struct MeshPainter<Format: MeshPixelFormat> {
  /// Sixteen coefficients for each patch, in the layout of `MeshColors.patches`.
  let patches: UnsafePointer<SIMD4<Float>>
  /// The premultiplied colour outside of the mesh.
  let background: SIMD4<Float>

  /// Colours a tile that `MeshRasterizer` wrote, and records the blocks that are not transparent.
  func color(_ tile: Tile, blocks: OccupiedBlocks) {
    let hasBackground = background.w > 0
    let width = tile.width
    for row in 0..<tile.height {
      let line = tile.row(row, plane: 0)
      var column = 0
      while column < width {
        let out = line + column
        let coverage = Lanes.load(out + 3 &* width)
        if !Lanes.any(coverage .> 0) {
          if hasBackground {
            store(
              LaneColor(
                red: Float8(repeating: background.x), green: Float8(repeating: background.y),
                blue: Float8(repeating: background.z), alpha: Float8(repeating: background.w)), out, width)
            blocks.mark(row: row, columns: column..<column + 8) { _ in }
          }
        } else {
          store(overBackground(self.color(out, width), coverage), out, width)
          blocks.mark(row: row, columns: column..<column + 8) { _ in }
        }
        column &+= 8
      }
    }
  }

  /// Colours the outer tile of a folded mesh, including its transparent blocks, copies its inner pixels to the inner tile, and records the
  /// inner tile's blocks that are not transparent.
  func color(_ folded: SupersampledMeshTile, blocks: OccupiedBlocks) {
    let (inner, outer) = (folded.inner, folded.outer)
    let hasBackground = background.w > 0
    for row in 0..<outer.height {
      let line = outer.row(row, plane: 0)
      let isInside = row > 0 && row <= inner.height
      var column = 0
      while column < outer.width {
        defer { column &+= 8 }
        let out = line + column
        let coverage = Lanes.load(out + 3 &* outer.width)
        let isUncovered = !Lanes.any(coverage .> 0)
        let color =
          isUncovered
          ? LaneColor(red: Float8(), green: Float8(), blue: Float8(), alpha: Float8()) : color(out, outer.width)
        let mixed = overBackground(color, coverage)
        store(mixed, out, outer.width)
        // The inner tile begins eight columns and one row into the outer one.
        if !isInside || column < 8 || column > inner.width { continue }
        store(mixed, inner.row(row &- 1, plane: 0) + (column &- 8), inner.width)
        if !isUncovered || hasBackground { blocks.mark(row: row &- 1, columns: column &- 8..<column) { _ in } }
      }
    }
  }

  /// The colours of pixels that the mesh covers in part, mixed with the background.
  @inline(__always)
  private func overBackground(_ color: LaneColor, _ coverage: Float8) -> LaneColor {
    let outside = 1 - coverage
    return LaneColor(
      red: color.red * coverage + outside * background.x, green: color.green * coverage + outside * background.y,
      blue: color.blue * coverage + outside * background.z, alpha: color.alpha * coverage + outside * background.w)
  }

  /// Colours a tile that an opaque mesh covers.
  func colorOpaque(_ tile: Tile) {
    for row in 0..<tile.height {
      let line = tile.row(row, plane: 0)
      var column = 0
      while column < tile.width {
        store(color(line + column, tile.width), line + column, tile.width)
        column &+= 8
      }
    }
  }

  /// Clamps interpolated colours to what tiles may hold.
  func clamp(_ tile: Tile) {
    if !Format.clamps { return }
    for row in 0..<tile.height {
      let line = tile.row(row, plane: 0)
      var column = 0
      while column < tile.width {
        let out = line + column
        store(
          Format.clamped(
            red: Lanes.load(out), green: Lanes.load(out + tile.width), blue: Lanes.load(out + 2 &* tile.width),
            alpha: Lanes.load(out + 3 &* tile.width)), out, tile.width)
        column &+= 8
      }
    }
  }

  /// The colours of eight pixels. `parameters` points to the pixels' u; `width` floats later lie their v, and 2 · `width` floats later the
  /// numbers of their patches (−1 outside of the mesh).
  @inline(__always)
  func color(_ parameters: UnsafeMutablePointer<Float>, _ width: Int) -> LaneColor {
    let patchNumbers = Lanes.load(parameters + 2 &* width)
    let firstPatch = parameters[2 &* width]
    if firstPatch >= 0 && !Lanes.any(patchNumbers .!= firstPatch) {
      return patchColor(firstPatch, Lanes.load(parameters), Lanes.load(parameters + width))
    }
    return colorAcross(parameters, width)
  }

  /// The colours of eight pixels on several patches, or on none.
  @inline(never)
  private func colorAcross(_ parameters: UnsafeMutablePointer<Float>, _ width: Int) -> LaneColor {
    let (u, v) = (Lanes.load(parameters), Lanes.load(parameters + width))
    let numbers = parameters + 2 &* width
    let patchNumbers = Lanes.load(numbers)
    var result = LaneColor(red: Float8(), green: Float8(), blue: Float8(), alpha: Float8())
    var lastNumber: Float = -1
    for lane in 0..<8 {
      let number = numbers[lane]
      if number < 0 || number == lastNumber { continue }
      lastNumber = number
      result = result.replaced(by: patchColor(number, u, v), where: patchNumbers .== number)
    }
    return result
  }

  /// The colours of eight pixels on one patch.
  @inline(__always)
  private func patchColor(_ patch: Float, _ u: Float8, _ v: Float8) -> LaneColor {
    let coefficients = UnsafeRawPointer(patches + 16 &* Lanes.wholeInRange(patch)).assumingMemoryBound(to: Float.self)
    return Format.clamped(
      red: bicubic(coefficients, u, v), green: bicubic(coefficients + 1, u, v), blue: bicubic(coefficients + 2, u, v),
      alpha: Format.hasAlpha ? bicubic(coefficients + 3, u, v) : Float8(repeating: 1))
  }

  /// One channel of a patch. `n` points to the channel's first coefficient; that of uⁱvʲ has the index 4·(4j + i), since the
  /// coefficients of four channels alternate.
  @inline(__always)
  private func bicubic(_ n: UnsafePointer<Float>, _ u: Float8, _ v: Float8) -> Float8 {
    let r0 = ((u * n[12] + n[8]) * u + n[4]) * u + n[0]
    let r1 = ((u * n[28] + n[24]) * u + n[20]) * u + n[16]
    let r2 = ((u * n[44] + n[40]) * u + n[36]) * u + n[32]
    let r3 = ((u * n[60] + n[56]) * u + n[52]) * u + n[48]
    return ((r3 * v + r2) * v + r1) * v + r0
  }

  /// Writes eight pixels; planes lie `width` floats apart.
  @inline(__always)
  func store(_ color: LaneColor, _ out: UnsafeMutablePointer<Float>, _ width: Int) {
    Lanes.store(color.red, to: out)
    Lanes.store(color.green, to: out + width)
    Lanes.store(color.blue, to: out + 2 &* width)
    if Format.writesAlpha { Lanes.store(color.alpha, to: out + 3 &* width) }
  }
}
