import Model
import Presets
import Raster
import Rendering

extension Benchmark {
  /// Each run draws another moment, since what does not move may be kept from frame to frame and would not be timed.
  func drawing(_ name: String, _ scene: Scene, _ threads: Int) -> TimedTask {
    let renderer = FrameRenderer(plan: RenderPlan(scene: scene), format: .rgb24, threadCount: threads)
    var step: Int64 = 0
    return TimedTask(name: name) {
      renderer.drawOnly(at: Rational(120 + step % 240, 60))
      step += 1
    }
  }

  /// The evaluation, and beside it how long the same bytes take to be copied.
  func births(_ threads: Int) -> [TimedTask] {
    let renderer = FrameRenderer(plan: RenderPlan(scene: .drift), format: .rgb24, threadCount: threads)
    let copy = CopyWorkload(byteCount: renderer.columnByteCount(at: Rational(8)), threadCount: threads)
    var step: Int64 = 0
    return [
      TimedTask(name: "births") {
        renderer.evaluateOnly(at: Rational(480 + step % 240, 60))
        step += 1
      },
      TimedTask(name: "copy") { copy.run() },
    ]
  }

  func conversion(
    _ name: String, _ source: ConversionWorkload.Source, _ transform: OutputTransform, _ threads: Int
  ) -> TimedTask {
    let conversion = ConversionWorkload(
      width: 1920, height: 1080, source: source, transform: transform, threadCount: threads)
    return TimedTask(name: name) { conversion.run() }
  }

  func wholeFrame(
    _ preset: String, _ size: PresetSettings.Size, _ threads: Int, _ folders: [String]
  ) throws -> TimedTask {
    var settings = PresetSettings(folders: folders)
    settings.size = size
    let scene = try Preset.load(preset, settings).scene
    let renderer = FrameRenderer(plan: RenderPlan(scene: scene), format: .yuv420p, threadCount: threads)
    let pixels = renderer.makeBuffer()
    // The middle of the preset, where it is in full swing; a few neighbours, so that no single frame decides.
    let middle = scene.canvas.frameCount / 2
    var step = 0
    return TimedTask(name: "frame:\(preset)") {
      renderer.render(at: scene.canvas.time(ofFrame: middle + step % 8), into: pixels)
      step += 1
    }
  }
}
