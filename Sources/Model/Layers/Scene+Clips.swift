extension Scene {
  /// The clips and pictures that layers show, in the order of the layers.
  package var clips: [Clip] { layers.flatMap(\.clips) }
}

extension Layer {
  fileprivate var clips: [Clip] {
    var clips: [Clip] = []
    if case .video(let video) = source { clips.append(video.clip) }
    if case .image(let picture) = source { clips.append(picture.file) }
    return clips + innerLayers.flatMap(\.layer.clips)
  }
}
