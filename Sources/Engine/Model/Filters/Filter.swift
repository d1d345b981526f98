/// A filter that is applied to a layer, a group or the whole canvas before it is composited: a value of one of the kinds, such as
/// `Filter.Blur(radius: 8).filter`.
public struct Filter: Sendable, Equatable {
  /// The filter's kind, with its values.
  package var kind: any FilterDefinition

  package init(_ kind: some FilterDefinition) { self.kind = kind }

  /// Whether two filters are of one kind and have equal values.
  public static func == (first: Filter, second: Filter) -> Bool {
    func isEqual<Kind: FilterDefinition>(_ first: Kind) -> Bool { second.kind as? Kind == first }
    return isEqual(first.kind)
  }

  /// The kinds that presets may name, in the order of the reference.
  package static let kinds: [any DeclaredFilter.Type] = [
    Brightness.self, Contrast.self, Saturate.self, Grayscale.self, Sepia.self, HueRotate.self, Invert.self,
    Opacity.self,
    Exposure.self, ColorMatrix.self, Levels.self, Curves.self, Posterize.self, Duotone.self,
    Vignette.self, Scanlines.self, Interlace.self, Grain.self,
    Blur.self, DropShadow.self, InnerShadow.self, Glow.self, Bloom.self,
    Wave.self, CircleWave.self, Ripple.self, Water.self, Bubble.self, Lens.self, Swirl.self, Turbulence.self,
    Displace.self, DisplacementMap.self, HeightMap.self, Kaleidoscope.self, Mirror.self, Barrel.self,
    ColorPlanes.self, ChromaticAberration.self, Pixellate.self, Emboss.self, Edges.self, Infrared.self,
    LightGrid.self, Sinebow.self,
    MotionBlur.self, ZoomBlur.self, SpinBlur.self, LensBlur.self, VariableBlur.self, Halation.self, Streak.self,
  ]

  /// The input pixels from which a filter computes one pixel.
  package enum Reach: Sendable, Equatable {
    /// The pixel itself: the filter runs within a tile and needs no memory.
    case pixel
    /// The pixels around it. The input is drawn to a buffer that extends `marginPoints` beyond the output on each side.
    case neighborhood(marginPoints: Double)
  }

  /// What a filter is applied to.
  package enum Target: Sendable {
    case canvas, layer
  }
}

extension Filter.Target {
  /// The reach of a filter that reads `marginPoints` around a pixel of a layer. A canvas is mirrored at its edges: what lies beyond them
  /// does not exist.
  func neighborhood(marginPoints: @autoclosure () -> Double) -> Filter.Reach {
    switch self {
    case .canvas: .neighborhood(marginPoints: 0)
    case .layer: .neighborhood(marginPoints: marginPoints())
    }
  }
}
