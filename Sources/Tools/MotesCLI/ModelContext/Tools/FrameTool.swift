import Motes

extension ContextTool {
  static let frame = ContextTool(
    name: "frame", title: "Draw a frame",
    about: "A picture of a preset at one moment. Look at it: a preset that passes check may still be dull or empty.",
    parameters: ContextWorkplace.presetParameters + [
      ToolParameter(
        name: "time", kind: .number,
        about: "The moment in seconds. Without it, the one of twelve with the most contrast is drawn."),
      ToolParameter(
        name: "size", kind: .text,
        about:
          "Width x height in pixels (640x360), or a share of the preset's own (50%); at most \(longestSide) on a side. Without it the longer side has \(usualSide)."
      ),
      ToolParameter(name: "alpha", kind: .flag, about: "Keep transparency, and leave layers of the role backdrop out."),
    ],
    work: { arguments, call in
      let workplace = call.workplace
      var settings = try workplace.settings(arguments)
      let own = try workplace.preset(arguments, settings)
      if settings.size == nil { settings.size = fitted(own, to: usualSide) }
      let preset = try settings.size == nil ? own : workplace.preset(arguments, settings)
      let canvas = preset.scene.canvas
      guard max(canvas.widthPixels, canvas.heightPixels) <= longestSide else {
        throw UsageError(
          "a picture of \(canvas.widthPixels) x \(canvas.heightPixels) pixels; at most \(longestSide) on a side are sent. Give a smaller size."
        )
      }
      let keepsAlpha = arguments.flag("alpha") == true
      let backdrop = keepsAlpha ? Backdrop.nothing : .layers
      let moment: Moment
      if let time = arguments.number("time") {
        moment = try Moment(timeText: time)
      } else {
        var trial = settings
        trial.size = fitted(own, to: StillWork.trialSidePixels)
        let time = try StillWork.timeOfMostContrast(in: workplace.preset(arguments, trial), backdrop: .layers)
        moment = .time(time, text: ExactNumbers.text(time))
      }
      let seconds = moment.seconds(on: canvas)
      try preset.checkLimits(until: seconds)
      let renderer = try Renderer(preset, format: keepsAlpha ? .rgba : .rgb24, backdrop: backdrop)
      let picture = try PictureWriter.png(renderer.frame(at: seconds))
      return ToolResult(parts: [
        .png(picture), .text(caption(of: preset, "\(moment.title) of \(ExactNumbers.text(canvas.duration)) s")),
      ])
    })

  /// The longest side of a picture in pixels, and the most that is drawn: clients send pictures to models, which look at few pixels.
  private static let usualSide = 768
  private static let longestSide = 2_048

  /// The size at which a preset's longer side has so many pixels; nil if it is no larger by itself.
  private static func fitted(_ preset: Preset, to side: Int) -> PresetSettings.Size? {
    let canvas = preset.scene.canvas
    let longest = max(canvas.widthPixels, canvas.heightPixels)
    guard longest > side else { return nil }
    return .pixels(
      width: max(1, canvas.widthPixels * side / longest), height: max(1, canvas.heightPixels * side / longest))
  }

  /// What a picture shows, and the preset's warnings.
  static func caption(of preset: Preset, _ text: String) -> String {
    let canvas = preset.scene.canvas
    return
      (["\(text), \(canvas.widthPixels) x \(canvas.heightPixels) pixels"] + preset.warnings.map { "warning: \($0)" })
      .joined(separator: "\n")
  }
}
