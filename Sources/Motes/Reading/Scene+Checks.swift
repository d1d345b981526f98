import Model
import Presets

extension Scene {
  /// Throws for a scene that cannot be drawn. A preset's scene is checked when the preset is read, not here.
  func check() throws(RenderError) {
    let (width, height) = (canvas.widthPixels, canvas.heightPixels)
    guard (1...Limits.sidePixels).contains(width), (1...Limits.sidePixels).contains(height),
      width * height <= Limits.framePixels
    else {
      throw RenderError(
        .size,
        "A frame of \(width) x \(height) pixels is not possible; each side must have 1 to \(Limits.sidePixels), "
          + "and a frame has at most \(Limits.framePixels) pixels.")
    }
    guard canvas.pixelsPerPoint > 0, canvas.widthPoints > 0, canvas.heightPoints > 0 else {
      throw RenderError(.size, "The canvas must have a width and a height above 0 points.")
    }
    let rate = canvas.frameRate
    guard rate > .zero, rate.numerator <= Limits.frameRateNumerator, rate.denominator <= Limits.frameRateDenominator,
      Limits.frameRates.contains(rate.double), canvas.presetFrameRate > .zero
    else {
      throw RenderError(
        .timing,
        "A frame rate of \(rate) is not possible; it must be from 0.1 to 1000, with a numerator "
          + "up to \(Limits.frameRateNumerator) and a denominator up to \(Limits.frameRateDenominator).")
    }
    guard canvas.duration > .zero, canvas.duration <= Rational(Int64(Limits.durationSeconds)),
      canvas.duration.denominator <= Limits.durationDenominator
    else {
      throw RenderError(
        .timing,
        "A duration of \(canvas.duration) s is not possible; it must be above 0 and at most \(Limits.durationSeconds) s, with a "
          + "denominator up to \(Limits.durationDenominator).")
    }
    guard !canvas.loops || (canvas.duration * rate).isWhole else {
      throw RenderError(
        .timing, "A loop of \(canvas.duration) s at \(rate) frames a second is not a whole number of frames.")
    }
    if let keyPath = NumberCheck.firstBadNumber(in: self) {
      throw RenderError(.number, "\(keyPath) is not a finite number.")
    }
    let problems = problems
    guard problems.isEmpty else {
      throw RenderError(
        .limit, problems.map { $0.prefix(1).uppercased() + $0.dropFirst() + "." }.joined(separator: " "))
    }
  }

  /// The scene with path hashes (`path`, `cellPath`) for all layers and cells that have none. A path hash is made from the names
  /// on the way from the outermost layer inwards, with the index in place of an empty name. All random numbers of a layer or cell
  /// derive from it.
  func withPathHashes() -> Scene {
    var scene = self
    scene.layers = PathHash.withPathHashes(layers, parent: PathHash.root)
    return scene
  }
}

extension PathHash {
  /// The layers, with path hashes for them and everything in them.
  fileprivate static func withPathHashes(_ layers: [Layer], parent: UInt64) -> [Layer] {
    layers.enumerated().map { index, layer in
      var layer = layer
      if layer.path == notComputed { layer.path = path(layer.name, index, parent) }
      switch layer.source {
      case .emitter(var emitter):
        emitter.cells = withPathHashes(emitter.cells, parent: layer.path)
        layer.source = .emitter(emitter)
      case .group(let children): layer.source = .group(withPathHashes(children, parent: layer.path))
      case .transition(var transition):
        func sideWithPathHashes(_ side: Layer?, key: String) -> Layer? {
          side.map { withPathHashes([$0], parent: child(of: layer.path, named: key))[0] }
        }
        transition.from = sideWithPathHashes(transition.from, key: "from")
        transition.to = sideWithPathHashes(transition.to, key: "to")
        layer.source = .transition(transition)
      default: break
      }
      func withPathHashesOfMaps(of filters: [Filter], key: String) -> [Filter] {
        filters.enumerated().map { index, filter in
          guard var map = filter.kind.map else { return filter }
          if map.path == notComputed { map.path = PathHash.filterMap(of: layer.path, key: key, index: index) }
          var filter = filter
          // The map has its path already, so `parent` is not used.
          filter.kind.map = PathHash.withPathHashes([map], parent: map.path)[0]
          return filter
        }
      }
      layer.filters = withPathHashesOfMaps(of: layer.filters, key: "filters")
      layer.backdropFilters = withPathHashesOfMaps(of: layer.backdropFilters, key: "backdropFilters")
      if let mask = layer.mask {
        layer.mask?.layer = withPathHashes([mask.layer], parent: child(of: layer.path, named: "mask"))[0]
      }
      return layer
    }
  }

  private static func withPathHashes(_ cells: [Cell], parent: UInt64) -> [Cell] {
    cells.enumerated().map { index, cell in
      var cell = cell
      if cell.cellPath == notComputed { cell.cellPath = path(cell.name, index, parent) }
      cell.cells = withPathHashes(cell.cells, parent: cell.cellPath)
      return cell
    }
  }

  private static func path(_ name: String, _ index: Int, _ parent: UInt64) -> UInt64 {
    name.isEmpty ? child(of: parent, at: index) : child(of: parent, named: name)
  }
}

/// Searches all values of a scene for numbers that are not finite. It uses reflection, so that it needs no change when
/// a property is added.
enum NumberCheck {
  /// The key path of the first number that is not finite, `layers[0].source.emitter.cells[1].velocity`; nil if there is none.
  static func firstBadNumber(in scene: Scene) -> String? { firstBadNumber(in: scene, keyPath: "") }

  /// Names of the properties that may be infinite: counts of repetitions.
  private static let possiblyInfiniteProperties: Set<String> = ["repeatCount"]

  /// Searches a value, whose key path is `keyPath` ("" for the scene).
  private static func firstBadNumber(in value: Any, keyPath: String) -> String? {
    if let number = value as? Double { return number.isFinite ? nil : keyPath }
    if value is String || value is any FixedWidthInteger { return nil }
    let mirror = Mirror(reflecting: value)
    for (index, child) in mirror.children.enumerated() {
      if let label = child.label, possiblyInfiniteProperties.contains(label), let number = child.value as? Double {
        if number.isNaN { return keyPath + "." + label }
        continue
      }
      let childPath: String
      switch mirror.displayStyle {
      case .collection, .set, .dictionary: childPath = "\(keyPath)[\(index)]"
      case .optional: childPath = keyPath
      default: childPath = keyPath.isEmpty ? child.label ?? "" : "\(keyPath).\(child.label ?? "")"
      }
      if let found = firstBadNumber(in: child.value, keyPath: childPath) { return found }
    }
    return nil
  }
}
