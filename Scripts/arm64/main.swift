// The program that runs on ARM64.
//
//   verifier draw FORMAT COUNT FILE.framehash…    draws frames of hash files and prints their hashes
//   verifier listen SONG FILE.curves.json         analyses a song and writes what was heard
//
// FORMAT is a pixel format (gbrapf32le, rgb24), or "recorded" for that of each file. COUNT frames of each file, spread over its length, are
// drawn; 0 for all. Each line is FILE, tab, the frame's number, tab, its SHA-256; or, in place of number and SHA-256, "error" and a
// message. "end" ends each file.

import Glibc
import Hashing
import Listening
import Motes
import Presets
import Raster

func draw(_ path: String, format requested: PixelFormat?, count requestedCount: Int) throws {
  var settings = PresetSettings()
  settings.assetLoader = .files
  settings.folders = ShippedPresets.folders
  let recording = try Recording(path: path, settings: settings)
  let numbers = Array(recording.recipe.frames.numbers)
  let count = requestedCount == 0 ? numbers.count : min(requestedCount, numbers.count)
  let step = numbers.count / count
  let renderer = try Renderer(
    recording.preset, format: requested ?? recording.format, threads: nil, backdrop: recording.backdrop)
  for index in 0..<count {
    let number = numbers[step / 2 + index * step]
    print("\(path)\t\(number)\t\(renderer.frame(number: number).sha256)")
    fflush(nil)
  }
}

let arguments = CommandLine.arguments
switch arguments.dropFirst().first {
case "draw" where arguments.count > 4:
  let format = PixelFormat(rawValue: arguments[2])
  guard format != nil || arguments[2] == "recorded", let count = Int(arguments[3]) else { exit(2) }
  for path in arguments.dropFirst(4) {
    do { try draw(path, format: format, count: count) } catch {
      print("\(path)\terror\t\("\(error)".split(separator: "\n").joined(separator: " "))")
    }
    print("\(path)\tend")
    fflush(nil)
  }
case "listen" where arguments.count == 4:
  do {
    try SoundCurvesFile.write(Sound.listen(to: arguments[2]).curves, to: arguments[3], allowsReplacing: true)
  } catch {
    print(error)
    exit(1)
  }
default: exit(2)
}
