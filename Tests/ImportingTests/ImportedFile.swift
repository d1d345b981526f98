import Importing
import Motes
import Presets
import TestSupport
import Testing

/// A file of Tests/ImportingTests/Files, imported.
struct ImportedFile {
  let name: String
  let result: Importer.Result
  /// Paths of all values of the file.
  let paths: [String]

  /// The folder of the files, from the place of this one.
  private static let folder = #filePath.split(separator: "/").dropLast().joined(separator: "/")

  static func bytes(_ name: String) throws -> [UInt8] { try #require(readFile("/\(folder)/Files/\(name)"), "\(name)") }

  /// Imports a file; textures are not looked at, and stand for pictures of 16 × 8 pixels.
  init(_ name: String, hasTextures: Bool = true) throws {
    try self.init(Self.bytes(name), named: name, hasTextures: hasTextures)
  }

  /// Imports a text, or bytes.
  init(_ bytes: [UInt8], named name: String, hasTextures: Bool = false, format: ImportFormat? = nil) throws {
    self.name = name
    let store: TextureStore = { _ in StoredTexture(file: "texture.png", widthPixels: 16, heightPixels: 8) }
    (result, paths) = try Importer.read(bytes, name: name, format: format, store: hasTextures ? store : nil)
  }

  init(text: String, named name: String = "file.json", format: ImportFormat? = nil) throws {
    try self.init(Array(text.utf8), named: name, format: format)
  }

  /// Lines of the report about a key.
  func lines(_ key: String) -> [ImportReport.Line] { result.report.lines.filter { $0.key == key } }

  /// A value of the preset by keys and indices.
  func value(_ path: String...) throws -> JSONNode {
    let document = Array(result.preset.utf8)
    var reader = JSONReader(document, source: 0)
    let root = reader.read()
    var node = try #require(root, "\(name): the preset is JSON")
    for step in path {
      if let index = Int(step) {
        let elements = try #require(node.elements, "\(name): \(path)")
        node = try #require(elements.indices.contains(index) ? elements[index] : nil, "\(name): \(path)")
      } else {
        node = try #require(node[step], "\(name): \(path) in \(result.preset)")
      }
    }
    return node
  }

  /// A key of the first emitter's first cell; a colour behind everything is a layer before it.
  func cell(_ key: String) throws -> JSONNode {
    let layers = try value("layers").elements ?? []
    let index = try #require(layers.firstIndex { $0["emitter"] != nil }, "\(name): there is no emitter")
    return try value("layers", "\(index)", "emitter", "cells", "0", key)
  }

  func number(ofCell key: String) throws -> Double {
    guard case .number(let number, _) = try cell(key).value else { throw ProgramError("\(name): \(key) is no number") }
    return number
  }

  /// The middle of the light of a frame, in points.
  func lightCenter(atSeconds seconds: Double) throws -> (x: Double, y: Double) {
    let preset = try Preset(json: result.preset)
    let renderer = try Renderer(preset)
    let frame = renderer.frame(number: Int((seconds * 60).rounded()))
    let bytes = frame.packedBytes
    var (sum, x, y) = (0.0, 0.0, 0.0)
    for row in 0..<frame.height {
      for column in 0..<frame.width {
        let light = Double(bytes[3 * (row * frame.width + column)])
        (sum, x, y) = (sum + light, x + light * (Double(column) + 0.5), y + light * (Double(row) + 0.5))
      }
    }
    return (x / sum, y / sum)
  }
}

extension JSONNode {
  /// The number that it is; nil for other values.
  var writtenNumber: Double? { if case .number(let number, _) = value { number } else { nil } }
}
