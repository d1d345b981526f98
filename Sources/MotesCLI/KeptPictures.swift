import Motes

/// The frames kept beside a hash file, so that a later report can show what was expected: frame 100 of `x.framehash` is
/// `x.pictures/frame-000100.png`.
struct KeptPictures {
  private let folder: String

  private static func folder(for hashFile: String) -> String {
    let suffix = ".framehash"
    return (hashFile.hasSuffix(suffix) ? String(hashFile.dropLast(suffix.count)) : hashFile) + ".pictures"
  }

  /// Makes the folder for the frames of `hashFile`, unless it is there.
  init(creatingBeside hashFile: String) throws {
    folder = KeptPictures.folder(for: hashFile)
    try FilePath.makeFolder(folder)
  }

  /// Pictures kept for `hashFile`; nil when there are none.
  init?(existingBeside hashFile: String) {
    folder = KeptPictures.folder(for: hashFile)
    if !FilePath.exists(folder) { return nil }
  }

  /// The path of a frame's picture, its number padded to six digits.
  private func path(frame: Int) -> String {
    let digits = "\(frame)"
    return folder + "/frame-" + String(repeating: "0", count: max(0, 6 - digits.count)) + digits + ".png"
  }

  /// Writes a frame's picture, and replaces one that is there.
  func keep(_ pixels: PixelBuffer, frame: Int) throws {
    _ = try PictureWriter.write(pixels, to: path(frame: frame), allowsReplacing: true)
  }

  /// The kept picture of a frame; nil when there is none.
  func picture(frame: Int) throws -> PixelBuffer? {
    let path = path(frame: frame)
    return FilePath.exists(path) ? try PictureReader.read(path) : nil
  }
}
