// Draws the frames of hash files again and compares them, as `motes verify` does, but builds faster than the whole command. Scripts/golden
// runs it when goldens are checked for a second CPU level.
//
//   GoldenVerifier FILE.framehash…

import Glibc
import Hashing
import Motes
import Presets

@main enum GoldenVerifier {
  static func main() {
    var differing = 0
    let paths = CommandLine.arguments.dropFirst()
    var settings = PresetSettings()
    settings.assetLoader = .files
    settings.folders = ShippedPresets.folders
    for path in paths {
      do {
        let recording = try Recording(path: path, settings: settings)
        let job = FrameHashJob(
          preset: recording.preset, frames: recording.recipe.frames, format: recording.format, threads: nil,
          backdrop: recording.backdrop)
        var actual = job.emptyFile
        actual.algorithm = recording.file.algorithm
        try job.run { line, _ in
          actual.lines.append(line)
          return true
        }
        let comparison = FrameHashComparison(expected: recording.file, actual: actual)
        if comparison.isEqual, comparison.comparedCount > 0 { continue }
        for line in comparison.summary { print("\(path): \(line)") }
        print("\(path): \(recording.explanation)")
      } catch {
        print("\(error)")
      }
      differing += 1
    }
    print(differing == 0 ? "all \(paths.count) are equal." : "\(differing) of \(paths.count) differ.")
    exit(differing == 0 ? 0 : 1)
  }
}
