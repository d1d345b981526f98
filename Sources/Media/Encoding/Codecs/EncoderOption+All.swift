import Raster

// The options in which codecs differ, in the order in which they are printed.

extension EncoderOption {
  package static let all: [EncoderOption] = [pixelFormat, crf, bitrate, encoderPreset, highQuality, profile]

  /// The layout of samples.
  static let pixelFormat = EncoderOption(
    name: "pixel-format", values: { $0.pixelFormats.map(\.rawValue).joined(separator: ", ") },
    markdown: { $0.pixelFormats.map { "`\($0.rawValue)`" }.joined(separator: ", ") })

  /// A constant quality on the codec's own scale.
  package static let crf = EncoderOption(
    name: "crf", values: { $0.quality.map { text(of: $0, separator: ", ") } },
    markdown: { $0.quality.map { text(of: $0, separator: "; ") } },
    facts: { codec in
      codec.quality.map { [("quality", ScaleFacts($0))] } ?? []
    },
    absence: { "has no quality setting; these have one: \($0)" },
    isGiven: { $0.quality != nil },
    problem: { settings in
      guard let quality = settings.quality, let scale = settings.codec.quality, !scale.range.contains(quality) else {
        return nil
      }
      let (low, high) = (Int(scale.range.lowerBound), Int(scale.range.upperBound))
      return "\(scale.option) \(quality) is not possible; it must be from \(low) to \(high)."
    },
    encoderOptions: { settings in
      guard settings.bitrate == nil, let scale = settings.codec.quality else { return [] }
      let quality = settings.quality ?? scale.defaultValue
      if quality == 0, let losslessOptions = scale.losslessOptions { return losslessOptions }
      return [(scale.option, "\(quality)")]
    })

  /// Mean bits a second, in place of a constant quality.
  package static let bitrate = EncoderOption(
    name: "bitrate", values: { $0.takesBitrate ? "in place of --crf" : nil },
    markdown: { $0.takesBitrate ? "yes" : nil },
    absence: { "takes no bit rate; these do: \($0)" },
    isGiven: { $0.bitrate != nil },
    problem: { settings in
      guard let bitrate = settings.bitrate else { return nil }
      if let quality = settings.quality {
        return "A quality (\(quality)) and a bit rate (\(bitrate) bits a second) cannot be combined."
      }
      let allowed = MovieSettings.bitrates
      return allowed.contains(bitrate)
        ? nil
        : "\(bitrate) bits a second are not possible; the rate must be from \(allowed.lowerBound) to \(allowed.upperBound)."
    },
    encoderOptions: { $0.bitrate.map { [("b", "\($0)")] } ?? [] })

  /// Speed of the encoder against size. Its options are set before those of the codec's row (`MovieSettings.allEncoderOptions`).
  static let encoderPreset = EncoderOption(
    name: "encoder-preset",
    values: { codec in
      codec.encoderPresets.map { "\($0.names.joined(separator: ", ")) (\($0.defaultValue) if not given)" }
    },
    markdown: { codec in
      codec.encoderPresets.map { presets in
        presets.names.map { $0 == presets.defaultValue ? "**`\($0)`**" : "`\($0)`" }.joined(separator: ", ")
      }
    },
    facts: { codec in
      codec.encoderPresets.map { [("presets", $0.names), ("preset", $0.defaultValue)] } ?? []
    },
    absence: { "has no encoder presets; \($0) have them" },
    isGiven: { $0.encoderPreset != nil },
    problem: { settings in
      guard let name = settings.encoderPreset, let presets = settings.codec.encoderPresets,
        !presets.names.contains(name)
      else { return nil }
      return "No encoder preset is called \"\(name)\"; there are \(presets.names.joined(separator: ", "))."
    })

  /// A slower setting. The command gives it as a quality and an encoder preset.
  package static let highQuality = EncoderOption(
    name: "quality high",
    values: { codec in
      codec.highQuality.map { "--crf \(plain($0.value)) --encoder-preset \($0.encoderPreset)" }
    },
    markdown: { codec in
      codec.highQuality.map { "`--crf \(plain($0.value)) --encoder-preset \($0.encoderPreset)`" }
    },
    facts: { codec in
      codec.highQuality.map { [("highQuality", HighQualityFacts(quality: $0.value, preset: $0.encoderPreset))] } ?? []
    })

  /// A named way of encoding.
  package static let profile = EncoderOption(
    name: "profile", values: { names(of: $0.profiles) { $0 } }, markdown: { names(of: $0.profiles) { "`\($0)`" } },
    facts: { codec in codec.profiles.isEmpty ? [] : [("profiles", codec.profiles.map(\.name))] },
    absence: { "has no profiles; \($0) have them" },
    isGiven: { $0.codecProfile != nil },
    problem: { settings in
      let codec = settings.codec
      do throws(MediaError) {
        guard let profile = try codec.profile(named: settings.codecProfile, for: settings.pixelFormat),
          !profile.pixelFormats.contains(settings.pixelFormat)
        else { return nil }
        let names = profile.pixelFormats.map(\.rawValue).joined(separator: ", ")
        return
          "\(codec.title)'s profile \(profile.name) cannot hold \(settings.pixelFormat.rawValue); it takes \(names)."
      } catch {
        return error.sentence
      }
    },
    encoderOptions: { $0.chosenProfile?.options ?? [] })

  /// "0 to 51, 18 if not given, 0 is lossless"
  private static func text(of scale: Codec.Quality, separator: String) -> String {
    "\(plain(scale.range.lowerBound)) to \(plain(scale.range.upperBound)), \(plain(scale.defaultValue)) if not given"
      + (scale.zeroIsLossless ? separator + "0 is lossless" : "")
      + (scale.lowerIsBetter ? "" : separator + "higher is better")
  }

  private static func names(of profiles: [Codec.Profile], _ text: (String) -> String) -> String? {
    profiles.isEmpty ? nil : profiles.map { text($0.name) }.joined(separator: ", ")
  }

  /// A number without ".0".
  private static func plain(_ value: Double) -> String { value == value.rounded() ? "\(Int(value))" : "\(value)" }
}

extension MovieSettings {
  /// The profile by which the movie is encoded; nil for a codec without profiles, or for a name that `validate` refuses.
  var chosenProfile: Codec.Profile? {
    do { return try codec.profile(named: codecProfile, for: pixelFormat) } catch { return nil }
  }
}

/// A scale of quality for programs.
private struct ScaleFacts: Encodable {
  let from, to, `default`: Double
  let lowerIsBetter, zeroIsLossless: Bool

  init(_ scale: Codec.Quality) {
    (from, to, `default`) = (scale.range.lowerBound, scale.range.upperBound, scale.defaultValue)
    (lowerIsBetter, zeroIsLossless) = (scale.lowerIsBetter, scale.zeroIsLossless)
  }
}

/// A slower setting for programs.
private struct HighQualityFacts: Encodable {
  let quality: Double
  let preset: String
}
