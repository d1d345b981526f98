import Model

/// A tile and how sprites, ribbons and layers are blended onto it.
package struct BlendTarget {
  /// The tile onto which a source is blended.
  package let tile: Tile
  package let blend: BlendMode
  /// Factor of the source's colour and alpha.
  package let opacity: Float
  /// Whether results are clamped to 0...1, as on an `srgb` canvas, whose values are sRGB-encoded.
  package let clampsToUnit: Bool
  /// Whether the tile's alpha is kept up to date. If not, alpha is left undefined; the colours are the same either way.
  package let writesAlpha: Bool

  package init(tile: Tile, blend: BlendMode, opacity: Float = 1, clampsToUnit: Bool = false, writesAlpha: Bool = true) {
    precondition(writesAlpha || !blend.readsBackdropAlpha, "This blend mode needs the backdrop's alpha.")
    self.tile = tile
    self.blend = blend
    self.opacity = opacity
    self.clampsToUnit = clampsToUnit
    self.writesAlpha = writesAlpha
  }

  /// Whether blending reads the source's alpha. If not, the alpha of a layer that will be composited onto this target may be left
  /// undefined.
  package var readsSourceAlpha: Bool { writesAlpha || clampsToUnit || blend.formula.readsSourceAlpha }

  /// Returns the target with its opacity multiplied by `share`.
  func dimmed(by share: Float) -> BlendTarget {
    BlendTarget(
      tile: tile, blend: blend, opacity: opacity * share, clampsToUnit: clampsToUnit, writesAlpha: writesAlpha)
  }
}

/// A loop over pixels that is compiled once for each blender. A loop is a type with a generic method, since a closure cannot be
/// generic.
protocol BlendLoop {
  func run<ConcreteBlender: Blender>(_ blender: ConcreteBlender)
}

extension BlendTarget {
  /// Runs a loop with the target's blender. Only this function chooses between the compiled copies of loops.
  ///
  /// Every blender listed here costs a compiled copy of each sprite kernel. So only the combinations with which presets draw
  /// millions of pixels have a blender of their own; all others share `SharedBlender`, which takes about twice as long.
  @inline(__always)
  func withBlender<Loop: BlendLoop>(_ loop: Loop) {
    switch (blend, clampsToUnit, writesAlpha) {
    case (.normal, false, true): loop.run(ColorAndAlphaBlender<NormalFormula>())
    case (.normal, false, false): loop.run(ColorOnlyBlender<NormalFormula>())
    case (.add, false, true): loop.run(ColorAndAlphaBlender<AddFormula>())
    case (.add, false, false): loop.run(ColorOnlyBlender<AddFormula>())
    default: loop.run(SharedBlender(formula: blend.formula, writesAlpha: writesAlpha, clampsToUnit: clampsToUnit))
    }
  }
}
