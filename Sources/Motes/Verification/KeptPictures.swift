import Encoding
import Glibc
import Raster

/// The frames kept beside a hash file, so that a later report can show what was expected: frame 100 of `x.framehash` is
/// `x.pictures/frame-000100.png`.
package struct KeptPictures: Sendable {
  /// The folder of the pictures, which need not be there.
  package let folder: String

  /// The ending of hash files' names.
  package static let hashSuffix = ".framehash"

  /// Pictures of a hash file, whether or not any are kept.
  package init(of hashFile: String) {
    let stem = hashFile.hasSuffix(Self.hashSuffix) ? String(hashFile.dropLast(Self.hashSuffix.count)) : hashFile
    folder = stem + ".pictures"
  }

  /// Pictures kept for `hashFile`; nil when there are none.
  package init?(existingBeside hashFile: String) {
    self.init(of: hashFile)
    if access(folder, F_OK) != 0 { return nil }
  }

  /// The path of a frame's picture, its number padded to six digits.
  private func path(frame: Int) -> String {
    let digits = "\(frame)"
    return folder + "/frame-" + String(repeating: "0", count: max(0, 6 - digits.count)) + digits + ".png"
  }

  /// Writes a frame's picture, and replaces one that is there.
  package func keep(_ pixels: PixelBuffer, frame: Int) throws {
    _ = try PictureWriter.write(pixels, to: path(frame: frame), allowsReplacing: true)
  }

  /// The kept picture of a frame; nil when there is none.
  package func picture(frame: Int) throws -> PixelBuffer? {
    let path = path(frame: frame)
    return access(path, F_OK) == 0 ? try PictureReader.read(path) : nil
  }
}
