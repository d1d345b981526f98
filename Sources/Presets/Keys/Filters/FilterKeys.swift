import JSON
import Model

/// A filter of any type as written; each type uses some of the properties. Most properties are nil if not given;
/// `PresetDecoder.filter` has the defaults.
struct FilterDraft: TypedDraft {
  var type = Kind.brightness
  var amount: AnimatedNumber?
  var angle: AnimatedNumber?
  var stops: AnimatedNumber?
  var steps: AnimatedNumber?
  var matrix: [AnimatedNumber]?
  var levels = Filter.Levels()
  var curves = Filter.Curves()
  var colors: ColorMap?
  var center: AnimatedPoint?
  var inner: AnimatedNumber?
  var outer: AnimatedNumber?
  var spacing: AnimatedNumber?
  var strength: AnimatedNumber?
  var thickness: AnimatedNumber?
  var offset: AnimatedNumber?
  var color: AnimatedColor?
  var size: AnimatedNumber?
  var chroma: AnimatedNumber?
  var variant: Int?
  var bloom = Filter.Bloom()
  /// The key `radius`, along x and y: the standard deviation where the filter is a Gaussian.
  var radii: AnimatedPoint?
  var shift: AnimatedPoint?
  /// Keys of filters that displace pixels. The filters lightGrid and sinebow use `frequency`, too.
  var displacement = DisplacementDraft()
  var scatter = ScatterDraft()
  var map = MapDraft()

  enum Kind: String, Sendable, CaseIterable {
    case brightness, contrast, saturate, grayscale, sepia, hueRotate, invert, opacity
    case exposure, colorMatrix, levels, curves, posterize, duotone
    case vignette, scanlines, interlace, grain
    case blur, dropShadow, innerShadow, glow, bloom
    case wave, circleWave, ripple, water, bubble, lens, swirl, turbulence, displace, displacementMap, heightMap,
      kaleidoscope, mirror, barrel
    case colorPlanes, chromaticAberration, pixellate, emboss, edges, infrared
    case lightGrid, sinebow
    case motionBlur, zoomBlur, spinBlur, lensBlur, variableBlur, halation, streak
  }
}

extension FilterDraft.Kind {
  /// The sentence on this filter in the reference.
  var sentence: String {
    switch self {
    case .brightness: "Multiplies colours by amount, as CSS's brightness()."
    case .contrast: "Spreads colours around the middle, 0.5 of the canvas's values, as CSS's contrast()."
    case .saturate: "Makes colours purer, above 1, or greyer, below 1, as CSS's saturate()."
    case .grayscale: "Makes colours grey, as CSS's grayscale()."
    case .sepia: "Makes colours brown, as CSS's sepia()."
    case .hueRotate: "Turns hues by angle, as CSS's hue-rotate()."
    case .invert: "Makes the negative, as CSS's invert()."
    case .opacity: "Makes everything more transparent, as CSS's opacity()."
    case .exposure: "Multiplies light by 2 to the power of stops."
    case .colorMatrix: "Mixes red, green, blue and alpha anew, as SVG's feColorMatrix."
    case .levels: "Sets which values are black and white, and moves the middle between them."
    case .curves: "Bends brightness, or red, green and blue each, by smooth curves."
    case .posterize: "Leaves each channel only a few values."
    case .duotone: "Colours the picture by its luminance: two colours, or a ramp of more."
    case .vignette: "Darkens towards the corners of the canvas."
    case .scanlines: "Darkens lines, as on an old screen."
    case .interlace: "Puts lines of a colour between those of the picture."
    case .grain: "Adds the grain of film, new in each frame, strongest in the middle tones."
    case .blur: "Blurs by a Gaussian, as CSS's blur()."
    case .dropShadow: "Puts a shadow below what is drawn, as CSS's drop-shadow()."
    case .innerShadow: "Lets the rim cast a shadow onto what is drawn."
    case .glow: "Puts light around what is drawn, below it."
    case .bloom: "Adds a glow around what is brighter than a threshold."
    case .wave: "Moves pixels in straight waves."
    case .circleWave: "Moves pixels in round waves around center."
    case .ripple: "Moves pixels by the ring of a drop that falls at center."
    case .water: "Shows the picture through moving water, refracted by Snell's law."
    case .bubble: "Shows the picture through a dome of glass, refracted by Snell's law."
    case .lens: "Magnifies in a disc, with a rim and a shadow."
    case .swirl: "Turns the picture around center, less and less towards the radius."
    case .turbulence: "Moves pixels by noise, as SVG's feTurbulence with feDisplacementMap."
    case .displace: "Moves pixels by the formulas x and y, which are those of fields."
    case .displacementMap: "Moves pixels by the colours of another layer, as SVG's feDisplacementMap."
    case .heightMap:
      "Shows the picture through glass whose height is another layer, refracted by Snell's law."
    case .kaleidoscope: "Shows one wedge of the picture again and again, mirrored."
    case .mirror: "Shows what is on the left of a line on both of its sides."
    case .barrel:
      "Bulges the picture as the glass of an old screen does: its corners are round, what lies beyond is transparent."
    case .colorPlanes: "Moves red one way and blue the other."
    case .chromaticAberration: "Moves red outwards and blue inwards, more towards the corners, as a simple lens does."
    case .pixellate: "Makes squares, each of the mean of its pixels."
    case .emboss: "Makes a relief: slopes of brightness are lit from one side."
    case .edges: "Shows only lines where the picture changes; between them it is transparent."
    case .infrared: "Shows luminance in the colours of a thermal camera."
    case .lightGrid: "Paints lamps of many colours in the shape of what is drawn."
    case .sinebow: "Paints swaying bands of a rainbow's light in the shape of what is drawn."
    case .motionBlur: "Blurs along a line, as a moving camera does."
    case .zoomBlur: "Blurs towards center, as a lens that is zoomed does."
    case .spinBlur: "Blurs around center."
    case .lensBlur: "Spreads each point over a disc or a polygon, as a lens out of focus does."
    case .variableBlur: "Blurs by a Gaussian that widens from place to place: along a line, or from a middle outwards."
    case .halation: "Adds the tight red halo that film has around highlights."
    case .streak: "Adds streaks of light across highlights, as an anamorphic lens does."
    }
  }
}

extension Declarations {
  static let filter = Declaration<FilterDraft>(
    "filter",
    "What is done to the pixels of a layer, a group or the canvas. On an srgb canvas colours are clamped after each filter, as CSS does it; on a linear one light above white is kept and light below 0 cut.",
    FilterDraft(),
    filterAmounts + filterTones + filterPlaces + filterGlow + filterScatter + filterDisplacement + filterMaps)

  /// The type of a filter, and keys that state how much a filter does.
  private static let filterAmounts: [Key<FilterDraft>] = [
    .choice("type", \.type, "What it does.").required.explained(\FilterDraft.Kind.sentence),
    .optionalAnimatedNumber(
      "amount", \.amount, .factor, 0...100,
      "How strong the effect is. Brightness, contrast, saturate and opacity change nothing at 1, the others at 0. Above 1 it counts as 1, except for brightness, contrast, saturate, emboss, edges, zoomBlur and barrel. Of zoomBlur: the share by which the picture grows. Of barrel: the share by which its corners are pulled in. If not given, 1; vignette 0.5, scanlines 0.4, grain and barrel 0.15, zoomBlur 0.2."
    ).applies(
      to: .brightness, .contrast, .saturate, .grayscale, .sepia, .invert, .opacity, .duotone, .vignette, .scanlines,
      .interlace, .grain, .emboss, .edges, .infrared, .zoomBlur, .barrel, .lightGrid,
      .sinebow),
    .optionalAnimatedNumber(
      "angle", \.angle, .degrees, Limits.numbers,
      "Of hueRotate: how far hues are turned. Of wave: the direction in which it runs, 0 to the right, clockwise. Of swirl: how far its middle is turned. Of kaleidoscope: how far the mirrors are turned. Of mirror: the direction of its line. Of emboss: where the light comes from. Of motionBlur and streak: their direction. Of spinBlur: by how much the picture turns. Of lensBlur: how far the polygon is turned. If not given, 0; swirl 180, emboss 225, spinBlur 10."
    ).applies(
      to: .hueRotate, .wave, .swirl, .kaleidoscope, .mirror, .emboss, .motionBlur, .spinBlur, .lensBlur, .streak),
    .optionalAnimatedNumber("stops", \.stops, .stops, -16...16, "Each stop doubles the light.").defaults(to: "0")
      .applies(to: .exposure),
    .optionalAnimatedNumber("steps", \.steps, .none, 2...256, "How many encoded values each channel may have.")
      .defaults(to: "4").applies(to: .posterize),
  ]

  /// Keys of the filters that map colours to other colours.
  private static let filterTones: [Key<FilterDraft>] = [
    .optional(
      "matrix", \.matrix, .list(.animatedNumber(matrixNumberSchema)),
      "Twenty numbers: for red, green, blue and alpha the factors of the old red, green, blue and alpha, and what is added (1 is the whole range)."
    ) { decoder, node in
      guard let values = decoder.list(node, of: "numbers", { decoder.animatedNumber($0, matrixNumberSchema) }) else {
        return nil
      }
      if values.count == 20 { return values }
      decoder.report("should have 20 numbers, four rows of five, not \(values.count)", at: node)
      return nil
    }.required(by: .colorMatrix),
    .animatedNumber("inputBlack", \.levels.inputBlack, .share, -1...2, "The encoded value that becomes black.")
      .applies(to: .levels),
    .animatedNumber("inputWhite", \.levels.inputWhite, .share, -1...2, "The encoded value that becomes white.")
      .applies(to: .levels),
    .animatedNumber("gamma", \.levels.gamma, .none, 0.05...20, "Brightens the middle if above 1.").applies(to: .levels),
    .animatedNumber("outputBlack", \.levels.outputBlack, .share, 0...1, "What black becomes.").applies(to: .levels),
    .animatedNumber("outputWhite", \.levels.outputWhite, .share, 0...1, "What white becomes.").applies(to: .levels),
    .curvePoints(
      "all", \.curves.all, "Points [old, new] of encoded values; all channels follow the smooth curve through them."),
    .curvePoints("red", \.curves.red, "Points of the curve that red follows after the curve of all."),
    .curvePoints("green", \.curves.green, "Points of the curve that green follows after the curve of all."),
    .curvePoints("blue", \.curves.blue, "Points of the curve that blue follows after the curve of all."),
    Key("colors", .stops, "The colours from black to white, as the stops of a gradient.") { node, decoder, draft in
      if let stops = decoder.gradientStops(node) {
        draft.colors = ColorMap(stops: stops, interpolation: decoder.scope.defaultInterpolation)
      }
    }.required(by: .duotone),
  ]

  private static let matrixNumberSchema = NumberSchema(.none, -100...100)

  /// Keys on places, sizes and colours of a filter.
  private static let filterPlaces: [Key<FilterDraft>] = [
    .optionalAnimatedPoint(
      "center", \.center,
      "The middle; that of the canvas if not given. Of mirror: a point of its line. Of pixellate: a corner where squares meet."
    ).applies(
      to: .vignette, .circleWave, .ripple, .bubble, .lens, .swirl, .kaleidoscope, .mirror, .chromaticAberration,
      .pixellate, .zoomBlur, .spinBlur, .variableBlur),
    .optionalAnimatedNumber(
      "inner", \.inner, .share, 0...10,
      "Where darkness, or the blur, begins, as a share of the way from the canvas's middle to a corner. If not given, 0.4; variableBlur 0.2."
    ).applies(to: .vignette, .variableBlur),
    .optionalAnimatedNumber(
      "outer", \.outer, .share, 0...10,
      "Where the whole effect is reached, in the unit of inner. If not given, 1.1; variableBlur 1."
    )
    .applies(to: .vignette, .variableBlur),
    .optionalAnimatedNumber("spacing", \.spacing, .points, 0.1...1e4, "From one line to the next.").defaults(to: "4")
      .applies(to: .scanlines),
    .optionalAnimatedNumber(
      "thickness", \.thickness, .none, 0...1e4,
      "Of scanlines: a line's share of the spacing, 0.5 if not given. Of interlace: the thickness of a line, and the distance between lines, in points; 1 if not given."
    ).applies(to: .scanlines, .interlace),
    .optionalAnimatedNumber("offset", \.offset, .points, Limits.numbers, "How far all lines are moved down.")
      .defaults(to: "0").applies(to: .scanlines, .interlace),
    .optionalAnimatedPoint(
      "shift", \.shift, .points, -5_000...5_000,
      "How far the shadow is moved, [right, down]; of colorPlanes red, while blue is moved the other way. If not given, [0, 4]; colorPlanes [4, 0]."
    ).applies(to: .dropShadow, .innerShadow, .colorPlanes),
    .optional(
      "color", \.color, .animatedColor,
      "The colour of the shadow, the glow, interlace's and edges' lines, lens's rim, halation's halo or streak's streaks. If not given, half transparent black for shadows, black for interlace, white for lens, red for halation, blue for streak; for glow and edges the picture's own colours."
    ) { $0.animatedColor($1) }.applies(
      to: .interlace, .dropShadow, .innerShadow, .glow, .lens, .edges, .halation, .streak),
    .optionalAnimatedNumber(
      "size", \.size, .points, 0.1...1e3,
      "Of grain: from one grain to the next. Of pixellate: the side of a square. Of emboss and edges: the distance between the places that are compared. Of lightGrid: from lamp to lamp. If not given, 1.5; pixellate 16, emboss 2, lightGrid 60."
    ).applies(to: .grain, .pixellate, .emboss, .edges, .lightGrid),
    .optionalAnimatedNumber(
      "chroma", \.chroma, .share, 0...1, "How much the grains of red, green and blue differ; 0 is grey."
    ).defaults(to: "0.3").applies(to: .grain),
    .optionalWhole("variant", \.variant, 0...1_000_000, "Another number gives other random numbers.")
      .defaults(to: "0").applies(to: .grain, .water, .turbulence, .lightGrid, .displace),
  ]

  private static let radiusSchema = NumberSchema(.points, 0...2_000)

  /// Keys of the filters that blur or glow.
  private static let filterGlow: [Key<FilterDraft>] = [
    .optional(
      "radius", \.radii, .animatedPair(radiusSchema),
      "The standard deviation of the Gaussian, as the radius of CSS's blur(); for blur one number or [along x, along y]. Of bloom and halation: the largest standard deviation, which cannot be animated. Of variableBlur: the greatest standard deviation. Of lensBlur: the radius of the disc, or of the polygon's corners. Of bubble, lens and swirl: their own radius. Of circleWave: the distance at which the waves have died down; if not given, they never do. If not given, for the others 8; glow and lensBlur 12, variableBlur 20, bloom 28, bubble 120, lens 60, swirl 200."
    ) { $0.animatedPair($1, radiusSchema) }.applies(
      to: .blur, .dropShadow, .innerShadow, .glow, .bloom, .circleWave, .bubble, .lens, .swirl, .lensBlur,
      .variableBlur, .halation),
    .optionalAnimatedNumber(
      "strength", \.strength, .factor, 0...100,
      "How much of the glow is added; of lightGrid and sinebow: how bright they are. If not given, 1; bloom, halation and streak 0.5, lightGrid 3."
    )
    .applies(to: .glow, .bloom, .halation, .streak, .lightGrid, .sinebow),
  ]
}

extension Key<FilterDraft> {
  /// A key with the points of a curve.
  fileprivate static func curvePoints(_ name: String, _ path: Property<FilterDraft, [AnimatedPoint]>, _ about: String)
    -> Key
  {
    let schema = NumberSchema(.share, 0...1)
    return .value(name, path, .list(.animatedPoint(schema)), about) { decoder, node in
      decoder.list(node, of: "points", maximum: 64) { decoder.animatedPoint($0, schema) }
    }.applies(to: .curves)
  }
}

extension Key {
  /// The key `filters`: a list of filters without maps, applied one after another.
  static func filters(_ path: Property<Target, [Filter]>, _ about: String) -> Key {
    .filters(key: "filters", path, about)
  }

  /// A list of filters, applied one after another.
  ///
  /// - Parameter layerPath: returns the path hash of the layer that has the filters; nil if the filters cannot have maps.
  static func filters(
    key: String, _ path: Property<Target, [Filter]>, _ about: String,
    layerPath: @escaping @Sendable (Target) -> UInt64? = { _ in nil }
  ) -> Key {
    Key(key, .list(.object(Declarations.filter)), about) { node, decoder, target in
      if let filters = decoder.filters(node, key: key, layerPath: layerPath(target)) {
        target[keyPath: path] = filters
      }
    }
  }
}

extension PresetDecoder {
  /// Reads a list of filters.
  fileprivate func filters(_ node: JSONNode, key: String, layerPath: UInt64?) -> [Filter]? {
    // The index of the filter that is being read; `list` reads them in order.
    var index = -1
    return list(node, of: "filters", maximum: Limits.filters) { node in
      index += 1
      return filter(node, mapPath: layerPath.map { PathHash.filterMap(of: $0, key: key, index: index) })
    }
  }

  /// Reads a filter. Keys that are not given have the defaults that their declarations state.
  private func filter(_ node: JSONNode, mapPath: UInt64?) -> Filter? {
    let issueCountBefore = issueCount
    var draft = FilterDraft()
    draft.map.path = mapPath
    readObject(node, Declarations.filter, into: &draft)
    guard issueCount == issueCountBefore else { return nil }
    let amount = draft.amount ?? 1
    // For filters of which an amount above 1 counts as 1.
    let share = amount.limited(to: 0...1)
    switch draft.type {
    case .brightness: return .brightness(amount)
    case .contrast: return .contrast(amount)
    case .saturate: return .saturate(amount)
    case .grayscale: return .grayscale(share)
    case .sepia: return .sepia(share)
    case .hueRotate: return .hueRotate(draft.angle ?? 0)
    case .invert: return .invert(share)
    case .opacity: return .opacity(share)
    case .exposure: return .exposure(draft.stops ?? 0)
    case .colorMatrix: return .colorMatrix(Filter.ColorMatrix(draft.matrix ?? []))
    case .levels: return .levels(draft.levels)
    case .curves: return .curves(draft.curves)
    case .posterize: return .posterize(draft.steps ?? 4)
    case .duotone: return .duotone(Filter.Duotone(colors: draft.colors ?? ColorMap(.black, .white), amount: share))
    case .vignette:
      var vignette = Filter.Vignette(center: draft.center)
      if draft.amount != nil { vignette.amount = share }
      if let inner = draft.inner { vignette.inner = inner }
      if let outer = draft.outer { vignette.outer = outer }
      return .vignette(vignette)
    case .scanlines:
      var lines = Filter.Scanlines()
      if draft.amount != nil { lines.amount = share }
      if let spacing = draft.spacing { lines.spacing = spacing }
      if let thickness = draft.thickness { lines.thickness = thickness.limited(to: 0...1) }
      if let offset = draft.offset { lines.offset = offset }
      return .scanlines(lines)
    case .interlace:
      var lines = Filter.Interlace(amount: share)
      if let thickness = draft.thickness { lines.thickness = thickness }
      if let offset = draft.offset { lines.offset = offset }
      if let color = draft.color { lines.color = color }
      return .interlace(lines)
    case .grain:
      var grain = Filter.Grain(variant: draft.variant ?? 0)
      if draft.amount != nil { grain.amount = share }
      if let size = draft.size { grain.size = size }
      if let chroma = draft.chroma { grain.chroma = chroma }
      return .grain(grain)
    case .blur: return .blur(Filter.Blur(radius: draft.radii ?? AnimatedPoint(8, 8)))
    case .dropShadow, .innerShadow:
      guard let radius = radius(of: draft, node) else { return nil }
      var shadow = Filter.Shadow(radius: radius)
      if let shift = draft.shift { shadow.offset = shift }
      if let color = draft.color { shadow.color = color }
      return draft.type == .dropShadow ? .dropShadow(shadow) : .innerShadow(shadow)
    case .glow:
      guard let radius = radius(of: draft, node, default: 12) else { return nil }
      return .glow(Filter.Glow(radius: radius, strength: draft.strength ?? 1, color: draft.color))
    case .bloom:
      var bloom = draft.bloom
      if let strength = draft.strength { bloom.strength = strength }
      if let threshold = draft.scatter.threshold { bloom.threshold = threshold }
      if let tail = draft.scatter.tail { bloom.tail = tail }
      bloom.scatters = draft.scatter.scatters
      guard let radius = radius(of: draft, node, default: AnimatedNumber(bloom.radius)) else { return nil }
      guard let constant = constantRadius(radius, of: draft, node) else { return nil }
      bloom.radius = constant
      return .bloom(bloom)
    case .wave, .circleWave, .ripple, .water, .bubble, .lens, .swirl, .turbulence, .kaleidoscope, .mirror,
      .barrel, .colorPlanes, .chromaticAberration:
      // Reports different radii along x and y.
      if draft.radii != nil, radius(of: draft, node) == nil { return nil }
      return draft.displacementFilter(radius: draft.radii?.x).map { .displacement($0) }
    case .displace: return formulaDisplacement(draft, node).map { .displacement($0) }
    // A filter whose map is disabled is left out, since it would change nothing.
    case .displacementMap, .heightMap: return draft.mapDisplacement.map { .displacement($0) }
    case .pixellate: return .pixellate(Filter.Pixellate(size: draft.size ?? 16, center: draft.center))
    case .emboss:
      return .emboss(Filter.Emboss(amount: amount, angle: draft.angle ?? 225, size: draft.size ?? 2))
    case .edges: return .edges(Filter.Edges(amount: amount, size: draft.size ?? 1.5, color: draft.color))
    case .infrared: return .infrared(share)
    case .lightGrid:
      var grid = Filter.LightGrid(amount: share, variant: draft.variant ?? 0)
      if let size = draft.size { grid.size = size }
      if let strength = draft.strength { grid.strength = strength }
      if let frequency = draft.displacement.frequency { grid.frequency = frequency }
      return .lightGrid(grid)
    case .sinebow:
      var bands = Filter.Sinebow(amount: share, strength: draft.strength ?? 1)
      if let frequency = draft.displacement.frequency { bands.frequency = frequency }
      return .sinebow(bands)
    case .motionBlur, .zoomBlur, .spinBlur: return draft.motionBlur.map { .motionBlur($0) }
    case .lensBlur, .variableBlur:
      // Reports different radii along x and y.
      if draft.radii != nil, radius(of: draft, node) == nil { return nil }
      if draft.type == .lensBlur { return .lensBlur(draft.lensBlur(radius: draft.radii?.x)) }
      if (draft.scatter.startPoint == nil) != (draft.scatter.endPoint == nil) {
        report("startPoint and endPoint belong together: a line has two ends", at: node)
        return nil
      }
      return .variableBlur(draft.variableBlur(radius: draft.radii?.x))
    case .halation:
      var halation = Filter.Halation()
      if let threshold = draft.scatter.threshold { halation.threshold = threshold }
      if let strength = draft.strength { halation.strength = strength }
      if let color = draft.color { halation.color = color }
      guard let radius = radius(of: draft, node), let constant = constantRadius(radius, of: draft, node) else {
        return nil
      }
      halation.radius = constant
      return .halation(halation)
    case .streak: return .streak(draft.streak())
    }
  }
}

extension PresetDecoder {
  /// The radius of a filter whose buffers depend on the radius, so that it has to be constant; nil after reporting that it is
  /// animated.
  private func constantRadius(_ radius: AnimatedNumber, of draft: FilterDraft, _ node: JSONNode) -> Double? {
    if let constant = radius.constant { return constant }
    report("the radius of a \(draft.type.rawValue) cannot be animated", at: node["radius"] ?? node)
    return nil
  }

  /// The radius of a filter that has the same radius along x and y; nil after reporting that two different radii are given.
  private func radius(
    of draft: FilterDraft, _ node: JSONNode, default defaultRadius: AnimatedNumber = 8
  ) -> AnimatedNumber? {
    guard let radii = draft.radii else { return defaultRadius }
    if radii.x == radii.y { return radii.x }
    report("should be one number: only a blur has a radius for each axis", at: node["radius"] ?? node)
    return nil
  }
}

extension AnimatedNumber {
  /// The number with its values clamped to `range` as well as to its own range, as CSS clamps amounts above 100 %.
  fileprivate func limited(to range: ClosedRange<Double>) -> AnimatedNumber {
    AnimatedNumber(
      source, in: max(self.range.lowerBound, range.lowerBound)...min(self.range.upperBound, range.upperBound))
  }
}
