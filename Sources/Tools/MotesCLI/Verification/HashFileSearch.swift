import Motes
import MotesTuning

/// The hash files that the arguments of `verify` stand for, and the presets beside them.
struct HashFileSearch {
  /// Paths of the hash files.
  private(set) var files: [String] = []
  /// Paths of the files `*.json` in folders that are among the arguments, in the order of the search.
  private var jsonFiles: [String] = []

  static let presetSuffix = ".json"

  /// Takes files as they are named, and for each folder all hash files in it and below, sorted by their paths' bytes. A file that is
  /// found again, under any name, is left out.
  ///
  /// - Throws: `UsageError` for a folder that cannot be read or has no hash file.
  init(_ arguments: [String]) throws {
    for argument in arguments {
      if FileAccess.isFolder(argument) { try search(argument) } else { files.append(argument) }
    }
    files = Self.withoutRepetitions(files)
    jsonFiles = Self.withoutRepetitions(jsonFiles)
  }

  /// Each file by the first of its names only.
  private static func withoutRepetitions(_ paths: [String]) -> [String] {
    var seen: Set<String> = []
    return paths.filter { path in
      // A file that does not exist is kept here, and refused when it is read.
      guard let resolved = resolvedPath(path) else { return true }
      return seen.insert(resolved).inserted
    }
  }

  private mutating func search(_ folder: String) throws {
    let found = try FileSearch.files(in: folder, suffixes: [FrameHashFile.nameSuffix, Self.presetSuffix])
    let hashFiles = found.filter { $0.lowercasedHasSuffix(FrameHashFile.nameSuffix) }
    guard !hashFiles.isEmpty else {
      throw UsageError(
        "\(folder): there is no hash file (*\(FrameHashFile.nameSuffix)) in this folder or below. "
          + "`motes hash PRESET -o FILE\(FrameHashFile.nameSuffix)` writes one, `motes hash FOLDER -o FOLDER` those of all presets in a folder."
      )
    }
    files += hashFiles
    jsonFiles += found.filter { !$0.lowercasedHasSuffix(FrameHashFile.nameSuffix) }
  }

  // MARK: Presets without hashes

  /// The most presets without hashes that are named one by one.
  private static let maximumNotes = 10

  /// Notes about presets in the searched folders that have no hash file beside them and that none of `results` is about, with the
  /// commands that hash them.
  func notesOnUncoveredPresets(after results: [VerificationResult]) -> [String] {
    let covered = Set(results.flatMap(\.presetFiles).compactMap(resolvedPath))
    let missing = jsonFiles.filter { path in
      guard let resolved = resolvedPath(path), !covered.contains(resolved) else { return false }
      return !FilePath.exists(Self.hashFile(of: path)) && PresetLibrary.isPreset(path)
    }
    var notes = missing.prefix(Self.maximumNotes).map { path in
      let words = ["motes", "hash", path, "-o", Self.hashFile(of: path)].map(ShellText.quoted)
      return "\(path) has no hashes: \(words.joined(separator: " "))"
    }
    let others = missing.count - notes.count
    if others > 0 { notes.append("\(others) more \(others == 1 ? "preset has" : "presets have") no hashes.") }
    return notes
  }

  /// The hash file that a preset's hashes usually are in: "presets/glow.framehash".
  private static func hashFile(of preset: String) -> String {
    preset.dropLast(presetSuffix.count) + FrameHashFile.nameSuffix
  }
}
