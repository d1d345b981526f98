import Motes
import Testing

/// The knobs of shipped presets do something, and leave a picture.
@Suite struct ShippedKnobTests {
  @Test(
    "Both ends of every knob change the picture, so do other choices and other colours, and nothing empties it",
    arguments: PresetLibrary.shipped.names)
  func knobsHaveEnds(name: String) throws {
    let plain = try Pictures(name)
    lazy var largePlain = try? Pictures(name, percent: 25)
    lazy var plainWithSound = try? Pictures(name, hasSound: true)
    let followsSound = name.hasPrefix("sound/")
    for knob in try Preset(named: name).knobs {
      for value in Self.otherValues(of: knob) {
        let changed = try Pictures(name, [knob.name: value])
        var isChanged = Self.moments.contains { changed.bytes(at: $0) != plain.bytes(at: $0) }
        if !isChanged, let largePlain {
          // Small details do not show in small pictures.
          let large = try Pictures(name, [knob.name: value], percent: 25)
          isChanged = Self.moments.contains { large.bytes(at: $0) != largePlain.bytes(at: $0) }
        }
        if !isChanged, followsSound, let plainWithSound {
          let heard = try Pictures(name, [knob.name: value], hasSound: true)
          isChanged = Self.moments.contains { heard.bytes(at: $0) != plainWithSound.bytes(at: $0) }
        }
        #expect(isChanged, "\(knob.name)=\(value) changes nothing")
        let isSeen = Self.moments.contains { moment in
          let bytes = changed.bytes(at: moment)
          return bytes.max()! > bytes.min()!
        }
        // Forms of other programs' effects keep their ranges, which end at nothing.
        let isForm = name.hasPrefix("classic/") || name.hasPrefix("vortex/")
        #expect(isSeen || isForm, "\(knob.name)=\(value) leaves an empty picture")
      }
    }
  }

  /// Shares of the duration at which pictures are compared.
  private static let moments = [0.45, 0.8, 0.2, 0.06, 0.97]

  /// The ends of a knob's range without its default, the other choices, the other flag; for a list of colours, other colours.
  private static func otherValues(of knob: Knob) -> [KnobValue] {
    switch knob.kind {
    case .number:
      let value = Double(knob.value)
      return [knob.minimum, knob.maximum].compactMap { $0 }.filter { $0 != value }.map { .number($0) }
    case .flag: return [.flag(knob.value != "true")]
    case .text where !knob.choices.isEmpty:
      return knob.choices.filter { "\"\($0)\"" != knob.value }.map { .text($0) }
    case .text:
      return knob.value.hasPrefix("\"#") ? [.text("#3fae5c")] : []
    case .list:
      let count = knob.value.split(separator: ",").count
      guard knob.value.hasPrefix("[\"#") else { return [] }
      return [.list((0..<count).map { .text(["#3fae5c", "#c04a90", "#d8c040"][$0 % 3]) })]
    }
  }
}

/// Small pictures of a preset, each drawn when it is first asked for.
private final class Pictures {
  private let renderer: Renderer
  private let lastFrame: Int
  private var drawn: [Double: [UInt8]] = [:]

  /// A made-up piece of twelve seconds.
  private static let curves =
    String(#filePath.dropLast("MotesTests/ShippedKnobTests.swift".count)) + "Golden/sound/twelve seconds.curves"

  init(
    _ name: String, _ knobs: [String: KnobValue] = [:], percent: Double = 8, hasSound: Bool = false
  ) throws {
    var settings = PresetSettings()
    settings.size = .percent(percent)
    if hasSound { settings.curves = Self.curves }
    let preset = try Preset(named: name, knobs: knobs, settings: settings)
    renderer = try Renderer(preset, threads: 1)
    let canvas = preset.scene.canvas
    lastFrame = Int((canvas.duration * canvas.frameRate).double) - 1
  }

  func bytes(at share: Double) -> [UInt8] {
    if let bytes = drawn[share] { return bytes }
    let bytes = renderer.frame(number: Int(Double(lastFrame) * share)).packedBytes
    drawn[share] = bytes
    return bytes
  }
}
