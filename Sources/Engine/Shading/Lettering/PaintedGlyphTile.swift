import Lanes
import Model
import Raster

/// A part of a tile on which a painted glyph is composited: encoded values, premultiplied, at first transparent.
struct PaintedGlyphTile {
  private let buffer: TileBuffer
  /// All are marked: the tile is transparent from the start, so painters blend onto every block.
  let blocks = OccupiedBlocks()

  var tile: Tile { buffer.tile }

  init(_ rect: PixelRect) {
    buffer = TileBuffer(x: rect.x, y: rect.y, width: rect.width, height: rect.height)
    blocks.markAll(of: buffer.tile)
  }

  /// Composites `source`, a tile of the same rectangle, with this tile as the backdrop.
  func composite(_ source: PaintedGlyphTile, _ mode: CompositeMode) {
    if let blend = mode.blend {
      Raster.composite(
        source.tile, region: tile.rect, onto: BlendTarget(tile: tile, blend: blend, clampsToUnit: true))
    } else {
      let shares = mode.shares
      for row in 0..<tile.height {
        combine(source.tile.row(row, plane: 0), onto: tile.row(row, plane: 0), shares.source, shares.backdrop)
      }
    }
  }

  /// Composites a row by one of Porter and Duff's operators: each side is multiplied by its share, and both are added.
  private func combine(
    _ source: UnsafePointer<Float>, onto backdrop: UnsafeMutablePointer<Float>, _ sourceShare: CompositeMode.Share,
    _ backdropShare: CompositeMode.Share
  ) {
    let width = tile.width
    var column = 0
    while column < width {
      let ofSource = sourceShare.value(Lanes.load(backdrop + (3 &* width &+ column)))
      let ofBackdrop = backdropShare.value(Lanes.load(source + (3 &* width &+ column)))
      for plane in 0..<4 {
        let offset = plane &* width &+ column
        Lanes.store(
          Lanes.load(source + offset) * ofSource + Lanes.load(backdrop + offset) * ofBackdrop, to: backdrop + offset)
      }
      column &+= 8
    }
  }

  /// Converts premultiplied encoded values to premultiplied linear light.
  func decode() {
    let width = tile.width
    for row in 0..<tile.height {
      let pixels = tile.row(row, plane: 0)
      var column = 0
      while column < width {
        let alpha = Lanes.load(pixels + (3 &* width &+ column))
        let divisor = Lanes.max(alpha, 1e-30)
        for plane in 0..<3 {
          let pixel = pixels + (plane &* width &+ column)
          Lanes.store(decodeSRGB(Lanes.clamp(Lanes.load(pixel) / divisor, 0, 1)) * alpha, to: pixel)
        }
        column &+= 8
      }
    }
  }
}

extension CompositeMode {
  /// The blend mode that does the same; nil for the operators of Porter and Duff.
  fileprivate var blend: BlendMode? {
    switch self {
    case .clear, .source, .backdrop, .sourceOver, .backdropOver, .sourceIn, .backdropIn, .sourceOut, .backdropOut,
      .sourceAtop, .backdropAtop, .xor:
      nil
    case .plus: .plusLighter
    case .screen: .screen
    case .overlay: .overlay
    case .darken: .darken
    case .lighten: .lighten
    case .colorDodge: .colorDodge
    case .colorBurn: .colorBurn
    case .hardLight: .hardLight
    case .softLight: .softLight
    case .difference: .difference
    case .exclusion: .exclusion
    case .multiply: .multiply
    case .hue: .hue
    case .saturation: .saturation
    case .color: .color
    case .luminosity: .luminosity
    }
  }

  /// The share of the source that is seen, as a function of the backdrop's alpha; or of the backdrop, as a function of the source's.
  fileprivate enum Share {
    case none, whole, inside, outside

    @inline(__always)
    func value(_ alpha: Float8) -> Float8 {
      switch self {
      case .none: Float8()
      case .whole: Float8(repeating: 1)
      case .inside: alpha
      case .outside: 1 - alpha
      }
    }
  }

  /// The shares of source and backdrop (T. Porter and T. Duff, "Compositing digital images", 1984), of modes without a `blend`.
  fileprivate var shares: (source: Share, backdrop: Share) {
    switch self {
    case .clear: (.none, .none)
    case .source: (.whole, .none)
    case .backdrop: (.none, .whole)
    case .backdropOver: (.outside, .whole)
    case .sourceIn: (.inside, .none)
    case .backdropIn: (.none, .inside)
    case .sourceOut: (.outside, .none)
    case .backdropOut: (.none, .outside)
    case .sourceAtop: (.inside, .outside)
    case .backdropAtop: (.outside, .inside)
    case .xor: (.outside, .outside)
    default: (.whole, .outside)  // sourceOver
    }
  }
}
