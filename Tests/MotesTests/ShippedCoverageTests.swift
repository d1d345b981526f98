import Motes
import Testing

/// What shipped presets' particles cover in fact, as the profile of drawn frames counts it, against what is predicted before anything is
/// drawn: work, not time, so that nothing depends on the machine.
@Suite struct ShippedCoverageTests {
  @Test(
    "What particles of a shipped preset cover is predicted within a factor of two",
    arguments: PresetLibrary.shipped.names)
  func coverageIsPredicted(name: String) throws {
    var settings = PresetSettings()
    // Small, but of the preset's own shape.
    settings.size = .percent(12.5)
    let preset = try Preset(named: name, settings: settings)
    let predicted = preset.budgets.maximumAtOnce { $0.coveredPixels - $0.trailPixels }
    let canvas = preset.scene.canvas
    let pixels = Double(canvas.widthPixels * canvas.heightPixels)
    let last = Int((canvas.duration * canvas.frameRate).double) - 1
    let clock = ProfileTests.SteppingClock()
    var most = 0.0
    for step in 0..<12 {
      let frame = last * (2 * step + 1) / 24
      let renderer = try Renderer(checked: preset.scene, threads: 1, clock: { clock.now })
      renderer.render(frames: frame...frame) { _ in true }
      most = max(most, (renderer.profile?.overdrawEstimate ?? 0) * pixels)
    }
    // Where particles cover little of the frame, they cost little, and few particles may lie anywhere.
    let few = pixels / 4
    #expect(
      predicted <= 2 * most + few && predicted >= most / 2 - few,
      "\(predicted) pixels are predicted, \(most) are covered")
  }
}
