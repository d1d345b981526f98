import JSON
import Model

/// A preset as written, with its sections kept as nodes. The order of the sections in the file does not matter: `PresetLoading`
/// reads the canvas first, because percentages and formulas need the canvas's size, then the knobs, functions and signals, then the
/// sections whose values may name them. The canvas's own formulas get the knobs as written.
struct PresetDraft: Sendable {
  var name = ""
  var about = ""
  var tags: [String] = []
  var canvas: JSONNode?
  var knobs: JSONNode?
  var functions: JSONNode?
  var signals: JSONNode?
  var layers: JSONNode?
  var camera: JSONNode?
  var lights: JSONNode?
  var post: JSONNode?
  var curves: JSONNode?
}

extension Declarations {
  static let preset = Declaration<PresetDraft>(
    "preset", "An effect: canvas, knobs, a stack of layers and what happens to the light after them.",
    PresetDraft(),
    [
      Key("format", .number(NumberSchema(.none, 1...1, isWhole: true)), "The version of the language: 1.") {
        node, decoder, _ in
        guard case .number(let value, _) = node.value else {
          decoder.report("should be 1, not \(node.messageText)", at: node)
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
      .text("about", \.about, "What the effect shows, in one sentence, for listings of presets."),
      .texts("tags", \.tags, "Words to find the effect by."),
      Key("extends", .text, "Another preset, by name or relative path, whose keys this one adds to and replaces.") {
        node, decoder, _ in _ = decoder.plainText(node)
      }
      .role(.extends),
      .section(
        "curves", \.curves, .text,
        "The sound that formulas, births and knobs follow: a file that `motes listen` made of a song, or a list of times. `--sound` and `--curves` win over it."
      ),
      .section("canvas", \.canvas, .object(Declarations.canvas), "The picture's size, rate and length."),
      .section("camera", \.camera, .object(Declarations.camera), "The eye that sees 3-D particles in perspective."),
      .section(
        "lights", \.lights, .list(.object(Declarations.light)),
        "Lights of the space in which layers stand, for layers with a material."),
      .section(
        "knobs", \.knobs, .dictionary(Declarations.knob),
        "What the preset offers its users to change; any value may name them."),
      .section(
        "functions", \.functions, .functions,
        "Functions that any formula, and functions after them, may call: each is named with its parameters, as `ring(d, age)`."
      ),
      .section(
        "signals", \.signals, .freeKeys(.animatedNumber(NumberSchema(.none))),
        "Names for numbers that change with the canvas's time, such as gusts and flicker; any formula may read them, and signals after them."
      ),
      .section("layers", \.layers, .list(.object(Declarations.layer)), "The stack, first at the back.").required,
      .section("post", \.post, .object(Declarations.post), "What happens to the light after the last layer."),
    ])
}

extension Key {
  /// A key whose value is kept as a node, because `PresetLoading` must read other sections before it.
  fileprivate static func section(
    _ name: String, _ path: Property<Target, JSONNode?>, _ kind: ValueKind, _ about: String
  ) -> Key {
    .optional(name, path, kind, about) { _, node in node }
  }
}
