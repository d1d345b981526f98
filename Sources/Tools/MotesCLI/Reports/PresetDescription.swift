import Cost
import Motes

/// The text of `motes describe`.
enum PresetDescription {
  static func text(of preset: Preset) -> String {
    let scene = preset.scene
    let canvas = scene.canvas
    var lines = [scene.name.isEmpty ? preset.path : scene.name]
    if !scene.about.isEmpty { lines.append(scene.about) }
    lines.append("")
    lines.append(
      "\(canvas.widthPixels) x \(canvas.heightPixels) pixels, \(number(canvas.frameRate.double)) frames a second, "
        + "\(number(canvas.duration.double)) s, \(NumberText.frames(canvas.frameCount)), seed \(canvas.seed)"
        + (canvas.loops ? ", loops" : "") + (canvas.blending == .srgb ? ", blends as browsers do" : ""))
    if !scene.tags.isEmpty { lines.append("Tags: " + scene.tags.joined(separator: ", ")) }
    lines.append("File: \(preset.path)")

    lines.append("")
    lines.append(preset.knobs.isEmpty ? "No knobs." : "Knobs (--set NAME=VALUE):")
    let width = preset.knobs.map(\.name.count).max() ?? 0
    for knob in preset.knobs {
      var line = "  " + knob.name.padded(to: width) + "  " + knob.value
      if let low = knob.minimum, let high = knob.maximum {
        line += "  (\(number(low)) to \(number(high)))"
      } else if let low = knob.minimum {
        line += "  (at least \(number(low)))"
      } else if let high = knob.maximum {
        line += "  (at most \(number(high)))"
      }
      if !knob.choices.isEmpty { line += "  (one of \(knob.choices.joined(separator: ", ")))" }
      lines.append(knob.about.isEmpty ? line : line + "  " + knob.about)
    }

    let budgets = scene.particleBudgets()
    if !budgets.isEmpty {
      lines.append("")
      lines.append("Particles alive at once, at most:")
      let width = budgets.map(\.name.count).max() ?? 0
      for budget in budgets {
        lines.append("  " + budget.name.padded(to: width) + "  " + count(budget.liveCount))
      }
      lines.append("  " + "in all".padded(to: width) + "  " + count(budgets.liveCount))
    }
    lines.append("")
    lines += costLines(scene.estimate(budgets))
    return lines.joined(separator: "\n")
  }

  /// A table of the time and memory that each layer, the canvas and the whole frame take; times are milliseconds of one core.
  private static func costLines(_ estimate: SceneEstimate) -> [String] {
    var rows: [(name: String, seconds: Double, bytes: Double)] = []
    for layer in estimate.layers {
      rows.append((layer.name, layer.seconds - layer.materialSeconds, layer.bytes))
      if layer.materialSeconds > 0 { rows.append(("material of " + layer.name, layer.materialSeconds, 0)) }
    }
    rows += estimate.lights.map { ($0.name, $0.seconds, $0.bytes) }
    rows.append(("canvas", estimate.canvasSeconds, estimate.canvasBytes))
    // The worst frame takes less than the sum of the layers' worst times, since particles of different cells cover the most pixels in
    // different frames. The row shows the difference; it is left out if it would show 0.0 ms: 2e4 is 1 / 0.05 ms.
    if estimate.overcountedSeconds * 2e4 > 1 { rows.append(("never together", -estimate.overcountedSeconds, 0)) }
    rows.append(("in all", estimate.seconds, estimate.bytes))
    let width = rows.map(\.name.count).max() ?? 0
    return ["A frame that is drawn alone takes about (time of one core, memory):"]
      + rows.map { name, seconds, bytes in
        "  " + name.padded(to: width) + "  " + milliseconds(seconds).leftPadded(to: 10) + "  "
          + NumberText.size(Int(min(bytes, 9e15))).leftPadded(to: 10)
      }
  }

  /// Milliseconds with one decimal; from ten seconds on whole seconds.
  private static func milliseconds(_ seconds: Double) -> String {
    seconds < 10 ? NumberText.fixed(seconds * 1e3, 1) + " ms" : NumberText.fixed(min(seconds, 9e15), 0) + " s"
  }

  /// A number of particles, rounded up. From 9·10¹⁵ on it is printed unrounded, since Double does not hold every whole number.
  private static func count(_ value: Double) -> String {
    value < 9e15 ? "\(Int(value.rounded(.up)))" : "\(value)"
  }

  /// A number, without ".0" if it is a whole one below 10¹⁵, which Double holds exactly.
  private static func number(_ value: Double) -> String {
    value == value.rounded() && abs(value) < 1e15 ? "\(Int(value))" : "\(value)"
  }
}
