import Lanes
import Raster

/// Turns places in a mesh into its colours, eight pixels at a time.
struct MeshPaint<Kind: MeshKind> {
  let patches: UnsafePointer<SIMD4<Float>>
  /// Premultiplied, outside of the mesh.
  let background: SIMD4<Float>

  // MARK: Any mesh

  /// Colours what `MeshTriangles` wrote to a tile. Blocks with anything in them are marked.
  func color(_ tile: Tile, blocks: OccupiedBlocks) {
    let hasBackground = background.w > 0
    let width = tile.width
    for row in 0..<tile.height {
      let line = tile.row(row, plane: 0)
      var column = 0
      while column < width {
        let out = line + column
        let coverage = Lanes.load(out + 3 &* width)
        if hasNoLane(coverage .> 0) {
          if hasBackground {
            store(
              GradientColor(
                red: Lane8(repeating: background.x), green: Lane8(repeating: background.y),
                blue: Lane8(repeating: background.z), alpha: Lane8(repeating: background.w)), out, width)
            blocks.mark(row: row, columns: column..<column + 8) { _ in }
          }
        } else {
          let color = self.color(out, width)
          let rest = 1 - coverage
          store(
            GradientColor(
              red: color.red * coverage + rest * background.x, green: color.green * coverage + rest * background.y,
              blue: color.blue * coverage + rest * background.z, alpha: color.alpha * coverage + rest * background.w),
            out, width)
          blocks.mark(row: row, columns: column..<column + 8) { _ in }
        }
        column &+= 8
      }
    }
  }

  /// The same for a folded mesh: all around the tile too, and blocks without anything as well.
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
        let isBare = hasNoLane(coverage .> 0)
        let color =
          isBare ? GradientColor(red: Lane8(), green: Lane8(), blue: Lane8(), alpha: Lane8()) : color(out, outer.width)
        let rest = 1 - coverage
        let mixed = GradientColor(
          red: color.red * coverage + rest * background.x, green: color.green * coverage + rest * background.y,
          blue: color.blue * coverage + rest * background.z, alpha: color.alpha * coverage + rest * background.w)
        store(mixed, out, outer.width)
        if !isInside || column < 8 || column > inner.width { continue }
        store(mixed, inner.row(row &- 1, plane: 0) + (column &- 8), inner.width)
        if !isBare || hasBackground { blocks.mark(row: row &- 1, columns: column &- 8..<column) { _ in } }
      }
    }
  }

  /// The same for a mesh that covers everything and lets nothing shine through.
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

  /// Holds what came out of a spline over colours inside of what may be stored.
  func hold(_ tile: Tile) {
    if !Kind.mayNeedHolding { return }
    for row in 0..<tile.height {
      let line = tile.row(row, plane: 0)
      var column = 0
      while column < tile.width {
        let out = line + column
        store(
          Kind.held(
            red: Lanes.load(out), green: Lanes.load(out + tile.width), blue: Lanes.load(out + 2 &* tile.width),
            alpha: Lanes.load(out + 3 &* tile.width)), out, tile.width)
        column &+= 8
      }
    }
  }

  /// Eight pixels by their places: u, `width` floats further v, then the patch's number.
  @inline(__always)
  func color(_ place: UnsafeMutablePointer<Float>, _ width: Int) -> GradientColor {
    let patch = Lanes.load(place + 2 &* width)
    let first = place[2 &* width]
    if first >= 0 && hasNoLane(patch .!= first) {
      return surface(first, Lanes.load(place), Lanes.load(place + width))
    }
    return colorAcross(place, width)
  }

  /// Eight pixels of several patches, or of none.
  @inline(never)
  private func colorAcross(_ place: UnsafeMutablePointer<Float>, _ width: Int) -> GradientColor {
    let (u, v) = (Lanes.load(place), Lanes.load(place + width))
    let numbers = place + 2 &* width
    let patch = Lanes.load(numbers)
    var result = GradientColor(red: Lane8(), green: Lane8(), blue: Lane8(), alpha: Lane8())
    var last: Float = -1
    for lane in 0..<8 {
      let number = numbers[lane]
      if number < 0 || number == last { continue }
      last = number
      result = result.replaced(by: surface(number, u, v), where: patch .== number)
    }
    return result
  }

  @inline(__always)
  private func surface(_ patch: Float, _ u: Lane8, _ v: Lane8) -> GradientColor {
    let numbers = UnsafeRawPointer(patches + 16 &* Lanes.wholeInRange(patch)).assumingMemoryBound(to: Float.self)
    return Kind.held(
      red: bicubic(numbers, u, v), green: bicubic(numbers + 1, u, v), blue: bicubic(numbers + 2, u, v),
      alpha: Kind.hasAlpha ? bicubic(numbers + 3, u, v) : Lane8(repeating: 1))
  }

  @inline(__always)
  private func bicubic(_ n: UnsafePointer<Float>, _ u: Lane8, _ v: Lane8) -> Lane8 {
    let r0 = ((u * n[12] + n[8]) * u + n[4]) * u + n[0]
    let r1 = ((u * n[28] + n[24]) * u + n[20]) * u + n[16]
    let r2 = ((u * n[44] + n[40]) * u + n[36]) * u + n[32]
    let r3 = ((u * n[60] + n[56]) * u + n[52]) * u + n[48]
    return ((r3 * v + r2) * v + r1) * v + r0
  }

  // MARK: Regular meshes

  /// Writes the colours along the u of a patch at one v: four coefficients, each of R G B A.
  @inline(__always)
  func writeCurve(patch: Int, v: Float, to curve: UnsafeMutablePointer<Float>) {
    // Two coefficients at a time.
    let n = UnsafeRawPointer(patches + 16 &* patch).assumingMemoryBound(to: Float.self)
    for half in 0..<2 {
      let first = n + 8 &* half
      let (n0, n1, n2, n3) = (Lanes.load(first), Lanes.load(first + 16), Lanes.load(first + 32), Lanes.load(first + 48))
      Lanes.store(((n3 * v + n2) * v + n1) * v + n0, to: curve + 8 &* half)
    }
  }

  /// Colours columns `start` ..< `end` of all rows, each by its curve, and whatever is left of the last block: what lies there
  /// is coloured after it. The curves come from memory, since a load spreads a coefficient for nothing.
  ///
  /// u = (x − middle) · scale, x the pixel's centre in the frame.
  @inline(never)
  func color(
    _ curves: UnsafePointer<Float>, middle: Float, scale: Float, columns start: Int, _ end: Int, of tile: Tile
  ) {
    let width = tile.width
    // Whole numbers and a half, so that steps of eight are exact.
    let centers = Lanes.ramp + Float(start & ~7) + (Float(tile.x) + 0.5)
    for row in 0..<tile.height {
      let n = curves + 16 &* row
      let (r0, r1, r2, r3) = (broadcast(n[0]), broadcast(n[4]), broadcast(n[8]), broadcast(n[12]))
      let (g0, g1, g2, g3) = (broadcast(n[1]), broadcast(n[5]), broadcast(n[9]), broadcast(n[13]))
      let (b0, b1, b2, b3) = (broadcast(n[2]), broadcast(n[6]), broadcast(n[10]), broadcast(n[14]))
      let (a0, a1, a2, a3) = (broadcast(n[3]), broadcast(n[7]), broadcast(n[11]), broadcast(n[15]))
      var column = start & ~7
      var out = tile.row(row, plane: 0) + column
      var center = centers
      @inline(__always) func color() -> GradientColor {
        let u = (center - middle) * scale
        return Kind.held(
          red: ((u * r3 + r2) * u + r1) * u + r0, green: ((u * g3 + g2) * u + g1) * u + g0,
          blue: ((u * b3 + b2) * u + b1) * u + b0,
          alpha: Kind.hasAlpha ? ((u * a3 + a2) * u + a1) * u + a0 : Lane8(repeating: 1))
      }
      if column < start {
        // The block's first pixels lie on the patch before.
        let isMine = Lanes.ramp .>= Float(start &- column)
        let before = GradientColor(
          red: Lanes.load(out), green: Lanes.load(out + width), blue: Lanes.load(out + 2 &* width),
          alpha: Lanes.load(out + 3 &* width))
        store(before.replaced(by: color(), where: isMine), out, width)
        center += 8
        column &+= 8
        out += 8
      }
      while column < end {
        store(color(), out, width)
        center += 8
        column &+= 8
        out += 8
      }
    }
  }

  // MARK: Parts

  @inline(__always) private func broadcast(_ value: Float) -> Lane8 { Lane8(repeating: value) }

  @inline(__always)
  private func store(_ color: GradientColor, _ out: UnsafeMutablePointer<Float>, _ width: Int) {
    Lanes.store(color.red, to: out)
    Lanes.store(color.green, to: out + width)
    Lanes.store(color.blue, to: out + 2 &* width)
    if Kind.writesAlpha { Lanes.store(color.alpha, to: out + 3 &* width) }
  }
}

/// What has to be done to a mesh's colours.
protocol MeshKind {
  static var hasAlpha: Bool { get }
  /// Whether anybody reads the alpha.
  static var writesAlpha: Bool { get }
  /// Whether `held` does anything.
  static var mayNeedHolding: Bool { get }
  /// Held inside of what may be stored.
  static func held(red: Lane8, green: Lane8, blue: Lane8, alpha: Lane8) -> GradientColor
}

/// Opaque light on a picture whose alpha nobody reads.
enum LightMesh: MeshKind {
  @inline(__always) static var mayNeedHolding: Bool { false }
  @inline(__always) static var hasAlpha: Bool { false }
  @inline(__always) static var writesAlpha: Bool { false }
  @inline(__always) static func held(red: Lane8, green: Lane8, blue: Lane8, alpha: Lane8) -> GradientColor {
    GradientColor(red: red, green: green, blue: blue, alpha: alpha)
  }
}

/// Opaque light.
enum OpaqueMesh: MeshKind {
  @inline(__always) static var mayNeedHolding: Bool { false }
  @inline(__always) static var hasAlpha: Bool { false }
  @inline(__always) static func held(red: Lane8, green: Lane8, blue: Lane8, alpha: Lane8) -> GradientColor {
    GradientColor(red: red, green: green, blue: blue, alpha: alpha)
  }
}

/// Opaque, on an `srgb` canvas, which holds nothing outside 0...1.
enum OpaqueEncodedMesh: MeshKind {
  @inline(__always) static var hasAlpha: Bool { false }
  @inline(__always) static func held(red: Lane8, green: Lane8, blue: Lane8, alpha: Lane8) -> GradientColor {
    GradientColor(
      red: Lanes.clamp(red, 0, 1), green: Lanes.clamp(green, 0, 1), blue: Lanes.clamp(blue, 0, 1), alpha: alpha)
  }
}

enum TranslucentMesh: MeshKind {
  @inline(__always) static var hasAlpha: Bool { true }
  @inline(__always) static func held(red: Lane8, green: Lane8, blue: Lane8, alpha: Lane8) -> GradientColor {
    GradientColor(red: red, green: green, blue: blue, alpha: Lanes.clamp(alpha, 0, 1))
  }
}

enum TranslucentEncodedMesh: MeshKind {
  @inline(__always) static var hasAlpha: Bool { true }
  @inline(__always) static func held(red: Lane8, green: Lane8, blue: Lane8, alpha: Lane8) -> GradientColor {
    let alpha = Lanes.clamp(alpha, 0, 1)
    return GradientColor(
      red: Lanes.clamp(red, Lane8(), alpha), green: Lanes.clamp(green, Lane8(), alpha),
      blue: Lanes.clamp(blue, Lane8(), alpha), alpha: alpha)
  }
}

extension MeshKind {
  @inline(__always) static var writesAlpha: Bool { true }
  @inline(__always) static var mayNeedHolding: Bool { true }
}
