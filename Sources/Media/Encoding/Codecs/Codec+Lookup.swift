import Raster

// Finding a codec by name or file extension, and sentences that list codecs with some property.

extension Codec: Codable {
  /// The codec with a name.
  ///
  /// - Throws: `MediaError` of kind `settings` for an unknown name. Its sentence lists all names.
  public init(named name: String) throws(MediaError) {
    guard let codec = Codec.all.first(where: { $0.name == name }) else {
      let names = Codec.all.map(\.name)
      throw MediaError(.settings, "No codec is called \"\(name)\"; there are: \(names.joined(separator: ", ")).")
    }
    self = codec
  }

  /// Reads a codec's name.
  public init(from decoder: any Decoder) throws {
    do { try self.init(named: String(from: decoder)) } catch let error as MediaError {
      throw DecodingError.dataCorrupted(.init(codingPath: decoder.codingPath, debugDescription: error.sentence))
    }
  }

  /// Writes the codec's name.
  public func encode(to encoder: any Encoder) throws { try name.encode(to: encoder) }

  /// The usual codec of files with the extension of `path`.
  ///
  /// - Parameters:
  ///   - path: path of the file.
  ///   - keepingAlpha: whether the codec must keep alpha: ".mov" then stands for ProRes 4444, not 422.
  /// - Throws: `MediaError` of kind `settings` for an unknown extension, or for one whose files cannot hold alpha if alpha must
  ///   be kept. Its sentence lists the extensions that can be used.
  public init(forFile path: String, keepingAlpha: Bool = false) throws(MediaError) {
    let fileExtension = pathExtension(of: path)
    guard let container = Container.all.first(where: { $0.fileExtensions.contains(fileExtension) }) else {
      throw MediaError(
        .settings,
        "The file extension of \(path) is not that of a video format. There are: \(Codec.extensionList).",
        path: path)
    }
    guard let name = keepingAlpha ? container.usualCodecWithAlpha : container.usualCodec else {
      throw MediaError(
        .settings, "\(container.title) cannot hold transparency; \(Codec.alphaHoldersClause).", path: path)
    }
    try self.init(named: name)
  }

  /// The sample layouts that frames may have in a file with this name, the usual one first. They are the codec's `pixelFormats`; an
  /// extension of raw frames reduces them to the layouts that it stands for (`.yuv`: any planar YUV, 4:2:0 first).
  package func pixelFormats(forFile path: String) -> [PixelFormat] {
    let fileExtension = pathExtension(of: path)
    guard let formats = container(forExtension: fileExtension)?.pixelFormatsOfExtensions[fileExtension] else {
      return pixelFormats
    }
    return formats.filter(pixelFormats.contains)
  }

  /// Extensions of all codecs' files: ".mp4, .m4v, .mov".
  static var extensionList: String { dotted(Container.all.flatMap(\.fileExtensions)) }

  /// The files and codecs that hold alpha, as the end of a sentence: "these can: .mov (prores4444), .webm (vp9), and pictures".
  package static var alphaHoldersClause: String {
    let files = Container.all.compactMap { container in
      container.usualCodecWithAlpha.map { "\(dotted(container.fileExtensions)) (\($0))" }
    }
    return "these can: \(files.joined(separator: ", ")), and pictures"
  }

  /// The names of the codecs that satisfy a predicate: "h264, vp9".
  package static func names(_ predicate: (Codec) -> Bool) -> String {
    all.filter(predicate).map(\.name).joined(separator: ", ")
  }

  /// Extensions with full stops: ".mp4, .m4v".
  static func dotted(_ extensions: [String]) -> String { extensions.map { ".\($0)" }.joined(separator: ", ") }
}

extension Container {
  /// All containers of the table of codecs, each once.
  package static let all: [Container] = Codec.all.flatMap(\.containers).reduce(into: []) { known, container in
    if !known.contains(where: { $0.muxer == container.muxer }) { known.append(container) }
  }
}
