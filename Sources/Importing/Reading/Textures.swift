import CZlib
import Foundation

/// A texture of an imported file.
package enum Texture: Sendable {
  /// The bytes of a picture's file, of whatever format.
  case bytes([UInt8])
  /// Path of a picture, relative to the imported file.
  case file(String)
}

/// A texture as a picture beside the preset.
package struct StoredTexture: Sendable {
  /// Path relative to the preset.
  package var file: String
  package var widthPixels: Int
  package var heightPixels: Int

  package init(file: String, widthPixels: Int, heightPixels: Int) {
    (self.file, self.widthPixels, self.heightPixels) = (file, widthPixels, heightPixels)
  }
}

/// Makes a texture a picture beside the preset, or throws why it cannot.
package typealias TextureStore = (Texture) throws -> StoredTexture

/// Bytes of textures that are embedded in a file as text.
enum EmbeddedTexture {
  struct Failure: Error, CustomStringConvertible { var description: String }

  /// The picture's bytes of base64, which may hold gzip or zlib data.
  static func decode(_ text: String) throws(Failure) -> [UInt8] {
    // Some writers leave out the signs that fill up the last group of four.
    let letters = text.utf8.reduce(into: 0) { count, byte in
      if byte > 0x20, byte != UInt8(ascii: "=") { count += 1 }
    }
    let isOpen = letters % 4 > 1 && !text.utf8.contains(UInt8(ascii: "="))
    let whole = isOpen ? text + String(repeating: "=", count: 4 - letters % 4) : text
    guard let data = Data(base64Encoded: whole, options: .ignoreUnknownCharacters), !data.isEmpty else {
      throw Failure(description: "its text is no base64")
    }
    return try unpacked([UInt8](data))
  }

  /// The bytes, decompressed where they are gzip or zlib data.
  static func unpacked(_ bytes: [UInt8]) throws(Failure) -> [UInt8] {
    let isGzip = bytes.starts(with: [0x1F, 0x8B])
    // A zlib header: method 8, and a check of both bytes.
    let isZlib = bytes.count > 2 && bytes[0] & 0x0F == 8 && (Int(bytes[0]) << 8 + Int(bytes[1])) % 31 == 0
    return isGzip || isZlib ? try inflated(bytes) : bytes
  }

  private static func inflated(_ bytes: [UInt8]) throws(Failure) -> [UInt8] {
    var input = bytes
    var output: [UInt8] = []
    var stream = z_stream()
    // 15 bits of window; 32 more: gzip and zlib headers are told apart.
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
