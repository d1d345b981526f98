import CFFmpeg
import Glibc

/// Quantisation tables for a quality from 1 to 100: the tables of the JPEG standard's annex K, scaled as in the Independent JPEG Group's
/// library (libjpeg), so that a quality means the same as in other programs.
struct JPEGTables {
  /// Quantisation steps of the coefficients for luma, in rows of eight.
  let luma: [UInt16]
  /// Quantisation steps of the coefficients for both chroma planes, in rows of eight.
  let chroma: [UInt16]

  init(quality: Double) {
    let percent = Int(quality < 50 ? 5000 / quality : 200 - 2 * quality)
    func scaled(_ table: [UInt16]) -> [UInt16] {
      table.map { UInt16(min(max((Int($0) * percent + 50) / 100, 1), 255)) }
    }
    luma = scaled(Self.annexK.luma)
    chroma = scaled(Self.annexK.chroma)
  }

  /// Gives the tables to an encoder, which frees them. The encoder multiplies each step by its quantiser, which is 1, and divides it by 8;
  /// so the steps are multiplied by 8 here. The encoder ignores a table's first entry, the step of the DC coefficient, and always uses a
  /// step of 8. The DC coefficient is 8 times a block's mean, so the mean is stored to the nearest 8-bit value.
  func apply(to context: UnsafeMutablePointer<AVCodecContext>) throws {
    func copy(_ table: [UInt16]) throws -> UnsafeMutablePointer<UInt16> {
      let memory = try check("av_malloc", av_malloc(64 * MemoryLayout<UInt16>.stride))
        .bindMemory(to: UInt16.self, capacity: 64)
      for index in 0..<64 { memory[index] = 8 * table[index] }
      return memory
    }
    context.pointee.intra_matrix = try copy(luma)
    context.pointee.chroma_intra_matrix = try copy(chroma)
  }

  private static let annexK: (luma: [UInt16], chroma: [UInt16]) = (
    [
      16, 11, 10, 16, 24, 40, 51, 61, 12, 12, 14, 19, 26, 58, 60, 55,
      14, 13, 16, 24, 40, 57, 69, 56, 14, 17, 22, 29, 51, 87, 80, 62,
      18, 22, 37, 56, 68, 109, 103, 77, 24, 35, 55, 64, 81, 104, 113, 92,
      49, 64, 78, 87, 103, 121, 120, 101, 72, 92, 95, 98, 112, 100, 103, 99,
    ],
    [
      17, 18, 24, 47, 99, 99, 99, 99, 18, 21, 26, 66, 99, 99, 99, 99,
      24, 26, 56, 99, 99, 99, 99, 99, 47, 66, 99, 99, 99, 99, 99, 99,
    ] + [UInt16](repeating: 99, count: 32)
  )
}
