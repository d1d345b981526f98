import Model

/// A preset's parts before they are read in their order: the canvas first, because lengths and formulas need it, then
/// knobs, then what uses them.
struct PresetDraft: Sendable {
  var name = ""
  var about = ""
  var tags: [String] = []
  var canvas: JSONNode?
  var knobs: JSONNode?
  var layers: JSONNode?
  var camera: JSONNode?
  var post: JSONNode?
}

extension Declarations {
  static let preset = Declaration<PresetDraft>(
    "preset", "An effect: canvas, knobs, a stack of layers and what happens to the light after them.",
    { PresetDraft() },
    [
      Key("format", .number(NumberRule(.none, 1...1, isWhole: true)), "The version of the language: 1.") {
        node, decoder, _ in
        guard case .number(let value, _) = node.value else {
          decoder.report("should be 1, not \(node.kind)", at: node)
          return
        }
        if value != 1 {
          decoder.report("format \(plain(value)) is unknown to this version of Motes; it reads 1", at: node)
        }
      },
      Key("$schema", .text, "The schema's address, for editors; it is not read.") { node, decoder, _ in
        _ = decoder.plainText(node)
      },
      .text("name", \.name, "The effect's name."),
      .text("about", \.about, "One sentence for lists."),
      Key("tags", .list(.text), "Words to find it by.") { node, decoder, preset in
        guard let list = decoder.elements(node, of: "words") else { return }
        preset.tags = list.enumerated().compactMap { index, tag in
          decoder.inside(index: index) { decoder.plainText(tag) }
        }
      },
      Key("extends", .text, "Another preset, by name or relative path, on top of which this one is laid.") {
        node, decoder, _ in _ = decoder.plainText(node)
      },
      Key("canvas", .object("canvas"), "The picture's size, rate and length.") { node, _, preset in preset.canvas = node
      },
      Key("camera", .object("camera"), "The eye that sees particles in space.") { node, _, preset in
        preset.camera = node
      },
      Key("knobs", .named("knob"), "What the preset offers its users to turn; any value may name them.") {
        node, _, preset in preset.knobs = node
      },
      Key("layers", .list(.object("layer")), "The stack, first at the back.") { node, _, preset in preset.layers = node
      }
      .required,
      Key("post", .object("post"), "What happens to the light after the last layer.") { node, _, preset in
        preset.post = node
      },
    ])
}
