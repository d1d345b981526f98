import Encoding
import Glibc
import Presets

/// The folders of the presets that come with Motes.
package enum ShippedPresets {
  /// The existing folders, in the order in which they are searched: `$MOTES_PRESETS`, `Presets` and `../share/motes/Presets` beside the
  /// program, and `Presets` in the package from which it was built. Each is listed once.
  package static var folders: [String] {
    var folders: [String] = []
    if let variable = getenv("MOTES_PRESETS") {
      let text = String(cString: variable)
      if !text.isEmpty { folders.append(text) }
    }
    if let program = resolvedPath("/proc/self/exe") {
      let bin = folder(of: program)
      folders += [bin + "/Presets", folder(of: bin) + "/share/motes/Presets"]
    }
    folders.append(packageFolder + "/Presets")
    // Two paths may lead to the same folder, as for a program that lies in its package.
    var seen: Set<String> = []
    return folders.filter { resolvedPath($0).map { seen.insert($0).inserted } ?? false }
  }

  /// The presets of the documentation's recipes, in `../share/motes/Recipes` beside the program or else in the package from which it was
  /// built.
  package static var recipes: PresetLibrary {
    let besideProgram = resolvedPath("/proc/self/exe").map { folder(of: folder(of: $0)) + "/share/motes/Recipes" }
    let folders = [besideProgram, packageFolder + "/Sources/Examples/Recipes"].compactMap { $0 }
    return PresetLibrary(folders: Array(folders.filter { access($0, F_OK) == 0 }.prefix(1)))
  }

  /// The package's folder on the machine that built the program. This file is `Sources/Motes/ShippedPresets.swift` in it.
  private static let packageFolder = folder(of: folder(of: folder(of: #filePath)))
}

extension PresetLibrary {
  /// The presets that come with Motes: in `$MOTES_PRESETS`, beside the program, and in the package from which it was built.
  public static var shipped: PresetLibrary { PresetLibrary(folders: ShippedPresets.folders) }
}
