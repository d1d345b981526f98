import Motes
import MotesTuning

extension ContextTool {
  static let sheet = ContextTool(
    name: "sheet", title: "Draw a contact sheet",
    about: "Twelve small pictures of a preset over its whole length, with their times: how it moves, at a glance.",
    parameters: ContextWorkplace.presetParameters,
    work: { arguments, call in
      var settings = try call.workplace.settings(arguments)
      let canvas = try call.workplace.preset(arguments, settings).scene.canvas
      settings.size = .pixels(
        width: pictureWidth,
        height: ContactSheet.frameHeight(
          width: pictureWidth, presetWidth: canvas.widthPixels, presetHeight: canvas.heightPixels))
      let preset = try call.workplace.preset(arguments, settings)
      return ToolResult(parts: [
        .png(try MotesTuning.PictureWork.sheetFile(preset)), .text(caption(of: preset, "Each picture")),
      ])
    })

  /// Width of each picture in pixels.
  private static let pictureWidth = 240
}
