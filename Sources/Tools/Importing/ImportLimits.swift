/// Upper limits of imported files. Each comment says what is counted.
package enum ImportLimits {
  /// Bytes of a file.
  package static let fileBytes = 8 * 1024 * 1024
  /// Bytes of a script or a page: bundles of scripts are larger than files of options.
  package static let scriptBytes = 16 * 1024 * 1024
  /// Nesting of elements in XML, and of containers in a binary property list.
  static let depth = 64
  /// Values of JSON, elements and attributes of XML, or objects of a binary property list. A recording of thousands of
  /// canvas-confetti calls has tens of thousands of values.
  static let values = 60_000
  /// Bytes of one texture after it is decompressed.
  package static let textureBytes = 64 * 1024 * 1024
  /// Pixels along one side of a texture.
  package static let textureSide = 4_096
  /// Emitters of one file.
  static let emitters = 64
  /// Cells of one file.
  static let cells = 512
  /// Textures of one file.
  package static let textures = 32
  /// Lines of the report that are printed; the report's file has all lines.
  package static let printedLines = 200
}
