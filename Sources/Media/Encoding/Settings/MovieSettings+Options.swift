import CFFmpeg
import Glibc
import Raster

extension MovieSettings {
  /// All options of the encoder in the order in which they are set: those of the codec's row, those that follow from these settings, and
  /// last the caller's own (`encoderOptions`), so that these prevail.
  ///
  /// An option that is itself a list of options (`x265-params`) may be set several times. Its values are joined, since FFmpeg would keep
  /// only the last.
  package var allEncoderOptions: [(String, String)] {
    var options: [(String, String)] = []
    func set(_ name: String, _ value: String) {
      if name.hasSuffix("-params"), let index = options.firstIndex(where: { $0.0 == name }) {
        options[index].1 += ":" + value
      } else {
        options.append((name, value))
      }
    }
    if let encoderPresets = codec.encoderPresets {
      let preset = encoderPreset ?? encoderPresets.defaultValue
      set(encoderPresets.option, preset)
      if let adjustment = encoderPresets.adjustment, adjustment.preset == preset {
        for option in adjustment.options { set(option.name, option.value) }
      }
    }
    if threads == 0, let threadOptions = codec.threadOptions {
      for option in threadOptions(Int(av_cpu_count())) { set(option.name, option.value) }
    }
    for option in codec.options { set(option.name, option.value) }
    if pixelFormat.hasAlpha { for option in codec.alphaOptions { set(option.name, option.value) } }
    if let option = hdr10LightLevels.flatMap(codec.hdr10Metadata.option) { set(option.name, option.value) }
    for option in EncoderOption.all.flatMap({ $0.encoderOptions(self) }) { set(option.name, option.value) }
    for option in encoderOptions.sorted(by: { $0.key < $1.key }) { set(option.key, option.value) }
    return options
  }

  /// Whether the file keeps every sample as it is.
  package var isLossless: Bool {
    if let profile = chosenProfile { return profile.isLossless }
    guard let scale = codec.quality else { return codec.isLossless }
    return bitrate == nil && (quality ?? scale.defaultValue) == 0 && scale.zeroIsLossless
  }

  /// A rough estimate of the whole movie's size in bytes, for a warning; nil if the number of frames is not known.
  package var estimatedBytes: Int? {
    guard let expectedFrames else { return nil }
    if let bitrate {
      return Int(Double(bitrate) / 8 * Double(expectedFrames) / frameRate.double)
    }
    return Int(Double(width * height) * Double(expectedFrames) * bitsPerPixel / 8)
  }

  /// Encoded bits per pixel, roughly.
  private var bitsPerPixel: Double {
    if let bits = chosenProfile?.bitsPerPixel { return bits }
    if !isLossless, let scale = codec.quality {
      let steps = (quality ?? scale.defaultValue) - scale.defaultValue
      let stepsBetter = scale.lowerIsBetter ? -steps : steps
      return scale.bitsPerPixel * exp2(stepsBetter / scale.qualityStepsPerHalvedBitrate)
    }
    switch codec.sizeEstimate {
    case .bitsPerPixel(let bits): return bits
    case .raw: return pixelFormat.bitsPerPixel
    case .lossless: return pixelFormat.bitsPerPixel / 3
    }
  }
}

extension PixelFormat {
  /// Bits of all samples of a pixel, stored without padding: 12 for 4:2:0 with 8 bits.
  fileprivate var bitsPerPixel: Double {
    // The bits are counted over a square with even sides: even if chroma is halved, it has whole samples there.
    let side = 16
    let bytes = (0..<planeCount).reduce(0) { $0 + rowBytes(plane: $1, width: side) * rowCount(plane: $1, height: side) }
    return Double(8 * bytes) / Double(side * side)
  }
}
