// Draws frames, hashes each, and compares the hashes with a file: a way to test your own presets.
//
//   swift run -c release FrameHashes fireworks fireworks.framehash
//
// The first run writes the file. Later ones end with status 1 when a frame differs.

import Glibc
import Motes

let arguments = Array(CommandLine.arguments.dropFirst())
let name = arguments.first ?? "fireworks"
let path = arguments.count > 1 ? arguments[1] : "hashes.framehash"

let settings = PresetSettings(size: .pixels(width: 320, height: 180), frameRate: 10, duration: 2)
let renderer = try Renderer(try Preset(named: name, settings: settings))
let canvas = renderer.scene.canvas

// Frames come in order. They are drawn on all cores, a few ahead of this loop.
var actual = FrameHashFile(frameRate: canvas.frameRate, width: canvas.widthPixels, height: canvas.heightPixels)
for try await frame in renderer.frames() {
  let line = FrameHashFile.Line(
    frame: frame.number, byteCount: frame.pixels.packedByteCount, hash: frame.pixels.sha256)
  print("frame \(line.frame): \(line.hash.prefix(12))… with \(frame.particles) particles")
  actual.lines.append(line)
}

guard access(path, F_OK) == 0 else {
  try actual.write(to: path)
  print("\(path): written")
  exit(0)
}
let comparison = FrameHashComparison(expected: try FrameHashFile(contentsOf: path), actual: actual)
for line in comparison.summary { print("\(path): \(line)") }
exit(comparison.isEqual ? 0 : 1)
