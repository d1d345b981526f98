import Lanes
import Model

/// The values of red, green and blue of eight pixels.
typealias Channels = (red: Float8, green: Float8, blue: Float8)

/// The formulas of one blend mode for premultiplied light. In this folder s and b are the values of the source and of the backdrop (what the
/// tile already holds); αs and αb, in code `sa` and `ba`, are their alphas.
protocol BlendFormula {
  /// Whether an opaque source replaces the backdrop, so that it can be stored without reading the backdrop.
  static var opaqueSourceReplacesBackdrop: Bool { get }
  /// Whether the blended colours depend on αs.
  static var readsSourceAlpha: Bool { get }
  /// Whether the blended colours depend on αb.
  static var readsBackdropAlpha: Bool { get }

  /// Returns the blended colour.
  static func colors(_ s: Channels, _ b: Channels, _ sa: Float8, _ ba: Float8) -> Channels
  /// Returns the blended alpha.
  static func alpha(_ sa: Float8, _ ba: Float8) -> Float8

  /// Blends eight pixels as `blend` does. Never inlined, so that all loops share one copy of the code.
  static func blendOutOfLine(
    _ red: Float8, _ green: Float8, _ blue: Float8, _ alpha: Float8, onto pixel: UnsafeMutablePointer<Float>,
    planeStride: Int, writesAlpha: Bool, clampsToUnit: Bool)
}

extension BlendMode {
  /// The formulas of the mode. This is the module's only list of all blend modes.
  var formula: any BlendFormula.Type {
    switch self {
    case .normal: NormalFormula.self
    case .add: AddFormula.self
    case .screen: ScreenFormula.self
    case .multiply: MultiplyFormula.self
    case .overlay: OverlayFormula.self
    case .darken: DarkenFormula.self
    case .lighten: LightenFormula.self
    case .colorDodge: ColorDodgeFormula.self
    case .colorBurn: ColorBurnFormula.self
    case .hardLight: HardLightFormula.self
    case .softLight: SoftLightFormula.self
    case .difference: DifferenceFormula.self
    case .exclusion: ExclusionFormula.self
    case .hue: HueFormula.self
    case .saturation: SaturationFormula.self
    case .color: ColorFormula.self
    case .luminosity: LuminosityFormula.self
    case .plusLighter: PlusLighterFormula.self
    }
  }

  /// Whether the blended colour depends on the alpha of the backdrop.
  package var readsBackdropAlpha: Bool { formula.readsBackdropAlpha }
}

extension BlendFormula {
  static var opaqueSourceReplacesBackdrop: Bool { false }
  static var readsSourceAlpha: Bool { true }
  static var readsBackdropAlpha: Bool { false }

  /// Blends eight pixels of a row.
  ///
  /// - Parameters:
  ///   - pixel: the first of the eight values in the tile's red plane; the other planes follow `planeStride` floats apart.
  ///   - writesAlpha: whether alpha is read and written. If not, the backdrop counts as opaque.
  ///   - clampsToUnit: whether results are clamped to 0...1.
  @inline(__always)
  static func blend(
    _ red: Float8, _ green: Float8, _ blue: Float8, _ alpha: Float8, onto pixel: UnsafeMutablePointer<Float>,
    planeStride: Int,
    writesAlpha: Bool, clampsToUnit: Bool
  ) {
    let redPlane = pixel
    let greenPlane = pixel + planeStride
    let bluePlane = greenPlane + planeStride
    let alphaPlane = bluePlane + planeStride
    let backdropAlpha = writesAlpha ? Lanes.load(alphaPlane) : Float8(repeating: 1)
    @inline(__always) func limited(_ x: Float8) -> Float8 { clampsToUnit ? saturate(x) : x }
    let backdrop = (Lanes.load(redPlane), Lanes.load(greenPlane), Lanes.load(bluePlane))
    let blended = colors((red, green, blue), backdrop, alpha, backdropAlpha)
    Lanes.store(limited(blended.red), to: redPlane)
    Lanes.store(limited(blended.green), to: greenPlane)
    Lanes.store(limited(blended.blue), to: bluePlane)
    if writesAlpha { Lanes.store(limited(self.alpha(alpha, backdropAlpha)), to: alphaPlane) }
  }

  @inline(never)
  static func blendOutOfLine(
    _ red: Float8, _ green: Float8, _ blue: Float8, _ alpha: Float8, onto pixel: UnsafeMutablePointer<Float>,
    planeStride: Int, writesAlpha: Bool, clampsToUnit: Bool
  ) {
    if clampsToUnit {
      blend(
        red, green, blue, alpha, onto: pixel, planeStride: planeStride, writesAlpha: writesAlpha, clampsToUnit: true)
    } else {
      blend(
        red, green, blue, alpha, onto: pixel, planeStride: planeStride, writesAlpha: writesAlpha, clampsToUnit: false)
    }
  }
}

/// A formula that blends each channel by itself.
protocol ChannelFormula: BlendFormula {
  /// Returns the blended value of one channel.
  static func color(_ s: Float8, _ b: Float8, _ sa: Float8, _ ba: Float8) -> Float8
}

extension ChannelFormula {
  @inline(__always)
  static func colors(_ s: Channels, _ b: Channels, _ sa: Float8, _ ba: Float8) -> Channels {
    (color(s.red, b.red, sa, ba), color(s.green, b.green, sa, ba), color(s.blue, b.blue, sa, ba))
  }
}
