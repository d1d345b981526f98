import JSON
import Model

/// A video as written. `clip` is nil if the preset names no file, or one that cannot be read. `start` and `end` are seconds of the
/// clip.
struct VideoDraft: Sendable {
  var clip: Clip?
  var fit = Video.Fit.fill
  var center, size: AnimatedPoint
  var start = 0.0
  var end: Double?
  var speed = 1.0
  var loops = false
  var before = Video.Outside.nothing
  var after = Video.Outside.hold
}

extension Declarations {
  static let video = Declaration<VideoDraft>(
    "video", "A clip in a box. At each moment it shows the clip's frame of that time.",
    defaults: { scope in
      VideoDraft(
        center: scope.center, size: AnimatedPoint(AnimatedNumber(scope.width), AnimatedNumber(scope.height)))
    },
    [
      .optional(
        "file", \.clip, .text,
        "Path of the clip, relative to the preset and within its folder, or within a folder named by --assets."
      ) { $0.clip($1) }.required,
      .choice("fit", \.fit, "How the picture lies in the box."),
      .animatedPoint("center", \.center, "The middle of the box.").defaults(to: "the canvas's centre"),
      .animatedPair("size", \.size, .points, 0...1e5, "Width and height of the box, or one number for both.")
        .defaults(to: "the canvas's size"),
      .number("start", \.start, .seconds, 0...1e6, "Second of the clip at which it begins."),
      .optionalNumber(
        "end", \.end, .seconds, 0...1e6, "Second of the clip at which it ends; its own end if not given."),
      .number(
        "speed", \.speed, .factor, 0...1e3, "How fast it runs on the layer's own time: 2 is twice as fast, 0 a still."),
      .flag("loop", \.loops, "Whether it begins again after its end."),
      .choice(
        "before", \.before,
        "What is shown before it begins, which is seen only if a negative timeOffset makes the layer's time negative."
      )
      .explained { (outside: Video.Outside) in outside == .hold ? "Its first frame." : "Nothing." },
      .choice("after", \.after, "What is shown after its end; not with loop.")
        .explained { (outside: Video.Outside) in outside == .hold ? "Its last frame." : "Nothing." },
    ])
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
    guard let draft = object(node, Declarations.video), let clip = draft.clip else { return nil }
    let video = Video(
      clip, center: draft.center, size: draft.size, fit: draft.fit, start: draft.start, end: draft.end,
      speed: draft.speed, loops: draft.loops, before: draft.before, after: draft.after)
    guard video.playedSeconds > Clip.timeToleranceSeconds else {
      let startsAfterClip = draft.start >= clip.duration - Clip.timeToleranceSeconds
      let key = startsAfterClip || draft.end == nil ? "start" : "end"
      inside(key: key) {
        report(
          startsAfterClip
            ? "lies at the end of the clip or after it, which lasts \(SceneProblem.numberText(clip.duration)) s"
            : "should be greater than start, \(SceneProblem.numberText(draft.start)) s", at: node[key] ?? node)
      }
      return nil
    }
    return video
  }
}
