import CZlib
import Foundation

/// A texture of an imported file.
package enum Texture: Sendable {
  /// The contents of a picture file of any format.
  case bytes([UInt8])
  /// Path of a picture, relative to the imported file; or a data URL, which `Reading.storedTexture` decodes to `bytes`.
  case file(String)
}

/// A texture that was written as a picture beside the preset.
package struct StoredTexture: Sendable {
  /// Path of the picture, relative to the preset.
  package var file: String
  package var widthPixels: Int
  package var heightPixels: Int

  package init(file: String, widthPixels: Int, heightPixels: Int) {
    (self.file, self.widthPixels, self.heightPixels) = (file, widthPixels, heightPixels)
  }
}

/// Writes a texture as a picture beside the preset, or throws why it cannot.
package typealias TextureStore = (Texture) throws -> StoredTexture

/// Decodes textures that are embedded in a file as base64.
enum EmbeddedTexture {
  struct Failure: Error, CustomStringConvertible { var description: String }

  /// The picture's bytes from base64, decompressed where they are gzip or zlib data.
  static func decode(_ text: String) throws(Failure) -> [UInt8] {
    // Some programs leave out the padding that completes the last group of four characters.
    let characterCount = text.utf8.reduce(into: 0) { count, byte in
      if byte > 0x20, byte != UInt8(ascii: "=") { count += 1 }
    }
    let lacksPadding = characterCount % 4 > 1 && !text.utf8.contains(UInt8(ascii: "="))
    let padded = lacksPadding ? text + String(repeating: "=", count: 4 - characterCount % 4) : text
    guard let data = Data(base64Encoded: padded, options: .ignoreUnknownCharacters), !data.isEmpty else {
      throw Failure(description: "its text is not base64")
    }
    return try unpacked([UInt8](data))
  }

  /// The bytes, decompressed where they are gzip or zlib data.
  static func unpacked(_ bytes: [UInt8]) throws(Failure) -> [UInt8] {
    let isGzip = bytes.starts(with: [0x1F, 0x8B])
    // A zlib header: compression method 8, and two bytes that as a big-endian number are a multiple of 31.
    let isZlib = bytes.count > 2 && bytes[0] & 0x0F == 8 && (Int(bytes[0]) << 8 + Int(bytes[1])) % 31 == 0
    return isGzip || isZlib ? try inflated(bytes) : bytes
  }

  private static func inflated(_ bytes: [UInt8]) throws(Failure) -> [UInt8] {
    var input = bytes
    var output: [UInt8] = []
    var stream = z_stream()
    // 15 allows the largest window, 2¹⁵ bytes; 32 added to it makes zlib detect whether the header is gzip or zlib.
    let opened = inflateInit2_(&stream, 15 + 32, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size))
    guard opened == Z_OK else { throw Failure(description: "zlib cannot be opened") }
    defer { inflateEnd(&stream) }
    var chunk = [UInt8](repeating: 0, count: 1 << 18)
    let chunkCount = chunk.count
    var status = Z_OK
    input.withUnsafeMutableBufferPointer { input in
      stream.next_in = input.baseAddress
      stream.avail_in = UInt32(input.count)
      while status == Z_OK, output.count <= ImportLimits.textureBytes {
        let filled = chunk.withUnsafeMutableBufferPointer { chunk in
          stream.next_out = chunk.baseAddress
          stream.avail_out = UInt32(chunkCount)
          status = inflate(&stream, Z_NO_FLUSH)
          return chunkCount - Int(stream.avail_out)
        }
        output += chunk[..<filled]
        // Neither input nor output is left: the data are cut off.
        if filled == 0, status == Z_OK, stream.avail_in == 0 { status = Z_BUF_ERROR }
      }
    }
    guard output.count <= ImportLimits.textureBytes else {
      throw Failure(description: "it is more than \(ImportLimits.textureBytes >> 20) MB when decompressed")
    }
    guard status == Z_STREAM_END else { throw Failure(description: "its gzip data are broken or cut off") }
    return output
  }
}
