import Motes

/// The presets of a folder, and the files to which their hashes are written.
struct PresetFolderHashes {
  /// The presets' paths, sorted, each with the path of its hash file.
  private(set) var files: [(preset: String, target: String)] = []

  /// - Parameters:
  ///   - folder: a folder of presets.
  ///   - target: the value of `-o`: a folder, which need not exist; its subfolders mirror those of `folder`.
  init(of folder: String, into target: String?) throws {
    guard let target, target != "-" else {
      throw UsageError(
        "\(folder): a folder's hashes are files, so they need a folder: -o \(folder) puts each beside its preset.")
    }
    guard !FilePath.isTaken(target) || FileAccess.isFolder(target) else {
      throw UsageError("-o \(target): this is not a folder. The hashes of a folder of presets need one.")
    }
    let prefix = FileSearch.prefix(of: folder)
    files = try FileSearch.files(in: folder, suffixes: [HashFileSearch.presetSuffix]).filter {
      !PresetLibrary.isOtherJSON($0)
    }.map {
      let stem = $0.dropFirst(prefix.count).dropLast(HashFileSearch.presetSuffix.count)
      return ($0, FileSearch.prefix(of: target) + stem + FrameHashFile.nameSuffix)
    }
    guard !files.isEmpty else { throw UsageError("\(folder): there is no preset (*.json) in this folder or below.") }
  }
}
