extension ParticleDesigner {
  // MARK: Sizes

  private static let startSizeVariance = ["startParticleSizeVariance"]
  private static let endSizeVariance = ["finishParticleSizeVariance", "endParticleSizeVariance"]

  /// The sprite's size at scale 1, and the keys of scale. The size at scale 1 is the larger of the sizes at birth and at death; the
  /// variance of that larger size becomes `scaleRange`.
  func sizes() -> (base: Double, keys: WrittenObject) {
    let start = number("startParticleSize", in: 0...8192) ?? 32
    let startVariance = abs(number(Self.startSizeVariance) ?? 0)
    var end = number("finishParticleSize", "endParticleSize", in: -8192...8192) ?? -1
    let endVariance = abs(number(Self.endSizeVariance) ?? 0)
    // In cocos2d an end size of −1 means the size at the start. Readers of PEX clamp it to 0.1 points; here it becomes 0.
    let keepsSize = end == -1 && !isPEX
    if keepsSize { end = start } else { end = max(0, end) }
    let base = max(start, end)
    let isLargerAtStart = start >= end
    let variance = isLargerAtStart ? startVariance : endVariance
    guard base > 0 else {
      // Both sizes are 0: a variance alone gives sizes from 0 to the variance.
      let largestVariance = max(startVariance, endVariance)
      guard largestVariance > 0 else { return (1, ["scale": 0]) }
      let keys = startVariance >= endVariance ? Self.startSizeVariance : Self.endSizeVariance
      reportApproximated(keys, "the range is cut at 0; the original clamps each size to 0 instead")
      return (largestVariance, ["scale": 0.5, "scaleRange": 1])
    }
    var keys = WrittenObject()
    let span = Span(1, plusMinus: variance / base)
    if span.low < 0 {
      reportApproximated(
        isLargerAtStart ? Self.startSizeVariance : Self.endSizeVariance,
        "the range is cut at 0; the original clamps each size to 0 instead")
    }
    keys.set("scale", span.notNegative, default: 1)
    if !keepsSize, start != end { keys["scaleOverLife"] = .curve([(0, start / base), (1, end / base)]) }
    let otherVariance = isLargerAtStart ? endVariance : startVariance
    if otherVariance != 0, !keepsSize {
      reportApproximated(
        isLargerAtStart ? Self.endSizeVariance : Self.startSizeVariance,
        "a particle's size varies by one factor over its whole life")
    }
    return (base, keys)
  }

  // MARK: Colours

  /// Keys of colour. The larger of a component's values at birth and at death, ± the variance of that larger value and cut to 0 ... 1, is
  /// the component's random range; the values over life are fractions of the larger value.
  ///
  /// - Parameter hasOpacity: whether alpha has an effect in the blend mode; if not, alpha is left out.
  func colors(hasOpacity: Bool) -> WrittenObject {
    let start = color("startColor") ?? .white
    let end = color("finishColor") ?? color("endColor") ?? start
    let none = SourceColor(red: 0, green: 0, blue: 0, alpha: 0)
    let startVariance = color("startColorVariance", -1...1) ?? none
    let endVariance = color("finishColorVariance", -1...1) ?? none
    // Red, green, blue and alpha.
    let from = start.components + [start.alpha]
    let to = end.components + [end.alpha]
    let variances = [startVariance.components + [startVariance.alpha], endVariance.components + [endVariance.alpha]]
    var base: [Double] = []
    var ranges: [Double] = []
    for index in 0..<4 {
      let isLargerAtStart = from[index] >= to[index]
      let value = max(from[index], to[index])
      let variance = abs(variances[isLargerAtStart ? 0 : 1][index])
      let span = Span(max(0, value - variance), min(1, value + variance))
      base.append(variance > 0 ? span.mean : value)
      ranges.append(span.width * (variance > 0 ? 1 : 0))
      let otherVariance = abs(variances[isLargerAtStart ? 1 : 0][index])
      if otherVariance != 0, otherVariance != variance || from[index] != to[index] {
        reportApproximated(
          component: index, of: isLargerAtStart ? "finishColorVariance" : "startColorVariance",
          "a particle's colour varies by one factor over its whole life")
      }
      if value - variance < 0 || value + variance > 1, variance > 0 {
        reportApproximated(
          component: index, of: isLargerAtStart ? "startColorVariance" : "finishColorVariance",
          "the range is cut to 0 … 1; the original clamps each component instead")
      }
    }
    /// A component as a fraction of the larger of its values at birth and at death. If both are 0 it is 1, so that a random range has an
    /// effect.
    func fraction(_ value: [Double], _ index: Int) -> Double {
      let largest = max(from[index], to[index])
      return largest > 0 ? value[index] / largest : 1
    }
    var keys = WrittenObject()
    let color = SourceColor(red: base[0], green: base[1], blue: base[2], alpha: hasOpacity ? base[3] : 1)
    if color != .white { keys["color"] = .text(color.css) }
    for (index, key) in ["redRange", "greenRange", "blueRange", "alphaRange"].enumerated() {
      if index < 3 || hasOpacity { keys.set(key, ranges[index]) }
    }
    if from[..<3] != to[..<3] {
      let ends = [from, to].map { value in
        let color = SourceColor(red: fraction(value, 0), green: fraction(value, 1), blue: fraction(value, 2))
        return Written.text(color.opaqueCSS)
      }
      keys["colorOverLife"] = .list(ends)
      keys["interpolation"] = "srgb"
    }
    if hasOpacity, from[3] != to[3] {
      keys["alphaOverLife"] = .curve([(0, fraction(from, 3)), (1, fraction(to, 3))])
    }
    return keys
  }

  /// Adds a line about a component of a colour: red (0), green (1), blue (2) or alpha (3).
  private func reportApproximated(component index: Int, of key: String, _ reason: String) {
    let part = ["Red", "Green", "Blue", "Alpha"][index]
    if isPEX {
      source.object(key)?.reportApproximated(part.lowercased(), reason)
    } else {
      source.reportApproximated(key + part, reason)
    }
  }

  // MARK: Rotation

  func rotation() -> WrittenObject {
    var keys = WrittenObject()
    let start = number("rotationStart", "startRotation") ?? 0
    let startVariance = abs(number("rotationStartVariance") ?? 0)
    let end = number("rotationEnd", "endRotation") ?? start
    let endVariance = abs(number("rotationEndVariance") ?? 0)
    if (number("rotationIsDir") ?? 0) > 0 {
      keys["alignToMotion"] = true
      reportApproximated("rotationIsDir", "the sprite follows its motion all its life, not only at birth")
    }
    keys.set("rotation", Span(start, plusMinus: startVariance))
    keys.set("turn", Span(end - start, plusMinus: endVariance))
    if startVariance != 0, end != start || endVariance != 0 {
      reportApproximated(
        ["rotationEnd", "endRotation", "rotationEndVariance"],
        "each particle turns by as much, whatever its rotation at birth")
    }
    return keys
  }

  // MARK: Texture

  /// The sprite: the embedded texture, else the named file, else a soft disc; a texture that cannot be read counts as absent.
  func sprite(_ size: Double) -> Written {
    let holder = isPEX ? source.object("texture") : source
    let dataKey = isPEX ? "data" : "textureImageData"
    let nameKey = isPEX ? "name" : "textureFileName"
    let name = holder?.text(nameKey) ?? ""
    let data = holder?.text(dataKey) ?? ""
    if let holder, let (_, path) = holder.find(dataKey), !data.isEmpty {
      let substitute = name.isEmpty ? "a soft disc" : "the named file"
      do {
        let texture = Texture.bytes(try EmbeddedTexture.decode(data))
        if let stored = reading.storedTexture(texture, at: path, substitute: substitute) { return image(stored, size) }
      } catch {
        reading.note(path, .unsupported, "\(error); \(substitute) is used instead")
      }
    }
    if let holder, let (_, path) = holder.find(nameKey), !name.isEmpty,
      let stored = reading.storedTexture(.file(name), at: path)
    {
      return image(stored, size)
    }
    if data.isEmpty, name.isEmpty {
      reading.note("sprite", .chosen, "a soft disc, because the file has no texture")
    }
    return .sprite("softDisc", size)
  }

  /// A texture as a sprite. cocos2d draws it as a square; readers of PEX keep its proportions.
  private func image(_ stored: StoredTexture, _ size: Double) -> Written {
    let ratio = isPEX ? Double(stored.heightPixels) / Double(max(1, stored.widthPixels)) : 1
    return .imageSprite(file: stored.file, width: size, height: size * ratio)
  }
}
