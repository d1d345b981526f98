// Topics that explain several keys together: curves, `extends`, and how common tasks are done.

extension ReferenceTopic {
  static let curves = ReferenceTopic(
    name: "curves", about: "Curves over life: what the keys …OverLife and …OverLength hold."
  ) {
    PlainText(parts: [
      .paragraph(
        "A list of values: numbers, points or colours. Each may be given alone, or with its place: 0 is the birth (or the head of a trail), 1 the death (or its end). An easing as the third element shapes the way from that place to the next; see motes help easings."
      ),
      .list([
        ("[1, 0]", "From 1 at the birth to 0 at the death; values alone are spread evenly."),
        ("[[0, 0], [0.2, 1], [1, 0]]", "Up in the first fifth of the life, then down."),
        (
          "[[0, 1], [0.6, 1, \"ease-in\"], [1, 0]]",
          "1 until 0.6, then an eased way to 0: the easing is given where the way begins."
        ),
        ("\"= tint\"", "A knob that holds such a list. Other formulas cannot give a curve."),
      ]),
      .paragraph(
        "Places are shares of the life. For seconds, divide by the lifetime, as long as that has no range: [[\"= 0.3 / 2\", 1], [1, 0]] in a cell with lifetime 2."
      ),
    ])
  }

  static let extending = ReferenceTopic(name: "extends", about: "How a preset begins with another one and changes it.")
  {
    PlainText(parts: [
      .paragraph(
        "A preset's key \"extends\" names another preset: a shipped one, or a file in its own folder. Objects merge key by key; layers and cells merge with those of the same name, a new name comes last; other lists and values replace what was there."
      ),
      .list([
        ("\"extends\": \"snow\"", "Begins with the shipped preset snow, or with snow.json beside this file."),
        ("\"knobs\": { \"dusk\": { \"default\": [\"#1b1238\"] } }", "Another default of a knob."),
        (
          "\"layers\": [ { \"name\": \"mist\", \"enabled\": false } ]",
          "Leaves out the layer mist of the extended preset."
        ),
        ("\"before\", \"after\"", "In a new layer or cell: the sibling that it goes before or after."),
      ]),
      .paragraph(
        "motes describe NAME, and the file itself, tell the names of its layers and cells. A layer or cell with any other name is a new one."
      ),
    ])
  }

  static let tasks = ReferenceTopic(
    name: "tasks", about: "How common jobs are done, by word: audio, gif, title, overlay, loop, batch, blur a layer."
  ) {
    PlainText(parts: [.list(ReferenceTask.all.map(\.entry))])
  }
}
