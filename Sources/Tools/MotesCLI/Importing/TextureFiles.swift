import Encoding
import Glibc
import Importing
import JSON
import Motes

/// The textures of an imported file, which become PNG files beside the preset.
final class TextureFiles {
  private let presetPath: String
  /// The folder of the imported file, in which its textures' files must be.
  private let sourceFolder: String
  /// The pictures that `write` writes, with their paths.
  private(set) var pictures: [(path: String, bytes: [UInt8])] = []
  /// The stored textures that were read from files, by the files' resolved paths.
  private var storedByPath: [String: StoredTexture] = [:]

  /// Why a texture cannot be read, as the report of the import says it.
  struct ReadFailure: Error, CustomStringConvertible { var description: String }

  init(presetPath: String, sourceFolder: String) {
    (self.presetPath, self.sourceFolder) = (presetPath, sourceFolder)
  }

  /// Converts a texture to a PNG, which `write` will write beside the preset.
  func store(_ texture: Texture) throws -> StoredTexture {
    switch texture {
    case .file(let name):
      let path = try path(of: name)
      if let stored = storedByPath[path] { return stored }
      guard FilePath.size(path) ?? 0 <= ImportLimits.textureBytes else {
        throw ReadFailure(description: "\(name) is larger than \(ImportLimits.textureBytes >> 20) MB")
      }
      let stored = try add(pictureAt: path, called: name)
      storedByPath[path] = stored
      return stored
    case .bytes(let bytes):
      // FFmpeg reads pictures from files and detects their format by their contents.
      var template = Array((temporaryFolder + "/motes-texture-" + String(repeating: "X", count: 6)).utf8CString)
      let descriptor = mkstemp(&template)
      guard descriptor >= 0 else {
        throw ReadFailure(description: "no temporary file can be made: \(String(cString: strerror(errno)))")
      }
      close(descriptor)
      let path = template.withUnsafeBufferPointer { String(cString: $0.baseAddress!) }
      defer { unlink(path) }
      try writeWholeFile(bytes, to: path, allowsReplacing: true)
      return try add(pictureAt: path, called: "the embedded texture")
    }
  }

  private var temporaryFolder: String {
    guard let folder = getenv("TMPDIR").map({ String(cString: $0) }), FileAccess.isFolder(folder) else { return "/tmp" }
    return folder
  }

  /// Adds the picture of a file. `name` is what messages call it.
  private func add(pictureAt path: String, called name: String) throws -> StoredTexture {
    let pixels: PixelBuffer
    do {
      pixels = try AnyPictureReader.rgba(of: path, maximumSide: ImportLimits.textureSide)
    } catch {
      throw ReadFailure(
        description: "\(name) is not a picture that FFmpeg reads within \(ImportLimits.textureSide) pixels a side")
    }
    let number = pictures.isEmpty ? "" : "\(pictures.count + 1)"
    let pngPath = FilePath.replacingExtension(of: presetPath, by: "png")
    let picturePath = FilePath.inserting("-texture\(number)", in: pngPath)
    pictures.append((picturePath, try PictureWriter.png(pixels)))
    let file = picturePath.split(separator: "/").last.map(String.init) ?? picturePath
    return StoredTexture(file: file, widthPixels: pixels.width, heightPixels: pixels.height)
  }

  /// The resolved path of a texture's file, which must be inside the imported file's folder. If there is no file at the path that `name`
  /// gives, a file with the last part of that path as its name is taken, directly in the folder.
  private func path(of name: String) throws -> String {
    guard !name.contains("://"), !name.contains("\0"), name.utf8.count <= 1024 else {
      throw ReadFailure(description: "it is not a file beside the imported one, and nothing is downloaded")
    }
    guard let folder = resolvedPath(sourceFolder) else {
      throw ReadFailure(description: "\(sourceFolder) cannot be read")
    }
    let last = name.split { $0 == "/" || $0 == "\\" }.last.map(String.init) ?? name
    for candidate in [name, last] {
      guard let path = resolvedPath(folder + "/" + candidate), FileAccess.isFile(path) else { continue }
      if path.hasPrefix(folder == "/" ? "/" : folder + "/") { return path }
    }
    throw ReadFailure(description: "there is no file \(JSONWriter.quoted(last)) beside the imported one")
  }

  /// Writes the pictures.
  func write(allowsReplacing: Bool) throws {
    for picture in pictures {
      try writeWholeFile(picture.bytes, to: picture.path, allowsReplacing: allowsReplacing)
    }
  }
}
