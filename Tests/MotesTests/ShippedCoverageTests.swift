import Cost
import Motes
import Testing

/// Compares the pixels that shipped presets' particles cover, counted in the profile of drawn frames, with the prediction before drawing.
/// Work is compared, not time, so that the result does not depend on the machine.
@Suite struct ShippedCoverageTests {
  @Test(
    "What particles of a shipped preset cover is predicted within a factor of two",
    arguments: PresetLibrary.shipped.names)
  func coverageIsPredicted(name: String) throws {
    var settings = PresetSettings()
    // Small, but with the preset's own aspect ratio.
    settings.size = .percent(12.5)
    let preset = try Preset(named: name, settings: settings)
    let predicted = preset.scene.particleBudgets().maximumAtOnce { $1.spritePixels }
    let canvas = preset.scene.canvas
    let pixels = Double(canvas.widthPixels * canvas.heightPixels)
    let last = Int((canvas.duration * canvas.frameRate).double) - 1
    let clock = ProfileTests.SteppingClock()
    var covered = 0.0
    for step in 0..<12 {
      let frame = last * (2 * step + 1) / 24
      let renderer = try Renderer(checkedScene: preset.scene, threads: 1, clock: { clock.now })
      renderer.render(frames: frame...frame) { _ in true }
      covered = max(covered, (renderer.profile?.overdrawEstimate ?? 0) * pixels)
    }
    // A quarter of the frame more or less is allowed: so few pixels cost little, and a few particles may lie anywhere.
    let slack = pixels / 4
    #expect(
      predicted <= 2 * covered + slack && predicted >= covered / 2 - slack,
      "\(predicted) pixels are predicted, \(covered) are covered")
  }
}
