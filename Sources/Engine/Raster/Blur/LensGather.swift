import Lanes

/// Stores tiles for a lens blur, with highlights made brighter.
struct LensGather {
  /// Highlights are multiplied by up to 1 plus this number.
  let gain: Float
  /// Whether pixels of a block that lie beyond the picture count as transparent; otherwise they are left out of its mean.
  let countsPixelsBeyondEdges: Bool

  /// Copies a region of a tile.
  func copy(_ tile: Tile, region: PixelRect, to picture: LensPicture) {
    for y in region.y..<region.endY {
      let pixels = tile.row(y - tile.y, plane: 0) + (region.x - tile.x)
      let onto = picture.row(y) + region.x
      var column = 0
      while column < region.width {
        let room = region.width &- column
        let color = color(pixels + column, tile.width, room)
        for plane in 0..<4 {
          let output = onto + (plane &* picture.planeStride &+ column)
          // Stores that bypass the cache: the picture is read when all of it is stored.
          if room >= 8 { Lanes.stream(color[plane], to: output) } else { write(color[plane], to: output, room) }
        }
        column &+= 8
      }
    }
    Lanes.endStreaming()
  }

  /// Stores the means of 2 × 2 pixels of a region of a tile.
  func halve(_ tile: Tile, region: PixelRect, to picture: LensPicture, scratch: AlignedBuffer<Float>) {
    let width = (region.width + 15) / 16 * 16
    for row in region.y / 2..<(region.endY + 1) / 2 {
      let pixels = tile.row(2 * row - tile.y, plane: 0) + (region.x - tile.x)
      let hasSecond = 2 * row + 1 < region.endY
      let weight: Float = hasSecond || countsPixelsBeyondEdges ? 0.25 : 0.5
      let onto = picture.row(row) + region.x / 2
      var column = 0
      while column < width {
        let rooms = (region.width &- column, region.width &- column &- 8)
        var (left, right) = (
          color(pixels + column, tile.width, rooms.0), color(pixels + column + 8, tile.width, rooms.1)
        )
        if hasSecond {
          left.add(color(pixels + tile.rowStride + column, tile.width, rooms.0))
          right.add(color(pixels + tile.rowStride + column + 8, tile.width, rooms.1))
        }
        for plane in 0..<4 {
          let sum = Lanes.evens(left[plane], right[plane]) + Lanes.odds(left[plane], right[plane])
          write(sum * weight, to: onto + (plane &* picture.planeStride &+ column / 2), (rooms.0 &+ 1) / 2)
        }
        column &+= 16
      }
      if region.width % 2 == 1 && !countsPixelsBeyondEdges {
        for plane in 0..<4 { onto[plane * picture.planeStride + region.width / 2] *= 2 }
      }
    }
  }

  /// Eight pixels, of which the first `room` count; the others are transparent.
  @inline(__always)
  private func color(_ pixels: UnsafeMutablePointer<Float>, _ stride: Int, _ room: Int) -> EightColors {
    @inline(__always) func load(_ plane: Int) -> Float8 {
      if room >= 8 { return Lanes.load(pixels + plane &* stride) }
      return room <= 0 ? Float8() : loadPartial(pixels + plane &* stride, room)
    }
    var color = EightColors(red: load(0), green: load(1), blue: load(2), alpha: load(3))
    if gain > 0 {
      // Pixels above 0.7 count as highlights; the gain grows continuously from there on.
      let brightest = Lanes.max(Lanes.max(color.red, color.green), color.blue)
      let share = Lanes.clamp((brightest - 0.7) / Lanes.max(brightest, 0.7), 0, 1)
      let factor = share * gain + 1
      color.red *= factor
      color.green *= factor
      color.blue *= factor
    }
    return color
  }

  @inline(__always)
  private func write(_ values: Float8, to output: UnsafeMutablePointer<Float>, _ room: Int) {
    if room >= 8 {
      Lanes.store(values, to: output)
    } else {
      for lane in 0..<max(room, 0) { output[lane] = values[lane] }
    }
  }
}

/// The planes of eight pixels.
struct EightColors {
  var red = Float8()
  var green = Float8()
  var blue = Float8()
  var alpha = Float8()

  @inline(__always)
  subscript(plane: Int) -> Float8 {
    switch plane {
    case 0: red
    case 1: green
    case 2: blue
    default: alpha
    }
  }

  @inline(__always)
  mutating func add(_ other: EightColors) {
    red += other.red
    green += other.green
    blue += other.blue
    alpha += other.alpha
  }
}
