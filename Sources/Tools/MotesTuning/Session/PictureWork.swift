import Encoding
import Foundation
import Hashing
import Motes
import Presets
import Raster

/// Draws pictures that a page offers for download: PNG files of a frame at the preset's own size, and of a contact sheet, which
/// language models look at, too.
package enum PictureWork {
  /// A PNG file of a frame; a number outside of the preset's frames is clamped.
  static func stillFile(_ preset: Preset, number: Int, keepsAlpha: Bool) throws -> [UInt8] {
    let renderer = try Renderer(
      preset, format: keepsAlpha ? .rgba : .rgb24, backdrop: keepsAlpha ? .nothing : .layers)
    let last = renderer.scene.frameRange.upperBound
    return try PictureWriter.png(renderer.frame(number: min(max(number, 0), last)))
  }

  /// The size of each picture on a sheet, in the proportions of a preset's width and height.
  static func sheetPictureSize(width: Int, height: Int) -> (width: Int, height: Int) {
    let frameWidth = ContactSheet.defaultFrameWidth
    return (frameWidth, ContactSheet.frameHeight(width: frameWidth, presetWidth: width, presetHeight: height))
  }

  /// A PNG file of a contact sheet.
  ///
  /// - Parameter preset: the preset at the size of one picture.
  package static func sheetFile(_ preset: Preset) throws -> [UInt8] { try PictureWriter.png(contactSheet(preset)) }

  /// A contact sheet: pictures over the preset's whole length, with their times below.
  static func contactSheet(_ preset: Preset) throws -> PixelBuffer {
    let renderer = try Renderer(preset, format: .rgb24)
    let times = RoundTimes(count: ContactSheet.defaultCount, duration: preset.scene.canvas.duration)
    return ContactSheet().compose(
      times.seconds.map(renderer.frame),
      captions: times.seconds.map { String(format: "%.\(times.decimals)f s", $0.double) })
  }
}
