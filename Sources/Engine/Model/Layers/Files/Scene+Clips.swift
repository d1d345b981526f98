extension Scene {
  /// The movie and picture files that layers show, in the order of the layers.
  package var clips: [Clip] { layers.flatMap(\.clips) }
}

extension Cell {
  /// The picture files that the cell's particles and their children show.
  fileprivate var clips: [Clip] { sprites.compactMap { $0.shape.picture?.file } + cells.flatMap(\.clips) }
}

extension Layer {
  fileprivate var clips: [Clip] {
    var clips: [Clip] = []
    if case .video(let video) = source { clips.append(video.clip) }
    if case .image(let picture) = source { clips.append(picture.file) }
    if case .emitter(let emitter) = source { clips += emitter.cells.flatMap(\.clips) }
    return clips + innerLayers.flatMap(\.layer.clips)
  }
}
