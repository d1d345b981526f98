import Encoding
import Hashing
import Motes
import Presets
import Raster

/// One frame of a hash file as it was recorded and as it is drawn now: *expected | difference | actual*.
struct FrameDifference {
  /// The picture, as a PNG file.
  let picture: [UInt8]
  /// What the picture shows, and where its expected frame comes from.
  let sentence: String

  /// Draws a frame of a recording as it is now, and compares it with the expected picture.
  ///
  /// The expected picture is the one that was kept beside the hash file. Without a kept picture, the expected one is the saved
  /// preset's frame, provided that this frame has the recorded hash.
  /// - Parameters:
  ///   - line: the frame's line in the hash file.
  ///   - recording: the hash file with the page's text as its preset.
  ///   - saved: the hash file with the saved text as its preset; nil if the page's text is saved, or the saved text is unreadable.
  init(_ line: FrameHashFile.Line, of recording: Recording, saved: Recording?, threads: Int?) throws {
    let actual = try Self.picture(line.frame, of: recording, threads)
    let kept = try KeptPictures(existingBeside: recording.path)?.picture(frame: line.frame)
    var (expected, source) = (kept, kept == nil ? "" : " The expected picture is the one that was kept.")
    if expected == nil, let saved, try Self.hash(line.frame, of: saved, threads) == line.hash {
      expected = try Self.picture(line.frame, of: saved, threads)
      source = " The expected picture is the saved preset's frame, which has the recorded hash."
    }
    let difference = DifferencePicture(expected: expected, actual: actual)
    picture = try PictureWriter.png(difference.picture)
    let advice =
      expected == nil ? " motes hash --keep-pictures keeps pictures beside the hashes, for the next time." : ""
    sentence = difference.sentence + source + advice
  }

  private static func picture(_ frame: Int, of recording: Recording, _ threads: Int?) throws -> PixelBuffer {
    try Renderer(recording.preset, format: .rgb24, threads: threads, backdrop: recording.backdrop).frame(number: frame)
  }

  private static func hash(_ frame: Int, of recording: Recording, _ threads: Int?) throws -> String {
    try Renderer(recording.preset, format: recording.format, threads: threads, backdrop: recording.backdrop)
      .frame(number: frame).sha256
  }
}
