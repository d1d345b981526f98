import Lanes
import Raster

// Regular meshes are coloured row by row: along a row v is constant and the colour is a cubic over x.

extension MeshPainter {
  /// Writes the colours of a patch at one v as a cubic over u: four coefficients, each R G B A.
  @inline(__always)
  func writeCurve(patch: Int, v: Float, to curve: UnsafeMutablePointer<Float>) {
    // Two of the four coefficients (8 floats) at a time: those of uⁱ and uⁱ⁺¹. The terms with v¹, v² and v³ lie 16, 32 and 48
    // floats after those with v⁰.
    let coefficients = UnsafeRawPointer(patches + 16 &* patch).assumingMemoryBound(to: Float.self)
    for half in 0..<2 {
      let first = coefficients + 8 &* half
      let (c0, c1, c2, c3) = (Lanes.load(first), Lanes.load(first + 16), Lanes.load(first + 32), Lanes.load(first + 48))
      Lanes.store(((c3 * v + c2) * v + c1) * v + c0, to: curve + 8 &* half)
    }
  }

  /// Colours columns `start` ..< `end` of all rows, each row by its own cubic. The rest of the last block is coloured too; the next call
  /// overwrites it. Coefficients are read from memory, since a broadcasting load is free.
  ///
  /// u = (x − center) · scale, x the pixel's centre in the frame.
  @inline(never)
  func color(
    _ curves: UnsafePointer<Float>, center: Float, scale: Float, columns start: Int, _ end: Int, of tile: Tile
  ) {
    let width = tile.width
    // The centres of eight pixels: multiples of ½, to which 8 is added without rounding.
    let firstX = Lanes.laneNumbers + Float(start & ~7) + (Float(tile.x) + 0.5)
    for row in 0..<tile.height {
      let curve = curves + 16 &* row
      let (r0, r1, r2, r3) = (broadcast(curve[0]), broadcast(curve[4]), broadcast(curve[8]), broadcast(curve[12]))
      let (g0, g1, g2, g3) = (broadcast(curve[1]), broadcast(curve[5]), broadcast(curve[9]), broadcast(curve[13]))
      let (b0, b1, b2, b3) = (broadcast(curve[2]), broadcast(curve[6]), broadcast(curve[10]), broadcast(curve[14]))
      let (a0, a1, a2, a3) = (broadcast(curve[3]), broadcast(curve[7]), broadcast(curve[11]), broadcast(curve[15]))
      var column = start & ~7
      var out = tile.row(row, plane: 0) + column
      var x = firstX
      @inline(__always) func blockColor() -> LaneColor {
        let u = (x - center) * scale
        return Format.clamped(
          red: ((u * r3 + r2) * u + r1) * u + r0, green: ((u * g3 + g2) * u + g1) * u + g0,
          blue: ((u * b3 + b2) * u + b1) * u + b0,
          alpha: Format.hasAlpha ? ((u * a3 + a2) * u + a1) * u + a0 : Float8(repeating: 1))
      }
      if column < start {
        // The block's first pixels lie on the previous patch.
        let isOnPatch = Lanes.laneNumbers .>= Float(start &- column)
        let before = LaneColor(
          red: Lanes.load(out), green: Lanes.load(out + width), blue: Lanes.load(out + 2 &* width),
          alpha: Lanes.load(out + 3 &* width))
        store(before.replaced(by: blockColor(), where: isOnPatch), out, width)
        x += 8
        column &+= 8
        out += 8
      }
      while column < end {
        store(blockColor(), out, width)
        x += 8
        column &+= 8
        out += 8
      }
    }
  }
}

@inline(__always) private func broadcast(_ value: Float) -> Float8 { Float8(repeating: value) }
