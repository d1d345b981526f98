import Cost
import Foundation
import Motes
import Testing

@Suite struct ShippedCostTests {
  @Test(
    "A shipped preset is within the limits with room to spare, at its own size and at 3840 x 2160, and is read and checked within a second of one core",
    arguments: PresetLibrary.shipped.names)
  func shippedPresetIsWithinLimits(name: String) throws {
    for size in [nil, PresetSettings.Size.pixels(width: 3840, height: 2160)] {
      var settings = PresetSettings()
      settings.size = size
      let start = Self.threadSeconds
      let preset = try Preset(named: name, settings: settings)
      let seconds = Self.threadSeconds - start
      #expect(seconds < 1, "it is read in \(seconds) s")
      let budgets = preset.scene.particleBudgets()
      let (estimate, live) = (preset.scene.estimate(budgets), budgets.liveCount)
      // Twice the estimate must be within the limits, because a knob may double it.
      #expect(estimate.seconds > 1e-4 && estimate.seconds * 2 <= Limits.secondsPerFrame, "\(estimate.seconds) s")
      // A frame that is drawn alone, with layers that a run keeps, takes two to ten times as long as one in a run.
      if size == nil {
        #expect(estimate.seconds <= Self.secondsOfFrameAlone, "\(estimate.seconds) s: a preset should play")
      }
      #expect(estimate.bytes > 0 && estimate.bytes * 2 <= Limits.bufferBytes, "\(estimate.bytes) bytes")
      #expect(live * 2 <= Limits.liveParticles, "\(live) particles")
    }
  }

  /// The most that a frame of a shipped preset may take by the estimate, at the preset's own size, if it is drawn alone.
  private static let secondsOfFrameAlone = 0.8

  /// Seconds of CPU time that this thread has used.
  private static var threadSeconds: Double {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) * 1e-9
  }
}
