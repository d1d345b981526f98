import JSON
import Motes

/// The JSON beside a sprite sheet, in the format of TexturePacker that Phaser, PixiJS and others read: the frames by their names or in an
/// array, each with its place, size and duration in milliseconds.
struct SpriteDescription {
  let atlas: SpriteAtlas
  let frames: FrameSequence
  let canvas: Canvas
  let picturePath: String
  /// The name of the animation of all frames, and the beginning of the frames' names.
  let name: String
  /// Whether the frames are listed in an array, each with its name, and not in an object by their names.
  let listsFrames: Bool

  /// The text of the milliseconds for which a frame is shown.
  private var frameMilliseconds: String {
    let milliseconds = Double(frames.step) / canvas.frameRate.double * 1000
    let text = NumberText.fixed(milliseconds, 3)
    return text.hasSuffix(".000") ? String(text.dropLast(4)) : text
  }

  private func frameName(_ number: Int) -> String {
    let (text, longest) = ("\(number)", "\(frames.last)")
    return "\(name)-\(String(repeating: "0", count: longest.count - text.count))\(text)"
  }

  var json: String {
    let quotedNames = frames.numbers.map { JSONWriter.quoted(frameName($0)) }
    let entries = quotedNames.enumerated().map { index, quotedName in
      let rect = atlas.rect(ofFrame: index)
      let size = "\"w\":\(rect.width),\"h\":\(rect.height)"
      let members =
        "\"frame\":{\"x\":\(rect.x),\"y\":\(rect.y),\(size)},\"rotated\":false,\"trimmed\":false,"
        + "\"spriteSourceSize\":{\"x\":0,\"y\":0,\(size)},\"sourceSize\":{\(size)},\"duration\":\(frameMilliseconds)"
      return listsFrames ? "{\"filename\":\(quotedName),\(members)}" : "\(quotedName):{\(members)}"
    }
    let list = entries.joined(separator: ",\n    ")
    let pictureName = String(picturePath.split(separator: "/").last ?? "")
    let rate = NumberText.fixed(canvas.frameRate.double / Double(frames.step), 3)
    return """
      {
        "frames": \(listsFrames ? "[" : "{")
          \(list)
        \(listsFrames ? "]" : "}"),
        "animations": {\(JSONWriter.quoted(name)): [\(quotedNames.joined(separator: ","))]},
        "meta": {
          "app": "motes", "version": "\(Motes.version)", "image": \(JSONWriter.quoted(pictureName)),
          "format": "RGBA8888", "size": {"w": \(atlas.width), "h": \(atlas.height)}, "scale": "1",
          "columns": \(atlas.columns), "rows": \(atlas.rows), "framesPerSecond": \(rate), "loops": \(canvas.loops)
        }
      }

      """
  }
}
