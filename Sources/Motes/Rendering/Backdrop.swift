import Colorimetry
import Encoding
import Model
import Raster
import Rendering

/// What lies behind the effect of a scene: the scene's own backdrop layers, or something else in their place.
///
/// ```swift
/// let preset = try Preset(named: "snow")
/// let overlay = try Renderer(preset, format: .rgba, backdrop: .nothing)
/// let beach = try Backdrop.picture(at: "beach.jpg", covering: preset.scene.canvas)
/// let card = try Renderer(preset, backdrop: beach)
/// ```
///
/// Frames are tone-mapped first and then laid over a colour or picture. Where the effect does not cover it, the colour or picture keeps its
/// exact values.
public struct Backdrop: Sendable {
  /// Whether the scene's own backdrop layers are drawn.
  let keepsBackdropLayers: Bool
  private let source: Source

  private enum Source: Sendable {
    case nothing
    case color(LinearColor)
    case checkerboard
    case backgrounds(BackgroundProvider)
  }

  private init(keepsBackdropLayers: Bool = false, _ source: Source) {
    self.keepsBackdropLayers = keepsBackdropLayers
    self.source = source
  }

  /// The scene's own layers of the role `backdrop`.
  public static let layers = Backdrop(keepsBackdropLayers: true, .nothing)

  /// Nothing: pixels that the effect does not cover are transparent, or black in formats without alpha.
  public static let nothing = Backdrop(.nothing)

  /// One colour, whose components are clamped to sRGB's gamut. Its alpha is ignored.
  public static func color(_ color: LinearColor) -> Backdrop { Backdrop(.color(color)) }

  /// The backdrop that a word stands for: "none", or an opaque colour of CSS.
  ///
  /// - Returns: nil for other words, such as the name of a picture.
  package init?(word: String) {
    if word == "none" {
      self = .nothing
    } else if let color = LinearColor(css: word), color.alpha == 1 {
      self = .color(color)
    } else {
      return nil
    }
  }

  /// A picture of any format that this machine's FFmpeg reads, scaled to cover a canvas.
  ///
  /// - Parameters:
  ///   - path: path of the file.
  ///   - canvas: the canvas of the scene that will be drawn over the picture.
  /// - Throws: `MediaError` if the picture cannot be read, or if the canvas has no size that can be drawn.
  public static func picture(at path: String, covering canvas: Canvas) throws(MediaError) -> Backdrop {
    let sides = 1...Limits.sidePixels
    guard sides.contains(canvas.widthPixels), sides.contains(canvas.heightPixels) else {
      throw MediaError(
        .settings,
        "A canvas of \(canvas.widthPixels) x \(canvas.heightPixels) pixels cannot be drawn; each side must have 1 to "
          + "\(Limits.sidePixels).", path: path)
    }
    let background = try Background(
      pictureAt: path, width: canvas.widthPixels, height: canvas.heightPixels, keepsEncoded: canvas.blending == .srgb)
    return Backdrop(.backgrounds { _ in background })
  }

  /// Light and dark grey squares, which make transparency visible.
  package static let checkerboard = Backdrop(.checkerboard)

  /// A background of its own for each frame. It must have the canvas's size, and its colours the canvas's encoding
  /// (`Canvas.blending`).
  package static func backgrounds(_ provider: @escaping BackgroundProvider) -> Backdrop {
    Backdrop(.backgrounds(provider))
  }

  /// A function that returns the background of each frame of a canvas; nil if there is no background.
  func provider(for canvas: Canvas) -> BackgroundProvider? {
    switch source {
    case .nothing: return nil
    case .backgrounds(let provider): return provider
    case .checkerboard:
      let background = Backdrop.checkerboard(on: canvas)
      return { _ in background }
    case .color(var color):
      color.alpha = 1
      let sample = color.premultiplied(canvas.blending == .srgb ? .srgb : .linear)
      func clamped(_ value: Double) -> Float { Float(min(max(value, 0), 1)) }
      let background = Background(
        red: clamped(sample.x), green: clamped(sample.y), blue: clamped(sample.z), width: canvas.widthPixels,
        height: canvas.heightPixels)
      return { _ in background }
    }
  }

  /// Side of a checkerboard's squares in pixels.
  private static let squarePixels = 8
  /// The greys of a checkerboard, sRGB-encoded.
  private static let squareGreys = (dark: 0.6, light: 0.8)

  private static func checkerboard(on canvas: Canvas) -> Background {
    let background = Background(width: canvas.widthPixels, height: canvas.heightPixels)
    func value(_ grey: Double) -> Float {
      Float(canvas.blending == .srgb ? grey : TransferFunction.srgb.decode(grey))
    }
    let (dark, light) = (value(squareGreys.dark), value(squareGreys.light))
    let columns = 0..<canvas.widthPixels
    let evenRow = columns.map { ($0 / squarePixels).isMultiple(of: 2) ? light : dark }
    let oddRow = columns.map { ($0 / squarePixels).isMultiple(of: 2) ? dark : light }
    for y in 0..<canvas.heightPixels {
      let row = (y / squarePixels).isMultiple(of: 2) ? evenRow : oddRow
      for plane in 0..<3 { background.row(y, plane: plane).update(from: row, count: row.count) }
    }
    return background
  }
}
