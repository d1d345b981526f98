import Encoding
import Glibc
import Presets

/// Folders in which the presets that come with Motes are looked for.
package enum ShippedPresets {
  /// $MOTES_PRESETS, then `Presets` or `../share/motes/Presets` beside the program, then the package that it was built from:
  /// those that exist, each once, in the order in which they are searched.
  package static var folders: [String] {
    var folders: [String] = []
    if let variable = getenv("MOTES_PRESETS") {
      let text = String(cString: variable)
      if !text.isEmpty { folders.append(text) }
    }
    if let program = resolvedPath("/proc/self/exe") {
      let folder = folder(of: program)
      folders += [folder + "/Presets", folder + "/../share/motes/Presets"]
    }
    folders.append(packageFolder + "/Presets")
    // A program that lies in its package finds the package's folder in two ways.
    var known: Set<String> = []
    return folders.filter { resolvedPath($0).map { known.insert($0).inserted } ?? false }
  }

  /// The presets of the documentation's recipes: in `../share/motes/Recipes` beside the program, or in the package that it was built
  /// from.
  package static var recipes: PresetLibrary {
    let besideProgram = resolvedPath("/proc/self/exe").map { folder(of: $0) + "/../share/motes/Recipes" }
    let folders = [besideProgram, packageFolder + "/Sources/Examples/Recipes"].compactMap { $0 }
    return PresetLibrary(folders: Array(folders.filter { access($0, F_OK) == 0 }.prefix(1)))
  }

  /// The package's folder on the machine that built it: this file is `Sources/Motes/ShippedPresets.swift` in it.
  private static let packageFolder = folder(of: folder(of: folder(of: #filePath)))
}

extension PresetLibrary {
  /// The presets that come with Motes: those in `$MOTES_PRESETS`, beside the program, and in the package it was built from.
  public static var shipped: PresetLibrary { PresetLibrary(folders: ShippedPresets.folders) }
}
