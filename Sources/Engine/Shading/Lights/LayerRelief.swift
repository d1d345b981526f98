import Lanes
import Model
import Raster

/// The relief of a layer with a material: heights from its outline or its brightness, and from a formula, and the normals that follow. It
/// is computed when what it depends on changes.
final class LayerRelief: @unchecked Sendable {
  let surface: ReliefSurface
  private let material: Material
  private let canvas: Canvas
  private let input: PixelRect
  private let outline: OutlineRelief?
  private let brightness: BrightnessHeights?
  private let formula: FormulaHeights?
  private let heights: any ReliefHeights
  private let isFormulaConstant: Bool
  /// Width and height of the form that was computed last, in pixels.
  private var size = SIMD2<Float>()
  private var isFinished = false

  /// Nil for a flat layer.
  ///
  /// - Parameters:
  ///   - path: the hash of the layer's path.
  ///   - input: the pixels of the relief.
  init?(_ material: Material, path: UInt64, canvas: Canvas, input: PixelRect) {
    let (width, height) = (input.width, input.height)
    outline = material.relief.profile == nil ? nil : OutlineRelief(width: width, height: height)
    brightness = material.relief == .brightness ? BrightnessHeights(width: width, height: height) : nil
    let drawn: (any ReliefHeights)? = outline ?? brightness
    formula = material.height.map { FormulaHeights($0, path: path, canvas: canvas, input: input, over: drawn) }
    guard let heights = formula ?? drawn else { return nil }
    self.heights = heights
    (self.material, self.canvas, self.input) = (material, canvas, input)
    isFormulaConstant = material.height?.isConstant ?? true
    surface = ReliefSurface(width: width, height: height)
  }

  /// - Parameter scale: how much larger than it is written the form is drawn.
  func update(at clock: AnimationClock, scale: Double = 1) {
    if !isFormulaConstant {
      formula?.update(at: clock)
      isFinished = false
    }
    let width = Float(min(max(material.reliefWidth.value(at: clock) * (canvas.pixelsPerPoint * scale), 1), 256))
    let size = SIMD2(width, width * Float(material.reliefHeight.value(at: clock)))
    if size == self.size { return }
    (self.size, isFinished) = (size, false)
    if let profile = material.relief.profile {
      outline?.configure(profile, widthPixels: size.x, heightPixels: size.y)
    }
    brightness?.configure(widthPixels: size.x, heightPixels: size.y)
  }

  // MARK: Passes

  /// Limits the work to a box outside of which the layer is transparent, now and when the relief was last computed.
  func limit(to box: PixelRect) {
    outline?.limit(to: box)
    formula?.limit(to: box)
    surface.limit(to: box)
  }

  func beginGathering() {
    // A formula alone does not depend on what the layer shows.
    if outline != nil || brightness != nil { isFinished = false }
  }
  func endPasses() { isFinished = true }

  func gather(from tile: Tile, region: PixelRect) {
    if outline == nil && brightness == nil { return }
    for y in region.y..<region.endY {
      let (row, column) = (y - input.y, region.x - input.x)
      if let outline {
        (outline.alphaRow(row) + column)
          .update(from: tile.row(y - tile.y, plane: 3) + (region.x - tile.x), count: region.width)
      }
      if let brightness {
        let pixels = tile.row(y - tile.y, plane: 0) + (region.x - tile.x)
        // The height of a `heightMap`'s pixel: encoded as sRGB, and 0 where the layer is transparent. Canvases with lights are linear.
        let reader = MapReader(isEncoded: false)
        storePixels(region.width, brightness.row(row) + column) { column in
          let color = reader.value(.luminance, pixels + column, tile.width)
          return color.value * color.alpha
        }
      }
    }
  }

  /// The passes; none while the relief is finished.
  var taskCounts: [Int] { isFinished ? [] : heights.taskCounts + [surface.taskCount] }

  func perform(pass: Int, task: Int, scratch: AlignedBuffer<Float>) {
    if pass < heights.taskCounts.count {
      heights.perform(pass: pass, task: task, scratch: scratch)
    } else {
      surface.perform(task: task, from: heights, scratch: scratch)
    }
  }
}

extension Material.Relief {
  /// The form along an outline; nil for forms that do not follow it.
  fileprivate var profile: OutlineRelief.Profile? {
    switch self {
    case .flat, .brightness: nil
    case .bevel: .bevel
    case .round: .round
    case .cushion: .cushion
    }
  }
}
