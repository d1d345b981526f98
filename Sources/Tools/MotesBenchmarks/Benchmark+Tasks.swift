import Model
import Motes
import Presets
import Raster
import Rendering

extension Benchmark {
  /// Evaluates, bins and draws a scene, without the conversion to samples. Each run draws another of the frames from 2 to 6 s,
  /// since unchanged results may be kept from frame to frame and their drawing would not be timed.
  func drawing(_ name: String, _ scene: Scene, _ threads: Int) -> TimedTask {
    let renderer = FrameRenderer(
      plan: RenderPlan(scene: scene, files: BenchmarkPicture()), format: .rgb24, threadCount: threads)
    var run: Int64 = 0
    return TimedTask(name: name) {
      renderer.drawOnly(at: Rational(120 + run % 240, 60))
      run += 1
    }
  }

  /// Two tasks: one evaluates a million particles, each time at another of the frames from 8 to 12 s; the other copies as many
  /// bytes as the first writes.
  func births(_ threads: Int) -> [TimedTask] {
    let renderer = FrameRenderer(plan: RenderPlan(scene: .millionParticles), format: .rgb24, threadCount: threads)
    let copy = CopyWorkload(byteCount: renderer.columnByteCount(at: Rational(8)), threadCount: threads)
    var run: Int64 = 0
    return [
      TimedTask(name: "births") {
        renderer.evaluateOnly(at: Rational(480 + run % 240, 60))
        run += 1
      },
      TimedTask(name: "copy") { copy.run() },
    ]
  }

  /// Converts float pixels to samples.
  func conversion(
    _ name: String, _ source: ConversionWorkload.Source, _ transform: OutputTransform,
    format: PixelFormat = .yuv420p, _ threads: Int
  ) -> TimedTask {
    let conversion = ConversionWorkload(
      width: 1920, height: 1080, source: source, transform: transform, format: format, threadCount: threads)
    return TimedTask(name: name) { conversion.run() }
  }

  /// Converts a frame of footage to linear light.
  func footage(_ threads: Int) -> TimedTask {
    let footage = FootageWorkload(width: 1920, height: 1080, threadCount: threads)
    return TimedTask(name: "footage") { footage.run() }
  }

  /// Renders whole frames of a preset to yuv420p, conversion included.
  func wholeFrame(
    _ preset: String, _ settings: PresetSettings, _ threads: Int
  ) throws -> TimedTask {
    let scene = try Preset.load(preset, settings).scene
    let plan = RenderPlan(scene: scene, files: try scene.openedFiles(threads: threads))
    let renderer = FrameRenderer(plan: plan, format: .yuv420p, threadCount: threads)
    let pixels = renderer.makeBuffer()
    // Eight frames from the middle of the preset on, where most is visible, so that no single frame decides the time.
    let middle = scene.canvas.frameCount / 2
    var run = 0
    return TimedTask(name: "frame:\(preset)") {
      renderer.render(at: scene.canvas.time(ofFrame: middle + run % 8), into: pixels)
      run += 1
    }
  }
}
