import Model

/// A tile and how sprites, ribbons and layers are blended onto it.
package struct BlendTarget {
  package let tile: Tile
  package let blend: BlendMode
  /// Multiplies the source's colour and alpha.
  package let opacity: Float
  /// Whether results are held inside 0...1: encoded values on an `srgb` canvas.
  package let clampsToUnit: Bool
  /// Whether the tile's alpha is kept up to date. Without it alpha is left undefined; the light is the same.
  package let keepsAlpha: Bool

  package init(tile: Tile, blend: BlendMode, opacity: Float = 1, clampsToUnit: Bool = false, keepsAlpha: Bool = true) {
    precondition(keepsAlpha || !blend.readsBackdropAlpha, "This blend needs the alpha of what is below.")
    self.tile = tile
    self.blend = blend
    self.opacity = opacity
    self.clampsToUnit = clampsToUnit
    self.keepsAlpha = keepsAlpha
  }

  /// Whether blending reads the source's alpha; a layer drawn for it may otherwise leave its alpha out.
  package var readsSourceAlpha: Bool { keepsAlpha || clampsToUnit || blend.rule.readsSourceAlpha }

  /// The target with its opacity multiplied by `share`.
  func dimmed(by share: Float) -> BlendTarget {
    BlendTarget(
      tile: tile, blend: blend, opacity: opacity * share, clampsToUnit: clampsToUnit, keepsAlpha: keepsAlpha)
  }
}

/// A loop over pixels that is compiled for each blender.
protocol BlendLoop {
  func run<Blending: Blender>(_ blender: Blending)
}

extension BlendTarget {
  /// Runs a loop with the target's blender: the one place that chooses between the compiled copies.
  ///
  /// Every copy costs code for each sprite kernel, so only what presets draw millions of pixels with has one; all other
  /// combinations share `SharedBlender`, which takes about twice as long.
  @inline(__always)
  func withBlender<Loop: BlendLoop>(_ loop: Loop) {
    switch (blend, clampsToUnit, keepsAlpha) {
    case (.normal, false, true): loop.run(RuleBlender<NormalRule>())
    case (.normal, false, false): loop.run(ColorBlender<NormalRule>())
    case (.add, false, true): loop.run(RuleBlender<AddRule>())
    case (.add, false, false): loop.run(ColorBlender<AddRule>())
    case (.screen, false, false): loop.run(ColorBlender<ScreenRule>())
    default: loop.run(SharedBlender(rule: blend.rule, clampsToUnit: clampsToUnit))
    }
  }
}
