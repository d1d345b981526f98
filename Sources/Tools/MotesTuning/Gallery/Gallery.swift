import Encoding
import Foundation
import Hashing
import Motes
import Presets
import Raster

/// Writes a folder of web pages that show presets with clips, knobs and commands, and need no server.
package struct Gallery {
  /// Names of shipped presets, or paths; empty for all shipped ones.
  package var names: [String]
  /// How presets are found and read.
  package var settings: PresetSettings
  /// The folder, which is made if it does not exist.
  package var folder: String
  /// Size, rate, length and quality of the clips.
  package var clip: PresetClip
  /// The heading of the page of all presets; nil for that of the shipped presets.
  package var title: String?

  package init(
    names: [String], settings: PresetSettings, folder: String, clip: PresetClip, title: String? = nil
  ) {
    (self.names, self.settings, self.clip, self.title) = (names, settings, clip, title)
    self.folder = folder.count > 1 && folder.hasSuffix("/") ? String(folder.dropLast()) : folder
  }

  /// The page that lists all presets. It is written last: if it exists, so does everything that it links to.
  package static let indexName = "index.html"
  package var indexPath: String { "\(folder)/\(Self.indexName)" }

  /// Which preset is being drawn.
  package struct Progress {
    /// The preset's name.
    package var name: String
    /// The preset's number, counted from 1.
    package var number: Int
    /// The number of all presets.
    package var count: Int
  }

  /// Draws and writes everything, each file whole or not at all.
  ///
  /// - Parameters:
  ///   - goesOn: called after each frame; the work ends if it returns false.
  ///   - progress: called before each preset.
  /// - Returns: how many presets the gallery shows; nil if `goesOn` ended the work.
  package func write(goesOn: () -> Bool, progress: (Progress) -> Void) throws -> Int? {
    let names = names.isEmpty ? PresetLibrary(folders: settings.folders).list().map(\.name) : names
    // Every preset is read first, so that mistakes are found before hours of drawing, and before a folder is made.
    for name in names { _ = try Preset.load(name, settings) }
    do {
      try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    } catch {
      throw MediaError(.file, "The folder \(folder) cannot be made: \(error.localizedDescription)", path: folder)
    }
    var entries: [GalleryPage.Entry] = []
    for (index, name) in names.enumerated() {
      progress(Progress(name: name, number: index + 1, count: names.count))
      guard let entry = try writePreset(name, takenStems: entries.map(\.stem), goesOn: goesOn) else { return nil }
      entries.append(entry)
    }
    try writeFile(Array(GalleryPage(entries: entries, title: title).indexPage.utf8), Self.indexName)
    return entries.count
  }

  /// Writes the page, clip and pictures of a preset; returns nil if `goesOn` ended the work.
  private func writePreset(_ name: String, takenStems: [String], goesOn: () -> Bool) throws -> GalleryPage.Entry? {
    let original = try Preset.load(name, settings)
    let clipPreset = try clip.preset(name, settings)
    let (originalCanvas, clipCanvas) = (original.scene.canvas, clipPreset.scene.canvas)
    let text = (try? FileAccess.read(original.path)) ?? []
    let frames = clip.frames(of: clipPreset)
    let posterFrame = (frames.lowerBound + frames.upperBound) / 2
    let entry = GalleryPage.Entry(
      name: name, title: Self.title(of: name, original), about: original.scene.about, tags: original.scene.tags,
      knobs: original.knobs,
      width: originalCanvas.widthPixels, height: originalCanvas.heightPixels,
      seconds: Self.seconds(originalCanvas.duration.double),
      clipWidth: clipCanvas.widthPixels, clipHeight: clipCanvas.heightPixels,
      stem: Self.stem(of: name, takenStems: takenStems), text: String(decoding: text, as: UTF8.self),
      posterTime: Self.seconds(Double(posterFrame) / clipCanvas.frameRate.double))
    let renderer = try Renderer(clipPreset, format: .rgb24, threads: clip.threads)
    let poster = renderer.frame(number: posterFrame)
    try writeFile(try PictureWriter.bytes(of: poster, PictureSettings(.jpeg, quality: 86)), "\(entry.stem).jpg")
    guard try clip.write(clipPreset, to: "\(folder)/\(entry.stem).mp4", allowsReplacing: true, goesOn: goesOn) else {
      return nil
    }
    var sheetSettings = settings
    let size = PictureWork.sheetPictureSize(width: originalCanvas.widthPixels, height: originalCanvas.heightPixels)
    sheetSettings.size = .pixels(width: size.width, height: size.height)
    let sheet = try PictureWork.contactSheet(try Preset.load(name, sheetSettings))
    try writeFile(
      try PictureWriter.bytes(of: sheet, PictureSettings(.jpeg, quality: 82)), "\(entry.sheetStem).jpg")
    try writeFile(Array(GalleryPage.presetPage(entry, galleryTitle: title).utf8), "\(entry.stem).html")
    return goesOn() ? entry : nil
  }

  private func writeFile(_ bytes: [UInt8], _ name: String) throws {
    try writeWholeFile(bytes, to: "\(folder)/\(name)", allowsReplacing: true)
  }

  /// What a preset is called on the pages: a shipped preset by the name that commands take; a file by the name in it, or else by its own.
  private static func title(of name: String, _ preset: Preset) -> String {
    guard name.hasSuffix(".json") else { return name }
    return preset.scene.name.isEmpty ? Preset.stem(of: name) : preset.scene.name
  }

  /// The name of a preset's files, without extensions: "classic-snow" for classic/snow. A name that another preset's files, their
  /// contact sheets ("snow-sheet") or the page of all presets ("index") already have gets a number.
  private static func stem(of name: String, takenStems: [String]) -> String {
    let path = name.hasSuffix(".json") ? Preset.stem(of: name) : name
    let plain = String(path.map { $0 == "/" ? "-" : $0 })
    let names = Set(takenStems + takenStems.map(GalleryPage.Entry.sheetStem(of:)) + ["index"])
    func isFree(_ stem: String) -> Bool { names.isDisjoint(with: [stem, GalleryPage.Entry.sheetStem(of: stem)]) }
    return isFree(plain) ? plain : (2...).lazy.map { "\(plain)-\($0)" }.first(where: isFree) ?? plain
  }

  /// Seconds without needless decimals.
  private static func seconds(_ value: Double) -> String {
    value == value.rounded() ? "\(Int(value))" : String(format: "%.2f", value)
  }
}
