import Model
import Motes
import Testing

/// Rectangles around texts in real fonts, compared with the pixels of the texts.
@Suite struct TextBoxFrameTests {
  private static let size = 40.0

  /// A box around a text with some keys, its padding 20 and 10.
  private func preset(_ keys: String, name: String = "Hilda") throws -> Preset {
    try Preset(
      json: #"""
        { "canvas": { "width": 640, "height": 360, "frameRate": 10, "duration": 2 }, "knobs": { "name": { "default": "" } },
          "layers": [
            { "name": "box", "shape": { "around": "title", "padding": [20, 10], "fill": "red" } },
            { "name": "title", "text": { "words": "= name", "font": "DejaVu Sans", "size": 40, \#(keys) } } ] }
        """#, knobs: ["name": .text(name)])
  }

  /// Left, top, right and bottom of a frame's opaque pixels.
  private func extent(_ preset: Preset, layer: Int, frame: Int = 0) throws -> [Double] {
    var scene = preset.scene
    scene.layers = [scene.layers[layer]]
    let bytes = try Renderer(scene: scene, format: .rgba).frame(number: frame).packedBytes
    let covered = (0..<(640 * 360)).filter { bytes[4 * $0 + 3] > 127 }
    let (columns, rows) = (covered.map { $0 % 640 }, covered.map { $0 / 640 })
    return try [columns.min(), rows.min(), columns.max().map { $0 + 1 }, rows.max().map { $0 + 1 }].map {
      Double(try #require($0))
    }
  }

  @Test(
    "The box is the letters' own, but for the room beside and above them, and its padding",
    arguments: [
      #""weight": 400"#, #""position": [30, 40], "anchor": [0, 0]"#, #""tracking": 12"#, #""maxWidth": 90"#,
      #""wrapWidth": 190, "align": "left""#, #""wrapWidth": 190, "align": "right", "tracking": 4"#,
      #""position": ["= 200 + 40 * t", 120]"#, #""lineHeight": 2, "anchor": [0.5, 1]"#,
    ])
  func boxHasTheTextsPixels(keys: String) throws {
    let name = keys.contains("wrapWidth") ? "Hilda Hello Hi" : "Hilda"
    let preset = try preset(keys, name: name)
    for frame in [0, 15] {
      let (box, ink) = (
        try extent(preset, layer: 0, frame: frame), try extent(preset, layer: 1, frame: frame)
      )
      // What lies between the edges of the text's box and its ink: side bearings, and the room of a line over its capitals.
      let (left, right) = (ink[0] - (box[0] + 20), box[2] - 20 - ink[2])
      let (top, bottom) = (ink[1] - (box[1] + 10), box[3] - 10 - ink[3])
      #expect(left > -1 && left < 0.12 * Self.size, "\(left)")
      #expect(right > -1 && right < 0.12 * Self.size, "\(right)")
      let lineRoom = keys.contains("lineHeight") ? 0.8 * Self.size : 0.35 * Self.size
      #expect(top > 0 && top < lineRoom && bottom > 0 && bottom < lineRoom, "\(top), \(bottom)")
    }
  }

  @Test("A longer name widens the box, and a wrapped one heightens it") func growth() throws {
    func size(_ keys: String, _ name: String) throws -> (width: Double, height: Double) {
      let box = try extent(preset(keys, name: name), layer: 0)
      return (box[2] - box[0], box[3] - box[1])
    }
    let (short, long) = (try size(#""weight": 400"#, "Hilda"), try size(#""weight": 400"#, "Hilda Hello"))
    #expect(long.width > short.width + 50 && long.height == short.height)
    let wrapped = try size(#""wrapWidth": 150"#, "Hilda Hello")
    #expect(wrapped.height == short.height + 48 && wrapped.width < long.width && wrapped.width <= 150 + 40)
  }
}
