import Encoding
import Foundation
import Hashing
import Motes
import Presets
import Raster

/// Pictures that a page offers to be downloaded: PNG files of a frame at the preset's own size, and of a contact sheet.
enum PictureWork {
  /// The frame of a number.
  static func still(_ preset: Preset, number: Int, keepsAlpha: Bool) throws -> [UInt8] {
    let renderer = try Renderer(
      preset, format: keepsAlpha ? .rgba : .rgb24, backdrop: keepsAlpha ? .nothing : .layers)
    let last = renderer.scene.frameRange.upperBound
    return try PictureWriter.png(renderer.frame(number: min(max(number, 0), last)))
  }

  /// How many pictures a sheet has, how many stand in a row, and how many pixels wide each is: as `motes sheet` has them.
  private static let (count, columns, width) = (12, 4, 480)

  /// A size for the pictures of a sheet, in proportion to the preset's own.
  static func sheetSize(width ownWidth: Int, height: Int) -> (width: Int, height: Int) {
    (width, max(1, (width * height + ownWidth / 2) / ownWidth))
  }

  /// Pictures over the whole length, their times below, as a PNG file.
  ///
  /// - Parameter preset: at the size of one picture.
  static func sheet(_ preset: Preset) throws -> [UInt8] { try PictureWriter.png(contactSheet(preset)) }

  /// Pictures over the whole length, their times below.
  static func contactSheet(_ preset: Preset) throws -> PixelBuffer {
    let renderer = try Renderer(preset, format: .rgb24)
    let times = RoundTimes(count: count, duration: preset.scene.canvas.duration)
    return ContactSheet(columns: columns).compose(
      times.seconds.map(renderer.frame),
      captions: times.seconds.map { String(format: "%.\(times.decimals)f s", $0.double) })
  }
}
