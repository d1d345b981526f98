import Colorimetry

extension Filter {
  /// The animated colour by which an instance of a replicator is multiplied. Replicators make this filter.
  package struct Tint: FilterDefinition {
    /// The colour of the first instance.
    package var color: AnimatedColor
    /// What is added to red, green, blue and alpha of the colour from instance to instance.
    package var offsets: [AnimatedNumber]
    /// The instance's index.
    package var index: Int

    package init(color: AnimatedColor, offsets: [AnimatedNumber], index: Int) {
      self.color = color
      self.offsets = offsets
      self.index = index
    }

    /// The factors of red, green, blue and alpha at a time.
    ///
    /// - Parameter encodesColors: whether the factors are for sRGB-encoded colours, as an `srgb` canvas holds them.
    package func factors(at clock: AnimationClock, encodesColors: Bool) -> [Double] {
      let color = color.value(at: clock)
      let components = color.premultiplied(encodesColors ? .srgb : .linear) / max(color.alpha, 1e-9)
      let first = [components.x, components.y, components.z, color.alpha]
      return zip(first, offsets).map { max($0 + $1.value(at: clock) * Double(index), 0) }
    }

    package var isSameEverywhere: Bool { true }

    package var animatedValues: AnimatedValues {
      var values = AnimatedValues()
      values.add("instanceColor", color)
      for (name, offset) in zip(["Red", "Green", "Blue", "Alpha"], offsets) {
        values.add("instance\(name)Offset", offset)
      }
      return values
    }

    package var filter: Filter { Filter(self) }

    /// Whether neither the colour nor an offset changes with time.
    package var isConstant: Bool { color.isConstant && offsets.allSatisfy(\.isConstant) }
  }
}
