import JSON
import Presets

/// A preset that is being put together.
struct PresetWriting {
  /// Width of the canvas, in points.
  var width: Double
  /// Height of the canvas, in points.
  var height: Double
  /// Length of the movie in seconds; `sanitize` limits it to `durations`.
  var durationSeconds: Double
  /// CSS colour of a backdrop behind the effect; nil for none.
  var background: String?
  var layers: [WrittenObject] = []
  /// How many cells the layers have so far; see `ImportLimits.cells`.
  var cellCount = 0
  /// The names of the cells, where an importer chooses them by those of the file.
  var cellNames: Set<String> = []

  /// The shortest and the longest movie that an import gives, in seconds.
  static let durations = 0.1...600.0

  /// The preset's text.
  func text(name: String, format: ImportFormat) -> String {
    var preset = WrittenObject()
    preset["format"] = 1
    preset["name"] = .text(name)
    preset["about"] = .text("Imported from \(format.title).")
    preset["tags"] = .list(["imported", .text(format.tag), "emitter"])
    // Whole milliseconds, so that the number is short in the text.
    let duration = max(Self.durations.lowerBound, (durationSeconds * 1000).rounded() / 1000)
    preset["canvas"] = .object([
      "width": .number(width), "height": .number(height), "frameRate": 60, "duration": .number(duration), "seed": 1,
      "blending": "srgb",
    ])
    preset["knobs"] = .object([
      "amount": .object([
        "default": 1, "min": 0, "max": 10, "about": "how many particles are born, as a factor of the imported number",
      ])
    ])
    var stack: [Written] = []
    if let background {
      stack.append(
        .object([
          "name": "background", "role": "backdrop",
          "gradient": .object(["type": "linear", "stops": .list([.text(background), .text(background)])]),
        ]))
    }
    preset["layers"] = .list(stack + layers.map { .object($0) })
    // Each key of the outermost object begins a line, even where the object would fit on one. The 1 is for the comma after a value.
    let lines = preset.members.map { member in
      let key = JSONWriter.quoted(member.key) + ": "
      return "  " + key + member.value.laidOut(indent: 2, used: key.count + 1)
    }
    return "{\n" + lines.joined(separator: ",\n") + "\n}\n"
  }
}

extension Written {
  /// A formula that multiplies a count of births by the knob `amount`.
  static func timesAmount(_ count: Double) -> Written { .text("= \(decimal(count)) * amount") }

  /// A curve over life, of values at fractions of the lifetime. One straight line over all of life has the short form [start, end].
  static func curve(_ keys: [(at: Double, value: Double)]) -> Written {
    if keys.count == 2, keys[0].at == 0, keys[1].at == 1 {
      return .list([.number(keys[0].value), .number(keys[1].value)])
    }
    return .list(keys.map { .list([.number($0.at), .number($0.value)]) })
  }

  /// A picture as a particle's sprite. Width and height are both written: with the width alone the picture would keep its proportions.
  ///
  /// - Parameters:
  ///   - file: path of the picture, relative to the preset.
  ///   - width: its width at scale 1, in points.
  ///   - height: its height.
  static func imageSprite(file: String, width: Double, height: Double) -> Written {
    .object(["type": "image", "file": .text(file), "size": .list([.number(width), .number(height)])])
  }

  /// A built-in sprite of the preset language.
  static func sprite(_ type: String, _ size: Double) -> Written {
    .object(["type": .text(type), "size": .number(size)])
  }
}
