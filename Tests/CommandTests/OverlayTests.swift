import TestSupport
import Testing

extension CommandTests {
  @Suite("Effects are drawn over transparency, colours and pictures") struct OverlayTests {
    /// A sky, snow, and sparks that add light.
    private static let preset = """
      { "canvas": { "width": 128, "height": 72, "frameRate": 30, "duration": 1, "seed": 5 },
        "layers": [
          { "name": "sky", "role": "backdrop", "gradient": { "stops": ["#113", "#421"] } },
          { "name": "snow", "emitter": { "shape": "rectangle", "position": [64, 36], "size": [128, 72], "mode": "surface",
            "cells": [{ "birthRate": 60, "lifetime": 1, "velocity": 20, "emissionRange": 360, "alphaRange": 0.5,
              "color": "#dde8ff", "sprite": { "type": "disc", "size": 9 } }] } },
          { "name": "sparks", "blend": "add", "begin": -1, "emitter": { "shape": "point", "position": [64, 36],
            "cells": [{ "birthRate": 90, "lifetime": 1, "velocity": 60, "emissionRange": 360, "intensity": 2,
              "color": "#ff8830", "sprite": { "type": "softDisc", "size": 18 } }] } }
        ], "post": { "toneMap": "filmic" } }
      """

    private func presetFolder() throws -> TemporaryFolder {
      let folder = try TemporaryFolder()
      try folder.write(Self.preset, to: "a.json")
      return folder
    }

    /// The linear light of an sRGB value `v` in 0...1, as an expression for FFmpeg.
    private static func decoded(_ v: String) -> String {
      "if(lte(\(v),0.04045),\(v)/12.92,pow((\(v)+0.055)/1.055,2.4))"
    }
    /// The sRGB value of linear light `v` in 0...1, as an expression for FFmpeg.
    private static func encoded(_ v: String) -> String {
      "if(lte(\(v),0.0031308),12.92*(\(v)),1.055*pow(\(v),1/2.4)-0.055)"
    }

    /// The samples of raw 16-bit frames, low byte first.
    private func samples(_ bytes: [UInt8]) -> [Int] {
      stride(from: 0, to: bytes.count - 1, by: 2).map { Int(bytes[$0]) + 256 * Int(bytes[$0 + 1]) }
    }

    @Test(
      "An overlay with straight alpha that FFmpeg composites in linear light equals our own frame over the same picture"
    )
    func agreesWithFFmpeg() async throws {
      let folder = try presetFolder()
      // A 16-bit picture, dark and bright, of the frame's size, so that nothing is scaled.
      let made = try await folder.run(
        "ffmpeg", "-nostdin", "-v", "error", "-f", "lavfi", "-i",
        "mandelbrot=size=128x72,noise=alls=40:all_seed=3,format=rgb48be", "-frames:v", "1", "photo.png")
      #expect(made.exitCode == 0, "\(made.errors)")
      for backdrop in ["black", "white", "photo.png"] {
        let own = try await folder.motes(
          "render", "a.json", "--frames", "20", "-o", "-", "--pixel-format", "rgba64le", "--backdrop", backdrop)
        #expect(own.exitCode == 0, "\(own.errors)")
        let overlay = try await folder.motes(
          "render", "a.json", "--frames", "20", "-o", "-", "--pixel-format", "rgba64le", "--alpha")
        try folder.write(overlay.output, to: "overlay.raw")
        // Overlay and background stand side by side, so that one expression reads both.
        func channel(_ c: String) -> String {
          let alpha = "alpha(X,Y)/65535"
          let (over, behind) = ("\(c)(X,Y)/65535", "\(c)(X+128,Y)/65535")
          let sum = "(\(Self.decoded(over)))*\(alpha)+(\(Self.decoded(behind)))*(1-\(alpha))"
          return "\(c)='st(0,\(sum));65535*(\(Self.encoded("ld(0)")))+0.5'"
        }
        // Colours as samples of 16 bits: FFmpeg's own white of 8 bits becomes less than 65535.
        try folder.write([UInt8](repeating: backdrop == "white" ? 255 : 0, count: 128 * 72 * 6), to: "plain.raw")
        let background =
          backdrop == "photo.png"
          ? ["-i", backdrop] : ["-f", "rawvideo", "-pix_fmt", "rgb48le", "-s", "128x72", "-i", "plain.raw"]
        let filter =
          "[0]format=gbrap16le[a];[1]format=gbrap16le[b];[a][b]hstack,geq=\(channel("r")):\(channel("g")):\(channel("b")):a=65535:i=nearest,"
          + "crop=128:72:0:0,format=rgba64le"
        let arguments =
          [
            "-nostdin", "-y", "-v", "error", "-f", "rawvideo", "-pix_fmt", "rgba64le", "-s", "128x72", "-i",
            "overlay.raw",
          ]
          + background + ["-filter_complex", filter, "-frames:v", "1", "-f", "rawvideo", "composited.raw"]
        let composited = try await folder.bash(
          "ffmpeg " + arguments.map { "\"\($0)\"" }.joined(separator: " "))
        #expect(composited.exitCode == 0, "\(composited.errors)")
        let (ours, theirs) = (samples(own.output), samples(try #require(folder.bytes("composited.raw"))))
        #expect(ours.count == 128 * 72 * 4 && theirs.count == ours.count)
        // The curve, which is steep in the dark, enlarges the rounding errors of colour and alpha.
        let worst = zip(ours, theirs).map { abs($0 - $1) }.max() ?? 0
        #expect(worst <= 24, "\(backdrop): \(worst) of 65535")
      }
    }

    @Test("A green screen is exactly green, and hashes of it can be verified")
    func greenScreen() async throws {
      let folder = try presetFolder()
      let still = try await folder.motes("frame", "a.json", "--frame", "9", "--backdrop", "#00ff00", "-o", "green.png")
      #expect(still.exitCode == 0 && still.errors.isEmpty, "\(still.errors)")
      let raw = try await folder.motes(
        "render", "a.json", "--frames", "9", "-o", "-", "--pixel-format", "rgb24", "--backdrop", "#00ff00")
      let green = stride(from: 0, to: raw.output.count, by: 3).filter { Array(raw.output[$0..<$0 + 3]) == [0, 255, 0] }
      #expect(green.count > 1000)
      let hashed = try await folder.motes(
        "hash", "a.json", "--frames", "9", "--backdrop", "#00ff00", "-o", "a.framehash")
      #expect(hashed.exitCode == 0, "\(hashed.errors)")
      let verified = try await folder.motes("verify", "a.framehash")
      #expect(verified.exitCode == 0, "\(verified.text) \(verified.errors)")
      #expect(
        try await folder.pixelHashes("green.png")
          == folder.hashes("a.json", "--frames", "9", "--backdrop", "#00ff00").sequence
      )
    }

    @Test("Sheets show transparency as a checkerboard, and lie over colours as frames do")
    func sheets() async throws {
      let folder = try presetFolder()
      for (name, option) in [("plain", []), ("alpha", ["--alpha"]), ("black", ["--backdrop", "black"])] {
        let result = try await folder.motes(
          arguments: ["sheet", "a.json", "--count", "2", "--width", "64", "-o", "\(name).png"] + option)
        #expect(result.exitCode == 0 && result.errors.isEmpty, "\(result.errors)")
      }
      let pictures = try ["plain", "alpha", "black"].map { try #require(folder.bytes("\($0).png")) }
      #expect(Set(pictures).count == 3)
    }

    @Test("What is not possible is refused with what is")
    func errors() async throws {
      let folder = try presetFolder()
      try folder.write(
        Self.preset.replacing(#""blend": "add","#, with: #""blend": "add", "role": "backdrop","#)
          .replacing(#""name": "snow","#, with: #""name": "snow", "role": "backdrop","#), to: "all.json")
      try folder.write("no picture", to: "text.png")
      let cases: [([String], String)] = [
        (["a.json", "--alpha", "--backdrop", "black"], "every pixel is covered"),
        (["a.json", "--backdrop", "oragne"], "Did you mean orange?"),
        (["a.json", "--backdrop", "sea.jpg"], "there is no such file"),
        (["a.json", "--backdrop", "#00ff0080"], "opaque"),
        (["a.json", "--backdrop", "text.png"], "text.png"),
        (["all.json", "--alpha"], "every layer of all.json has the role backdrop"),
      ]
      for (arguments, expected) in cases {
        let result = try await folder.motes(arguments: ["frame", "--frame", "3", "-o", "x.png"] + arguments)
        #expect(result.exitCode == (arguments.contains("text.png") ? 3 : 2), "\(arguments): \(result.errors)")
        #expect(result.errors.contains(expected), "\(arguments): \(result.errors)")
        #expect(!folder.exists("x.png"))
      }
      let own = try await folder.motes("frame", "a.json", "--frame", "3", "-o", "photo.png", "--backdrop", "black")
      #expect(own.exitCode == 0, "\(own.errors)")
      let replaced = try await folder.motes(
        "frame", "a.json", "--frame", "3", "-o", "photo.png", "--backdrop", "photo.png", "--force")
      #expect(replaced.exitCode == 2 && replaced.errors.contains("it is not replaced"), "\(replaced.errors)")
    }

    /// EXIF orientations with the colours of the upright picture's corners: top left, top right, bottom left, bottom right. In the file
    /// they are red, lime, blue and white (R, G, B, W).
    private static let orientations: [(orientation: UInt8, corners: String)] = [
      (1, "RGBW"), (2, "GRWB"), (3, "WBGR"), (4, "BWRG"), (5, "RBGW"), (6, "BRWG"), (7, "WGBR"), (8, "GWRB"),
    ]

    @Test("A photograph is drawn upright, as its EXIF orientation says", arguments: orientations.indices)
    func photographsAreUpright(index: Int) async throws {
      let (orientation, corners) = Self.orientations[index]
      let folder = try TemporaryFolder()
      try folder.write(
        """
        { "canvas": { "width": 64, "height": 64, "duration": 1 },
          "layers": [{ "emitter": { "cells": [{ "birthRate": 9, "lifetime": 1, "sprite": { "type": "disc", "size": 2 } }] } }] }
        """, to: "empty.json")
      let made = try await folder.run(
        "ffmpeg", "-nostdin", "-v", "error", "-f", "lavfi", "-i",
        "color=red:s=64x64,drawbox=32:0:32:32:lime:fill,drawbox=0:32:32:32:blue:fill,drawbox=32:32:32:32:white:fill",
        "-frames:v", "1", "-q:v", "2", "plain.jpg")
      try #require(made.exitCode == 0, "\(made.errors)")
      // A TIFF header and a directory with one entry: tag 0x112, a 16-bit number.
      let exif: [UInt8] =
        Array("Exif".utf8) + [0, 0] + Array("MM".utf8) + [0, 42, 0, 0, 0, 8, 0, 1, 0x01, 0x12, 0, 3, 0, 0, 0, 1, 0]
        + [orientation, 0, 0, 0, 0, 0, 0]
      let bytes = try #require(folder.bytes("plain.jpg"))
      try folder.write(bytes[..<2] + [0xff, 0xe1, 0, UInt8(exif.count + 2)] + exif + bytes[2...], to: "photo.jpg")
      let result = try await folder.motes("frame", "empty.json", "--backdrop", "photo.jpg", "-o", "out.png")
      try #require(result.exitCode == 0, "\(result.errors)")
      let pixels = try await folder.run(
        "ffmpeg", "-nostdin", "-v", "error", "-i", "out.png", "-vf", "scale=2:2:flags=area,format=rgb24", "-f",
        "rawvideo",
        "-")
      try #require(pixels.output.count == 12, "\(pixels.errors)")
      let found = stride(from: 0, to: 12, by: 3).map { offset -> Character in
        let rgb = pixels.output[offset..<offset + 3].map { $0 > 128 }
        return rgb == [true, false, false]
          ? "R" : rgb == [false, true, false] ? "G" : rgb == [false, false, true] ? "B" : "W"
      }
      #expect(String(found) == corners, "EXIF orientation \(orientation)")
    }
  }
}
