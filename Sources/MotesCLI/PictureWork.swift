import Motes

/// Pictures of a preset in files: `frame` and `sheet` write them once, `watch` at each save.
protocol PictureWork {
  /// Paths of the pictures that are known before the preset is read.
  var knownPaths: [String] { get }

  /// Reads the preset, draws the pictures and writes them, each whole or not at all.
  ///
  /// - Parameters:
  ///   - source: the preset.
  ///   - threads: threads that draw; nil for one on each core.
  ///   - allowsReplacing: whether existing pictures may be replaced.
  /// - Returns: the paths of the pictures, each with what it shows: "still.png (2.5 s)".
  mutating func write(from source: PresetOptions, threads: Int?, allowsReplacing: Bool) throws -> [String]
}

/// Writes a picture, and prints what is to be known about it.
func writePicture(_ pixels: PixelBuffer, to path: String, allowsReplacing: Bool) throws {
  let notes = try PictureWriter.write(pixels, to: path, allowsReplacing: allowsReplacing)
  for note in notes { Terminal.printError("motes: \(note)") }
}

/// Refuses names that do not end in ".png". `kind` is what is written: "stills".
func checkPictureName(_ path: String, kind: String) throws {
  guard path.lowercasedHasSuffix(".png") else {
    throw UsageError("-o \(path): \(kind) are written as PNG. Use a name that ends in .png.")
  }
}
