import Glibc
import JSON
import Motes
import MotesTuning

extension ContextTool {
  static let render = ContextTool(
    name: "render", title: "Render a movie",
    about:
      "Writes a preset to a movie in the working folder and answers with its path. Files that this server did not write are never replaced.",
    parameters: ContextWorkplace.presetParameters + [
      ToolParameter(
        name: "path", kind: .text,
        about:
          "The movie, relative to the working folder; \(extensions.map { ".\($0)" }.joined(separator: ", ")). A folder must be there.",
        isRequired: true),
      ToolParameter(
        name: "size", kind: .text,
        about:
          "Width x height in pixels (1280x720), or a share of the preset's own (50%); at most \(longestSide) on a side."
      ),
      ToolParameter(name: "fps", kind: .number, about: "Frames a second, in place of the preset's own."),
      ToolParameter(
        name: "duration", kind: .number,
        about: "Seconds, in place of the preset's own; a movie has at most \(maximumSeconds)."),
      ToolParameter(
        name: "alpha", kind: .flag,
        about: "Keep transparency (.mov, .webm, .webp, .apng), and leave layers of the role backdrop out."),
    ],
    onlyReads: false,
    work: { arguments, call in
      let path = arguments.text("path") ?? ""
      let name = path.lowercased()
      guard extensions.contains(where: { name.hasSuffix(".\($0)") }) else {
        throw UsageError("path \(path): expected a movie: \(extensions.map { ".\($0)" }.joined(separator: ", ")).")
      }
      let replaces = try call.workplace.checkTarget(path)
      let preset = try preset(arguments, call, path: path)
      try preset.refuseToReplaceSources(at: path)
      var tenths = 0
      let outcome = try MovieWork.write(
        preset, to: path, keepsAlpha: arguments.flag("alpha") == true, replaces: replaces,
        progress: { progress in
          // Ten reports at most, which depend on frames alone.
          if progress.frames * 10 / progress.total > tenths {
            tenths = progress.frames * 10 / progress.total
            call.reportProgress(progress.frames, progress.total)
          }
          return !call.isStopped()
        })
      guard case .finished(let path, let frames) = outcome else {
        if case .stopped(let partial?, _) = outcome { unlink(partial) }
        throw UsageError("the movie was cancelled; nothing was written.")
      }
      call.workplace.noteWritten(path)
      let size = NumberText.size(FilePath.size(path) ?? 0)
      let seconds = ExactNumbers.text(preset.scene.canvas.duration)
      return .text(caption(of: preset, "\(path): \(NumberText.frames(frames)), \(seconds) s, \(size)"))
    })

  /// The preset as the movie is to have it.
  private static func preset(_ arguments: ToolArguments, _ call: ContextCall, path: String) throws -> Preset {
    var settings = try call.workplace.settings(arguments)
    var preset = try call.workplace.preset(arguments, settings)
    let codec = try Codec(forFile: path, keepingAlpha: arguments.flag("alpha") == true)
    if settings.frameRate == nil, let most = codec.maximumFrameRate,
      preset.scene.canvas.frameRate > Rational(Int64(most))
    {
      settings.frameRate = Rational(Int64(most))
      preset = try call.workplace.preset(arguments, settings)
    }
    let canvas = preset.scene.canvas
    guard max(canvas.widthPixels, canvas.heightPixels) <= longestSide else {
      throw UsageError(
        "a movie of \(canvas.widthPixels) x \(canvas.heightPixels) pixels; at most \(longestSide) on a side are rendered here. Give a smaller size, or use motes render."
      )
    }
    guard canvas.duration <= Rational(Int64(maximumSeconds)), canvas.frameCount <= maximumFrames else {
      throw UsageError(
        "a movie of \(ExactNumbers.text(canvas.duration)) s with \(NumberText.frames(canvas.frameCount)); at most \(maximumSeconds) s and \(grouped(maximumFrames)) are rendered here. Give a shorter duration or fewer fps, or use motes render."
      )
    }
    return preset
  }

  private static let extensions = ["mp4", "mov", "webm", "mkv", "gif", "webp", "apng"]
  private static let longestSide = 3_840
  private static let maximumSeconds = 60
  private static let maximumFrames = 3_600
}
