import CFFmpeg

/// Splits pixels of four bytes (RGBA in any order, or with a palette) into planes of 8 bits, without changing a sample.
///
/// libswscale would do this too, but not exactly: it reads the alpha of these formats with 14 bits and rounds it back to 8, which makes 129 to
/// 255 of 128 to 254.
struct PackedPixels {
  /// The planar format with the same components.
  let planarFormat: AVPixelFormat
  /// Each component's place in a pixel, taken for a little-endian number, and its plane in `planarFormat`.
  private let components: [(shift: UInt32, plane: Int)]
  private let hasPalette: Bool

  /// Nil for a format of another kind.
  init?(_ format: AVPixelFormat) {
    guard let description = av_pix_fmt_desc_get(format) else { return nil }
    hasPalette = description.pointee.flags & UInt64(AV_PIX_FMT_FLAG_PAL) != 0
    // A palette's colours are numbers ARGB, as the pixels of BGRA are.
    guard let pixel = hasPalette ? av_pix_fmt_desc_get(AV_PIX_FMT_BGRA) : description,
      pixel.pointee.flags & UInt64(AV_PIX_FMT_FLAG_RGB) != 0
    else { return nil }
    planarFormat = pixel.pointee.nb_components == 4 ? AV_PIX_FMT_GBRAP : AV_PIX_FMT_GBRP
    guard let planar = av_pix_fmt_desc_get(planarFormat) else { return nil }
    let (packed, separate) = (pixel.pointee.components, planar.pointee.components)
    guard packed.count == separate.count,
      packed.allSatisfy({ $0.plane == 0 && $0.step == 4 && $0.depth == 8 && $0.shift == 0 })
    else { return nil }
    components = zip(packed, separate).map { (8 * UInt32($0.offset), Int($1.plane)) }
  }

  /// Splits the pixels of a frame into those of `target`, which has the same size and the format `planarFormat`.
  func split(_ frame: UnsafePointer<AVFrame>, into target: UnsafeMutablePointer<AVFrame>) throws {
    let (width, height) = (Int(frame.pointee.width), Int(frame.pointee.height))
    guard let samples = frame.pointee.data.0 else { throw LibraryError(call: "decode", code: motes_averror(EINVAL)) }
    let planes = [target.pointee.data.0, target.pointee.data.1, target.pointee.data.2, target.pointee.data.3]
    let strides = [
      target.pointee.linesize.0, target.pointee.linesize.1, target.pointee.linesize.2, target.pointee.linesize.3,
    ]
    // A row of a frame with a palette, as colours.
    var colors = [UInt32](repeating: 0, count: hasPalette ? width : 0)
    for y in 0..<height {
      let row = samples + y * Int(frame.pointee.linesize.0)
      if hasPalette {
        guard let palette = UnsafeRawPointer(frame.pointee.data.1) else {
          throw LibraryError(call: "decode", code: motes_averror(EINVAL))
        }
        for x in 0..<width {
          colors[x] = palette.loadUnaligned(fromByteOffset: 4 * Int(row[x]), as: UInt32.self).littleEndian
        }
      }
      colors.withUnsafeBytes { colors in
        let pixels = hasPalette ? colors.baseAddress! : UnsafeRawPointer(row)
        for (shift, plane) in components {
          guard let base = planes[plane] else { continue }
          Self.extract(shift, of: pixels, into: base + y * Int(strides[plane]), count: width)
        }
      }
    }
  }

  /// Copies one byte of each of `count` pixels.
  private static func extract(
    _ shift: UInt32, of pixels: UnsafeRawPointer, into samples: UnsafeMutablePointer<UInt8>, count: Int
  ) {
    for x in 0..<count {
      let pixel = UInt32(littleEndian: pixels.loadUnaligned(fromByteOffset: 4 &* x, as: UInt32.self))
      samples[x] = UInt8(truncatingIfNeeded: pixel &>> shift)
    }
  }
}

extension AVPixFmtDescriptor {
  /// The components: red, green, blue and alpha, or luma, the two of chroma and alpha, as far as there are any.
  var components: ArraySlice<AVComponentDescriptor> {
    [comp.0, comp.1, comp.2, comp.3].prefix(Int(nb_components))
  }
}
