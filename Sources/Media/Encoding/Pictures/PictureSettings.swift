import Raster

/// Settings of a picture's file: format, samples and quality.
public struct PictureSettings: Sendable, Equatable {
  /// The format of the file: PNG, OpenEXR …
  public let format: PictureFormat
  /// The bit depth of the samples in the file, and whether they include alpha.
  package let layout: PictureFormat.Layout
  /// Quality from 1 to 100, higher is better; nil for the format's default.
  package let quality: Double?
  /// Whether lossless files may be larger so that they are written faster. Sequences set it.
  package var prefersSpeed = false

  /// The pixel format in which the frame is to be drawn, so that it can be written with `layout`.
  public var pixelFormat: PixelFormat { layout.pixelFormat }
  /// `quality`, or the format's default if it is nil; nil for a lossless format.
  var qualityInEffect: Double? { quality ?? format.quality?.defaultValue }

  /// Settings of a format.
  ///
  /// - Parameters:
  ///   - format: a row of `PictureFormat.all`.
  ///   - hasAlpha: whether the file has an alpha channel.
  ///   - bitDepth: bits of a sample in the file; nil for the format's usual number.
  ///   - quality: 1 to 100, higher is better; nil for the format's default.
  /// - Throws: `MediaError` of kind `settings` for alpha, a bit depth or a quality that the format does not have. Its sentence
  ///   says what can be used.
  public init(
    _ format: PictureFormat, hasAlpha: Bool = false, bitDepth: Int? = nil, quality: Double? = nil
  ) throws(MediaError) {
    func refusal(_ sentence: String) -> MediaError { MediaError(.settings, sentence) }
    guard !hasAlpha || format.holdsAlpha else {
      throw refusal(
        "\(format.title) cannot hold transparency; these can: \(PictureFormat.extensionList(withAlpha: true)).")
    }
    let depth = bitDepth ?? format.bitDepths[0]
    guard let layout = format.layouts.first(where: { $0.hasAlpha == hasAlpha && $0.bitDepth == depth }) else {
      let depths = format.bitDepths.map(String.init).joined(separator: " or ")
      throw refusal("\(format.title) has samples of \(depths) bits, not \(depth).")
    }
    if let quality {
      guard format.quality != nil else { throw refusal("\(format.title) is lossless and has no quality setting.") }
      let range = PictureFormat.Quality.range
      guard range.contains(quality) else {
        throw refusal(
          "A quality of \(quality) is not possible; it must be from \(Int(range.lowerBound)) to \(Int(range.upperBound))."
        )
      }
    }
    self.format = format
    self.layout = layout
    self.quality = quality
  }

  /// Settings for a frame that has been drawn: the file's format follows from the extension, its layout from the frame's pixel format.
  ///
  /// - Throws: `MediaError` of kind `settings` for an extension without a format, and for samples that the format does not hold.
  init(forFile path: String, of pixelFormat: PixelFormat) throws(MediaError) {
    guard let format = PictureFormat(forFile: path) else {
      throw MediaError(
        .settings,
        "The file extension of \(path) is not that of a picture format. There are: \(PictureFormat.extensionList()).",
        path: path)
    }
    try self.init(format, of: pixelFormat)
  }

  /// Settings of a format for a frame that has been drawn, with alpha if both the format and the frame have it. For a frame of 32-bit
  /// floats and OpenEXR the layout is that of 16-bit floats.
  init(_ format: PictureFormat, of pixelFormat: PixelFormat) throws(MediaError) {
    let matching = format.layouts.filter { $0.pixelFormat == pixelFormat }
    guard let layout = matching.first(where: \.hasAlpha) ?? matching.first else {
      var names: [String] = []
      for name in format.layouts.map(\.pixelFormat.rawValue) where !names.contains(name) { names.append(name) }
      throw MediaError(
        .settings,
        "\(format.title) cannot hold \(pixelFormat.rawValue); it takes \(names.joined(separator: ", ")).")
    }
    self.format = format
    self.layout = layout
    quality = nil
  }
}
