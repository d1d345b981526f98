import Importing
import JSON
import Motes
import Presets
import TestSupport
import Testing

/// The import of a file of Tests/ImportingTests/Files, or of a text.
struct ImportedFile {
  let name: String
  let result: Importer.Result
  /// The key paths of all values of the file.
  let paths: [String]

  /// The folder of this source file, without the leading slash.
  private static let folder = #filePath.split(separator: "/").dropLast().joined(separator: "/")

  static func bytes(_ name: String) throws -> [UInt8] { try #require(readFile("/\(folder)/Files/\(name)"), "\(name)") }

  /// Imports a file. Textures are not decoded; with `hasTextures` each is taken for a picture of 16 × 8 pixels.
  init(_ name: String, hasTextures: Bool = true) throws {
    try self.init(Self.bytes(name), named: name, hasTextures: hasTextures)
  }

  /// Imports bytes.
  init(_ bytes: [UInt8], named name: String, hasTextures: Bool = false, format: ImportFormat? = nil) throws {
    self.name = name
    let store: TextureStore = { _ in StoredTexture(file: "texture.png", widthPixels: 16, heightPixels: 8) }
    (result, paths) = try Importer.runWithLeafPaths(bytes, name: name, format: format, store: hasTextures ? store : nil)
  }

  init(text: String, named name: String = "file.json", format: ImportFormat? = nil) throws {
    try self.init(Array(text.utf8), named: name, format: format)
  }

  /// Returns the report's lines about a key.
  func lines(_ key: String) -> [ImportReport.Line] { result.report.lines.filter { $0.key == key } }

  /// Returns the value of the preset at a path of keys and indices.
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

  /// Returns the value of a key of the first emitter's first cell. The emitter need not be the first layer: a background comes
  /// before it.
  func cell(_ key: String) throws -> JSONNode {
    let layers = try value("layers").elements ?? []
    let index = try #require(layers.firstIndex { $0["emitter"] != nil }, "\(name): there is no emitter")
    return try value("layers", "\(index)", "emitter", "cells", "0", key)
  }

  func number(ofCell key: String) throws -> Double {
    guard case .number(let number, _) = try cell(key).value else { throw ProgramError("\(name): \(key) is no number") }
    return number
  }

  /// Returns the centroid of a frame's red light, in pixels.
  func lightCenter(atSeconds seconds: Double) throws -> (x: Double, y: Double) {
    let preset = try Preset(json: result.preset)
    let renderer = try Renderer(preset)
    let frame = renderer.frame(number: Int((seconds * 60).rounded()))
    let bytes = frame.packedBytes
    var (sum, weightedX, weightedY) = (0.0, 0.0, 0.0)
    for row in 0..<frame.height {
      for column in 0..<frame.width {
        let red = Double(bytes[3 * (row * frame.width + column)])
        sum += red
        weightedX += red * (Double(column) + 0.5)
        weightedY += red * (Double(row) + 0.5)
      }
    }
    return (weightedX / sum, weightedY / sum)
  }
}

extension JSONNode {
  /// The number, as written, if this value is one.
  var writtenNumber: Double? { if case .number(let number, _) = value { number } else { nil } }
}
