import Motes
import Raster

/// Finds the layer in space that is seen at a place of a frame.
package struct LayerPick {
  /// A layer with a `zPosition`, alone in the groups around it.
  private struct Candidate {
    /// The outermost layer, which holds only this one.
    var layer: Layer
    let name: String
    let z: Double
    /// From the eye along the line of sight.
    let depth: Double
  }

  /// The smallest alpha, of 255, that counts as seen.
  private static let visibleAlpha = 24

  /// The uppermost layer with a `zPosition` that covers a place; nil if none does.
  ///
  /// Each layer is drawn alone, from the uppermost on. The light of a glow or a look around it is no part of it.
  ///
  /// - Parameters:
  ///   - pick: the frame, its size, and the place in it.
  ///   - scene: the preset's scene at that size.
  package static func layer(at pick: TuningRequest.Pick, in scene: Scene, threads: Int?) throws(RenderError)
    -> TuningReply.Picked?
  {
    let canvas = scene.canvas
    let number = min(max(pick.number, 0), scene.frameRange.upperBound)
    let seconds = canvas.time(ofFrame: number).double
    for candidate in candidates(in: scene.layers, on: canvas, at: seconds, canvasSeconds: seconds).reversed() {
      var alone = scene
      alone.post = Post()
      alone.layers = [candidate.layer]
      let frame = try Renderer(checkedScene: alone, format: .rgba, threads: threads, backdrop: .nothing)
        .frame(number: number)
      if isSeen(at: pick, in: frame) { return TuningReply.Picked(name: candidate.name, z: candidate.z) }
    }
    return nil
  }

  /// The layers with a `zPosition` in a list and in its groups, the lowest first.
  private static func candidates(
    in layers: [Layer], on canvas: Canvas, at seconds: Double, canvasSeconds: Double
  ) -> [Candidate] {
    let pose = CameraPose(canvas.camera ?? .standard(on: canvas), on: canvas, at: canvasSeconds)
    return layers.enumerated().flatMap { index, layer -> [Candidate] in
      var layer = layer
      layer.role = .effect
      let localSeconds = layer.timing.localTime(at: seconds)
      if let transform = layer.transform, let z = transform.zPosition {
        let clock = AnimationClock(local: localSeconds, canvas: canvasSeconds)
        let name = layer.name.isEmpty ? "layer \(index)" : layer.name
        let depth = pose.depth(of: transform.anchorPlace(at: clock, on: canvas))
        return [Candidate(layer: layer, name: name, z: z.value(at: clock), depth: depth)]
      }
      guard case .group(let inner) = layer.source else { return [] }
      var found = candidates(in: inner, on: canvas, at: localSeconds, canvasSeconds: canvasSeconds)
      if layer.order == .depth { found.sort { $0.depth > $1.depth } }
      return found.map { candidate in
        var candidate = candidate
        layer.source = .group([candidate.layer])
        candidate.layer = layer
        return candidate
      }
    }
  }

  /// Whether a place or a pixel beside it is covered.
  private static func isSeen(at pick: TuningRequest.Pick, in frame: PixelBuffer) -> Bool {
    func near(_ share: Double, _ count: Int) -> ClosedRange<Int> {
      let middle = Int((share > 0 ? min(share, 1) : 0) * Double(count))
      return max(min(middle, count - 1) - 1, 0)...min(middle + 1, count - 1)
    }
    return near(pick.y, frame.height).contains { y in
      let row = frame.plane(0) + y * frame.stride(ofPlane: 0)
      return near(pick.x, frame.width).contains { Int(row[4 * $0 + 3]) >= visibleAlpha }
    }
  }
}
