import Encoding
import Foundation
import Model
import Raster
import TestSupport
import Testing

/// The rows of the table of codecs; FormatTests tries their formats.
@Suite struct CodecTests {
  @Test("A movie that is ended early plays, in every container", arguments: Container.all.map(\.title))
  func everyContainerEndsEarly(_ title: String) throws {
    let (codec, container) = try #require(
      Codec.all.lazy.flatMap { codec in codec.containers.map { (codec, $0) } }.first { $0.1.title == title })
    let row = FormatCombination(codec: codec, container: container, format: codec.pixelFormats[0], profile: nil)
    let folder = try TemporaryFolder()
    let writer = try MovieWriter(path: folder.file("a.\(row.fileExtension)"), settings: row.settings)
    for index in 0..<30 {
      try writer.append(SmoothFrames.frame(index, row.format, width: row.sides.width, height: row.sides.height))
    }
    let partial = try #require(try writer.finishEarly())
    #expect(folder.names == ["a.\(row.fileExtension).partial"])
    if row.fileExtension == "webp" {
      // The encoder joins frames that hardly differ, so only the sum of durations is known.
      #expect(try WebPAnimation(partial).durations.reduce(0, +) == 30 * 40)
    } else {
      // Raw samples have no header.
      let raw = ["-f", "rawvideo", "-video_size", "64x36", "-pixel_format", row.format.rawValue]
      #expect(try probe(partial, input: codec == .raw ? raw : [])["nb_read_frames"] == "30")
    }
  }

  @Test("Codecs have different names, and defaults on their own scales")
  func rowsAreSound() {
    #expect(Set(Codec.all.map(\.name)).count == Codec.all.count)
    for codec in Codec.all {
      #expect(!codec.containers.isEmpty && !codec.pixelFormats.isEmpty)
      if let scale = codec.quality { #expect(scale.range.contains(scale.defaultValue)) }
      if let encoderPresets = codec.encoderPresets {
        #expect(
          encoderPresets.names.contains(encoderPresets.defaultValue)
            && encoderPresets.names.contains(encoderPresets.trialValue))
      }
      if let high = codec.highQuality {
        #expect(codec.quality?.range.contains(high.value) == true)
        // Slower than the default.
        #expect(codec.encoderPresets?.advice(insteadOf: high.encoderPreset, encodingShare: 1, seconds: 9) != nil)
      }
    }
    #expect(Codec.h264.bitDepths == [8, 10] && !Codec.h264.holdsAlpha)
    for codec in Codec.all {
      let formats = codec.profiles.flatMap(\.pixelFormats)
      #expect(codec.profiles.isEmpty || Set(formats) == Set(codec.pixelFormats), "\(codec.name)")
    }
    let extensions = Container.all.flatMap(\.fileExtensions)
    #expect(Set(extensions).count == extensions.count)
  }

  @Test("Options that adjust a preset belong to that preset alone, and the caller's own prevail")
  func presetAdjustments() {
    func lookahead(_ preset: String?, _ own: [String: String] = [:]) -> [String] {
      MovieSettings(width: 64, height: 64, frameRate: 30, codec: .h264).with {
        $0.encoderPreset = preset
        $0.encoderOptions = own
      }.allEncoderOptions.filter { $0.0 == "rc-lookahead" }.map(\.1)
    }
    #expect(lookahead(nil) == ["40"] && lookahead("veryfast") == ["40"])
    #expect(lookahead("medium").isEmpty && lookahead("ultrafast").isEmpty)
    #expect(lookahead(nil, ["rc-lookahead": "5"]).last == "5")
  }

  @Test("A container's usual codecs are written to it, and keep alpha where that is asked for")
  func usualCodecsFit() throws {
    for container in Container.all {
      let path = "a.\(container.fileExtensions[0])"
      let codec = try Codec(forFile: path)
      #expect(codec.containers.contains { $0.title == container.title } && codec.isAvailable, "\(container.title)")
      if container.holdsAlpha {
        let withAlpha = try Codec(forFile: path, keepingAlpha: true)
        #expect(withAlpha.holdsAlpha && withAlpha.containers.contains { $0.title == container.title })
      } else {
        let error = #expect(throws: MediaError.self) { try Codec(forFile: path, keepingAlpha: true) }
        #expect(
          error?.sentence.contains(".mov (prores4444)") == true && error?.sentence.contains(".webm (vp9)") == true)
        #expect(!Codec.all.contains { $0.holdsAlpha && $0.containers.contains { $0.title == container.title } })
      }
    }
    #expect(try Codec(forFile: "a.mov") == .proRes && Codec(forFile: "a.mov", keepingAlpha: true) == .proRes4444)
  }

  @Test("A file extension stands for a codec, in capitals too; an unknown one is answered with all")
  func fileExtensionsChooseCodecs() throws {
    #expect(try Codec(forFile: "folder.mov/A.MP4") == .h264)
    let error = #expect(throws: MediaError.self) { try Codec(forFile: "a.xyz") }
    for fileExtension in Codec.all.flatMap(\.fileExtensions) {
      #expect(error?.sentence.contains(".\(fileExtension)") == true)
    }
  }

  @Test("The usual preset is advised in place of a slower one, after movies that waited for their encoder")
  func fasterPresetIsAdvised() {
    for codec in Codec.all {
      guard let presets = codec.encoderPresets, let usual = presets.names.firstIndex(of: presets.defaultValue)
      else { continue }
      for (index, name) in presets.names.enumerated() {
        let advised = presets.advice(insteadOf: name, encodingShare: 0.9, seconds: 5)
        #expect(advised == (index > usual ? presets.defaultValue : nil), "\(codec.name) \(name)")
        #expect(presets.advice(insteadOf: name, encodingShare: 0.5, seconds: 5) == nil)
        #expect(presets.advice(insteadOf: name, encodingShare: 0.9, seconds: 0.2) == nil)
      }
    }
  }

  @Test("An unknown name is answered with all names")
  func unknownNamesAreAnswered() {
    let error = #expect(throws: MediaError.self) { try Codec(named: "av2") }
    #expect(error?.kind == .settings)
    #expect(error?.sentence.hasPrefix("No codec is called \"av2\"; there ") == true)
    for codec in Codec.all { #expect(error?.sentence.contains(codec.name) == true) }
  }

  @Test("The documentation's tables have every row")
  func tablesHaveEveryRow() {
    let lines = Codec.page().split(separator: "\n").filter { $0.hasPrefix("| ") }
    for codec in Codec.all {
      let rows = lines.filter { $0.contains("`\(codec.name)`") }
      for text in [codec.encoder, codec.debianPackage, codec.programs] + codec.fileExtensions {
        #expect(rows.contains { $0.contains(text) }, "\(codec.name): \(text)")
      }
    }
  }
}
