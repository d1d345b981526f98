import Glibc

/// Where the presets that come with the command lie: beside it after an installation, or in the package that it was
/// built in.
enum ShippedPresets {
  static var folders: [String] {
    guard let command = FilePath.resolved("/proc/self/exe") else { return [] }
    let folder = FilePath.folder(of: command)
    var candidates = [folder + "/Presets", folder + "/../share/motes/Presets"]
    // A build folder lies some levels below the package: .build/<triple>/<configuration>/motes.
    var parent = folder
    for _ in 0..<4 {
      parent = FilePath.folder(of: parent)
      candidates.append(parent + "/Presets")
    }
    return candidates.filter { FilePath.exists($0 + "/fireworks.json") }
  }
}
