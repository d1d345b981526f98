import JSON
import Model

extension Declarations {
  static let video = Declaration<Video>(
    "video", "A clip in a box. At each moment it shows the clip's frame of that time.",
    first: [
      .clip(
        "file", \.clip,
        "Path of the clip, relative to the preset and within its folder, or within a folder named by --assets.")
    ], rows: { Video(.unread, center: AnimatedPoint(0, 0), size: AnimatedPoint(0, 0)) })
}

extension Key {
  /// The file that an object shows.
  static func clip(_ name: String, _ path: Property<Target, Clip>, _ about: String) -> Key {
    .value(name, path, .text, about) { $0.clip($1) }.required
  }
}

extension PresetDecoder {
  /// Opens the movie or picture that the node names; a picture becomes a clip of one frame. Nil after reporting an issue.
  func clip(_ unresolved: JSONNode) -> Clip? {
    guard let node = resolved(unresolved), let name = plainText(node) else { return nil }
    do throws(AssetLoader.Failure) {
      return try assetFinder?.clip(named: name, writtenIn: Int(node.origin.source))
    } catch {
      report(error.message, at: node)
      return nil
    }
  }

  /// Reads the video of a layer; nil after reporting an issue.
  func video(_ node: JSONNode) -> Video? {
    guard let video = object(node, Declarations.video) else { return nil }
    let clip = video.clip
    guard video.playedSeconds > Clip.timeToleranceSeconds else {
      let startsAfterClip = video.start >= clip.duration - Clip.timeToleranceSeconds
      let key = startsAfterClip || video.end == nil ? "start" : "end"
      inside(key: key) {
        report(
          startsAfterClip
            ? "lies at the end of the clip or after it, which lasts \(SceneProblem.numberText(clip.duration)) s"
            : "should be greater than start, \(SceneProblem.numberText(video.start)) s", at: node[key] ?? node)
      }
      return nil
    }
    return video
  }
}
