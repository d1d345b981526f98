// Renders a preset with knobs to a movie, and prints the progress.
//
//   swift run -c release RenderPreset fireworks fireworks.mp4 intensity=2

import Glibc
import Motes

/// Ends the program with a sentence about a mistake.
func fail(_ message: String) -> Never {
  let line = Array("\(message)\n".utf8)
  _ = write(STDERR_FILENO, line, line.count)
  exit(2)
}

/// Parses knobs of the command line: `NAME=VALUE`, with a number or a text as the value.
func knobs(_ arguments: some Sequence<String>) -> [String: KnobValue] {
  var knobs: [String: KnobValue] = [:]
  for argument in arguments {
    let parts = argument.split(separator: "=", maxSplits: 1).map(String.init)
    guard parts.count == 2 else { fail("\(argument): expected a knob and its value, such as intensity=2.") }
    knobs[parts[0]] = Double(parts[1]).map { .number($0) } ?? .text(parts[1])
  }
  return knobs
}

let arguments = Array(CommandLine.arguments.dropFirst())
let name = arguments.first ?? "fireworks"
let path = arguments.count > 1 ? arguments[1] : "\(name).mp4"

do {
  // Two seconds at a small size: leave the settings out for the preset's own.
  let settings = PresetSettings(size: .pixels(width: 640, height: 360), duration: 2)
  let preset = try Preset(named: name, knobs: knobs(arguments.dropFirst(2)), settings: settings)
  for knob in preset.knobs { print("\(knob.name) = \(knob.value): \(knob.about)") }

  let renderer = try Renderer(preset, format: .yuv420p)
  var movie = renderer.movieSettings
  movie.quality = 20  // on H.264's scale from 51 to 0, where lower is better
  movie.allowsReplacing = true

  let outcome = try await renderer.writeMovie(to: path, settings: movie) { progress -> Void in
    if progress.frames % 30 == 0 { print("\(progress.frames) of \(progress.total) frames") }
  }
  switch outcome {
  case .finished(let path, let frames): print("\(path): \(frames) frames")
  case .stopped(let path, let frames):
    print("stopped after \(frames) frames; " + (path.map { "they are in \($0)" } ?? "nothing was kept"))
  }
} catch let error as PresetError {
  // The text lists every mistake with file, line, column, key and what was probably meant.
  fail("\(error)")
}
