import Motes
import Testing

@Suite struct ShippedCostTests {
  @Test("Every shipped preset is within the limits, at its own size and at 3840 x 2160")
  func shippedPresetsAreWithinLimits() throws {
    for name in PresetLibrary.shipped.names {
      _ = try Preset(named: name)
      var large = PresetSettings()
      large.size = .pixels(width: 3840, height: 2160)
      _ = try Preset(named: name, settings: large)
    }
  }
}
