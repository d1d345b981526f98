/// Where the anchor of the layer is on which the camera's lens is focused.
package struct FocusTarget: Sendable, Equatable {
  private let position: AnimatedPosition
  /// Timings of the layer and of the groups around it, the outermost first.
  private let timings: [LayerTiming]

  /// - Parameters:
  ///   - transform: of a layer with a `zPosition`.
  ///   - timings: timings of the layer and of the groups around it, the outermost first.
  init(anchorOf transform: LayerTransform, timings: [LayerTiming], on canvas: Canvas) {
    func sum(_ a: AnimatedNumber, _ b: AnimatedNumber) -> AnimatedNumber {
      AnimatedNumber(.sum([a.source, b.source]))
    }
    let anchor =
      transform.anchor
      ?? AnimatedPoint(AnimatedNumber(canvas.widthPoints / 2), AnimatedNumber(canvas.heightPoints / 2))
    position = AnimatedPosition(
      sum(anchor.x, transform.position.x), sum(anchor.y, transform.position.y), transform.zPosition ?? 0)
    self.timings = timings
  }

  /// The place at a time in canvas seconds, also while the layer is hidden.
  func place(at seconds: Double) -> SIMD3<Double> {
    position.value(at: AnimationClock(local: timings.reduce(seconds) { $1.localTime(at: $0) }, canvas: seconds))
  }
}

extension Scene {
  /// Finds the layer that the camera's lens is focused on. Returns false if no layer with a `zPosition` has that name.
  package mutating func findFocusLayer() -> Bool {
    guard let camera = canvas.camera, let name = camera.focusLayer else { return true }
    for layer in layersInSpace where layer.path == name || layer.path.hasSuffix("/" + name) {
      let target = FocusTarget(anchorOf: layer.transform, timings: layer.timings, on: canvas)
      canvas.camera?.focusTarget = target
      return true
    }
    return false
  }

  /// The named layers with a `zPosition`, in groups too, each with its path as "group/layer".
  package var layersInSpace: [(path: String, transform: LayerTransform, timings: [LayerTiming])] {
    namedLayers.compactMap { named in
      guard let transform = named.layer.transform, transform.zPosition != nil else { return nil }
      return (named.path, transform, named.groupTimings + [named.layer.timing])
    }
  }
}
