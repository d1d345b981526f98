import Encoding
import Glibc
import Hashing
import Raster

/// Pictures of frames that are kept beside a hash file, so that a later report can show the expected frames: frame 100 of `x.framehash` is
/// `x.pictures/frame-000100.png`.
package struct KeptPictures: Sendable {
  /// Path of the folder of the pictures, which need not exist.
  package let folder: String

  /// The pictures of a hash file; their folder need not exist.
  package init(of hashFile: String) {
    let suffix = FrameHashFile.nameSuffix
    let stem = hashFile.hasSuffix(suffix) ? String(hashFile.dropLast(suffix.count)) : hashFile
    folder = stem + ".pictures"
  }

  /// The pictures of a hash file; nil if their folder does not exist.
  package init?(existingBeside hashFile: String) {
    self.init(of: hashFile)
    if access(folder, F_OK) != 0 { return nil }
  }

  /// The path of a frame's picture, with the number padded to six digits.
  private func path(frame: Int) -> String {
    let digits = "\(frame)"
    return folder + "/frame-" + String(repeating: "0", count: max(0, 6 - digits.count)) + digits + ".png"
  }

  /// Writes a frame's picture into the folder, which must exist, and replaces an existing picture of the frame.
  package func keep(_ pixels: PixelBuffer, frame: Int) throws {
    _ = try PictureWriter.write(pixels, to: path(frame: frame), allowsReplacing: true)
  }

  /// The picture of a frame; nil if none was kept.
  package func picture(frame: Int) throws -> PixelBuffer? {
    let path = path(frame: frame)
    return access(path, F_OK) == 0 ? try PictureReader.read(path) : nil
  }
}
