import Motes

/// The JSON beside a sprite sheet, as TexturePacker writes it and Phaser, PixiJS and others read it: a hash of frames by their names, or an
/// array; for each its place, size and duration in milliseconds.
struct SpriteDescription {
  let atlas: SpriteAtlas
  let frames: FrameSequence
  let canvas: Canvas
  /// Path of the picture.
  let image: String
  /// What the names of the frames begin with.
  let name: String
  /// Whether the frames stand in an array, with their names inside.
  let listsFrames: Bool

  /// Milliseconds that a frame is shown.
  private var milliseconds: String {
    let duration = Double(frames.step) / canvas.frameRate.double * 1000
    let text = NumberText.fixed(duration, 3)
    return text.hasSuffix(".000") ? String(text.dropLast(4)) : text
  }

  private func frameName(_ number: Int) -> String {
    let (text, longest) = ("\(number)", "\(frames.last)")
    return "\(name)-\(String(repeating: "0", count: longest.count - text.count))\(text)"
  }

  var json: String {
    let names = frames.numbers.map { JSONText.quoted(frameName($0)) }
    let entries = names.enumerated().map { index, name in
      let rect = atlas.rect(ofFrame: index)
      let size = "\"w\":\(rect.width),\"h\":\(rect.height)"
      let body =
        "\"frame\":{\"x\":\(rect.x),\"y\":\(rect.y),\(size)},\"rotated\":false,\"trimmed\":false,"
        + "\"spriteSourceSize\":{\"x\":0,\"y\":0,\(size)},\"sourceSize\":{\(size)},\"duration\":\(milliseconds)}"
      return listsFrames ? "{\"filename\":\(name),\(body)" : "\(name):{\(body)"
    }
    let list = entries.joined(separator: ",\n    ")
    let rate = NumberText.fixed(canvas.frameRate.double / Double(frames.step), 3)
    return """
      {
        "frames": \(listsFrames ? "[" : "{")
          \(list)
        \(listsFrames ? "]" : "}"),
        "animations": {\(JSONText.quoted(name)): [\(names.joined(separator: ","))]},
        "meta": {
          "app": "motes", "version": "\(Release.version)", "image": \(JSONText.quoted(String(image.split(separator: "/").last ?? ""))),
          "format": "RGBA8888", "size": {"w": \(atlas.width), "h": \(atlas.height)}, "scale": "1",
          "columns": \(atlas.columns), "rows": \(atlas.rows), "framesPerSecond": \(rate), "loops": \(canvas.loops)
        }
      }

      """
  }
}
