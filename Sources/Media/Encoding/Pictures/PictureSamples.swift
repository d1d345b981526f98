import CFFmpeg
import Glibc
import Raster

/// Copies the samples of a picture into a frame of libavcodec, in the layout that the encoder takes.
func storeSamples(of pixels: PixelBuffer, _ settings: PictureSettings, in frame: UnsafeMutablePointer<AVFrame>) {
  switch settings.encoderFormat {
  case "rgb48be", "rgba64be": forEachRow(pixels, frame) { copySwappingBytes($0, to: $1) }
  case "bgra": forEachRow(pixels, frame) { copyBlueFirst($0, hasAlpha: pixels.format == .rgba, to: $1) }
  case "yuvj444p", "yuvj420p": JPEGColors(pixels).store(in: frame, halvesChroma: settings.encoderFormat == "yuvj420p")
  case "gbrpf32le", "gbrapf32le": storeFloats(pixels, roundsToHalf: settings.layout.bitDepth == 16, in: frame)
  default: forEachRow(pixels, frame) { memcpy($1, $0.baseAddress!, $0.count) }
  }
}

/// Calls `body` with each row of a packed picture and the start of the same row in `frame`.
private func forEachRow(
  _ pixels: PixelBuffer, _ frame: UnsafeMutablePointer<AVFrame>,
  _ body: (UnsafeRawBufferPointer, UnsafeMutablePointer<UInt8>) -> Void
) {
  guard var row = frame.pointee.data.0 else { return }
  pixels.forEachRow { source in
    body(source, row)
    row += Int(frame.pointee.linesize.0)
  }
}

/// Copies 16-bit samples and swaps their bytes.
func copySwappingBytes(_ source: UnsafeRawBufferPointer, to target: UnsafeMutablePointer<UInt8>) {
  for index in stride(from: 0, to: source.count, by: 2) {
    target[index] = source[index + 1]
    target[index + 1] = source[index]
  }
}

/// Copies 8-bit pixels R G B or R G B A as B G R A.
private func copyBlueFirst(_ source: UnsafeRawBufferPointer, hasAlpha: Bool, to target: UnsafeMutablePointer<UInt8>) {
  let step = hasAlpha ? 4 : 3
  for pixel in 0..<source.count / step {
    target[4 * pixel] = source[step * pixel + 2]
    target[4 * pixel + 1] = source[step * pixel + 1]
    target[4 * pixel + 2] = source[step * pixel]
    target[4 * pixel + 3] = hasAlpha ? source[step * pixel + 3] : 255
  }
}

/// Copies planes of floats: G, B, R, and A if the target has it.
///
/// - Parameter roundsToHalf: whether values are rounded to 16-bit floats first. libavcodec's own conversion would truncate on some CPUs and
///   round on others.
private func storeFloats(_ pixels: PixelBuffer, roundsToHalf: Bool, in frame: UnsafeMutablePointer<AVFrame>) {
  let data = frame.pointee.data
  let strides = frame.pointee.linesize
  let targets = [(data.0, strides.0), (data.1, strides.1), (data.2, strides.2), (data.3, strides.3)]
  for (plane, (base, stride)) in targets.enumerated() {
    guard let base else { continue }
    for row in 0..<pixels.height {
      let source = UnsafeRawPointer(pixels.plane(plane) + row * pixels.stride(ofPlane: plane))
        .assumingMemoryBound(to: UInt32.self)
      let target = UnsafeMutableRawPointer(base + row * Int(stride)).assumingMemoryBound(to: UInt32.self)
      for column in 0..<pixels.width {
        target[column] = roundsToHalf ? bitsRoundedToHalf(source[column]) : source[column]
      }
    }
  }
}

/// The bits of a float after rounding to the nearest 16-bit float, ties to even. Values beyond the largest 16-bit float become 65504, the
/// largest.
@inline(__always)
func bitsRoundedToHalf(_ bits: UInt32) -> UInt32 {
  let sign = bits & 0x8000_0000
  let magnitude = bits & 0x7FFF_FFFF
  // The bits of 2⁻¹⁴, below which 16-bit floats are evenly spaced (subnormal), and of 65504.
  let (minimumNormal, largest): (UInt32, UInt32) = (0x3880_0000, 0x477F_E000)
  if magnitude < minimumNormal {
    // Floats from 0.5 to 1 are 2⁻²⁴ apart, like subnormal 16-bit floats: adding 0.75 rounds to a multiple of that.
    return sign | ((Float(bitPattern: magnitude) + 0.75) - 0.75).bitPattern
  }
  // Rounds to a multiple of 2¹³: 0x1000 is added if bit 13 is 1, else 0xFFF, so that ties go to even; then the 13 lowest bits are dropped.
  let rounded = (magnitude &+ 0xFFF &+ (magnitude >> 13 & 1)) & ~0x1FFF
  return sign | Swift.min(rounded, largest)
}
