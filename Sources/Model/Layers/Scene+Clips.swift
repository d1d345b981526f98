extension Scene {
  /// The clips that layers show, in the order of the layers.
  package var clips: [Clip] { layers.flatMap(\.clips) }
}

extension Layer {
  fileprivate var clips: [Clip] {
    switch source {
    case .video(let video): [video.clip]
    case .group(let layers): layers.flatMap(\.clips)
    default: []
    }
  }
}
