import Presets

extension TSParticles {
  /// Adds a layer for an emitter. Each kind of particle that it emits becomes a cell.
  ///
  /// - Parameter base: the options of all particles, which those of the emitter's own particles override.
  func add(_ emitter: SourceObject, _ index: Int, _ base: [SourceObject], to preset: inout PresetWriting) {
    emitter.reportLeftOut(["autoPlay", "domId"], .unsupported, "it ties the emitter to a web page")
    emitter.reportLeftOut(["name"], .editorOnly, "a name")
    var written = WrittenObject()
    let yPercent = writePlace(emitter, &written).y
    // The knob `amount` (`PresetWriting`) multiplies the rates of all cells.
    written["birthRate"] = "= amount"
    let births = births(emitter)
    let spawned = spawnedColors(emitter)
    // Options of the emitter's own particles. Without any, it emits particles with the options of `base`.
    let kinds = emitter.objects("particles")
    let choices = (kinds.isEmpty ? [nil] : kinds.prefix(64).map(Optional.some)).flatMap { kind in
      TSOptions((kind.map { [$0] } ?? []) + base).variants(reading).map { (kind, $0.options, $0.shape) }
    }.prefix(64)
    written["cells"] = .list(
      choices.enumerated().map { number, choice in
        let (kind, options, shape) = choice
        var builder = TSCell(options, reading, isPopulation: false, canvasSeconds: preset.durationSeconds)
        builder.emitterY = yPercent / 100 * Self.canvas.height
        builder.spawnedColors = spawned
        builder.shape = shape
        var cell: WrittenObject = ["name": .text(number == 0 ? "particle" : "particle\(number + 1)")]
        for member in births.members {
          let isTime = ["duration", "beginTime"].contains(member.key)
          cell[member.key] = isTime ? member.value : Self.share(member.value, of: choices.count)
        }
        // The direction of an emitter's own particles overrides the emitter's, which overrides that of `particles`.
        let isOwn = kind?.object("move")?.has("direction") == true
        if isOwn { emitter.reportLeftOut(["direction"], .meaningless, "its particles' own direction overrides it") }
        cell.add(builder.cell(direction: isOwn ? nil : emitter.find("direction").map { ($0.node, $0.path) }))
        return .object(cell)
      })
    var layer: WrittenObject = ["name": .text(index == 0 ? "emitter" : "emitter\(index + 1)")]
    layer["blend"] = blend(TSOptions((kinds.first.map { [$0] } ?? []) + base))
    layer["emitter"] = .object(written)
    preset.layers.append(layer)
  }

  /// A cell's part of a number of births, or of a formula or bursts, that `count` cells share equally.
  static func share(_ value: Written, of count: Int) -> Written {
    guard count > 1 else { return value }
    switch value {
    case .number(let number): return .number(number / Double(count))
    case .text(let formula): return .text("\(formula) / \(count)")
    case .list(let bursts):
      return .list(
        bursts.map { burst in
          guard case .list(let pair) = burst, pair.count == 2 else { return burst }
          return .list([pair[0], share(pair[1], of: count)])
        })
    default: return value
    }
  }

  /// Writes the emitter's position and shape; returns the position in per cent of the canvas.
  private func writePlace(_ emitter: SourceObject, _ written: inout WrittenObject) -> (x: Double, y: Double) {
    let position = emitter.object("position")
    let x = position?.span("x", in: -1e3...1e3)
    let y = position?.span("y", in: -1e3...1e3)
    if x == nil || y == nil {
      reading.note(
        "\(emitter.path).position", .chosen,
        "the middle of the canvas; tsParticles puts an emitter without a position at a random place")
    }
    let middle = (x: x?.mean ?? 50, y: y?.mean ?? 50)
    written["position"] = .list([.text("\(Written.decimal(middle.x))%"), .text("\(Written.decimal(middle.y))%")])
    writeShape(emitter, &written)
    let (width, height) = ((x?.width ?? 0) / 100 * Self.canvas.width, (y?.width ?? 0) / 100 * Self.canvas.height)
    if written["shape"] == nil, width > 0 || height > 0 {
      written["shape"] = "rectangle"
      written["size"] = .list([.number(width), .number(height)])
      emitter.reportApproximated(
        "position",
        "each particle has a random place in the range; tsParticles chooses one place for each life of the emitter")
    }
    return middle
  }

  /// Colours that the emitter gives its particles in place of their own; nil if it gives none.
  private func spawnedColors(_ emitter: SourceObject) -> [SourceColor]? {
    let spawn = emitter.object("spawn")
    spawn?.reportLeftOut(["stroke"], .unsupported, "outlines of particles are not drawn")
    emitter.reportLeftOut(["spawnStrokeColor"], .unsupported, "outlines of particles are not drawn")
    emitter.reportLeftOut(["spawnOpacity"], .unsupported, "particles have their own opacity")
    let fill = spawn?.object("fill")
    fill?.reportLeftOut(["opacity"], .unsupported, "particles have their own opacity")
    // Reading `enable` marks it as carried over.
    _ = fill?.flag("enable")
    guard
      let (node, path) = fill?.find("color") ?? emitter.find("spawnFillColor") ?? emitter.find("spawnColor")
        ?? spawn?.find("color")
    else { return nil }
    let colors = TSOptions.colors(node, path, reading, reportsAnimation: false)
    let animation = SourceObject(node, path: path, reading).object("animation")
    guard let animation, let first = colors.first else { return colors.isEmpty ? nil : colors }
    let hue = animation.object("h")
    guard hue?.flag("enable") == true, (hue?.number("speed") ?? 0) != 0 || hue?.object("offset") != nil else {
      reading.note(animation.path, .meaningless, "the hue does not change")
      return colors
    }
    reading.note(
      animation.path, .approximated, "each birth has one of twelve hues; tsParticles runs through them in order")
    return (0..<12).map { first.turned(byDegrees: 30 * Double($0)) }
  }

  /// Writes the emitter's shape and size; nothing for a point.
  private func writeShape(_ emitter: SourceObject, _ written: inout WrittenObject) {
    let size = emitter.object("size")
    let isPercent = (size?.text("mode") ?? "percent") == "percent"
    let width = (size?.number("width", in: 0...1e5) ?? 0) * (isPercent ? Self.canvas.width / 100 : 1)
    let height = (size?.number("height", in: 0...1e5) ?? 0) * (isPercent ? Self.canvas.height / 100 : 1)
    var kind = "square"
    if let (node, path) = emitter.find("shape") {
      if node.members != nil {
        let object = SourceObject(node, path: path, reading)
        kind = object.text("type") ?? "square"
        object.reportLeftOut(["options", "replace"], .unsupported, "only circles and squares are carried over")
      } else {
        kind = emitter.text("shape") ?? "square"
      }
      if !["square", "circle"].contains(kind) {
        reading.note(path, .unsupported, "only circles and squares are carried over; a square is used instead")
      }
    }
    guard width > 0 || height > 0 else {
      // Reading `fill` marks it as carried over. Its value does not matter, since a point has no outline.
      _ = emitter.flag("fill")
      return
    }
    written["shape"] = kind == "circle" ? "ellipse" : "rectangle"
    written["size"] = .list([.number(width), .number(height)])
    if emitter.flag("fill") == false { written["mode"] = "outline" }
  }
}
