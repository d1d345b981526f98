import Encoding
import Foundation
import Motes
import Raster
import TestSupport
import Testing

/// Overlays of all shipped presets that leave a backdrop out, in the formats that editors take: FFmpeg decodes and composites them in
/// linear light over black, white and a picture, and the result is compared with the frames that are drawn over the same.
///
/// Each format has one file, or sequence, with a frame of every preset, so that FFmpeg composites only 18 times.
@Suite(.serialized) struct OverlayFormatTests {
  private static let (width, height) = (96, 54)

  /// The largest code that FFmpeg's lutrgb writes in 16 bits: 255 · 256.
  private static let lutMaximum = 65_280

  /// The largest errors that a format may have, in codes of 8 bits.
  private struct Bound {
    /// The mean of all channels of all pixels, of the worst preset.
    let mean: Double
    /// The value that one channel in a thousand exceeds, of the worst preset.
    let thousandth: Double
  }

  /// A file format in which overlays are delivered.
  private struct Form {
    let name: String
    let format: PixelFormat
    /// The codec of a movie; nil for a sequence of pictures.
    let codec: Codec?
    let bound: Bound
    /// FFmpeg's arguments that decode it.
    let input: [String]
  }

  private static let forms = [
    Form(
      name: "png", format: .rgba64, codec: nil, bound: Bound(mean: 0.1, thousandth: 0.6),
      input: ["-framerate", "25", "-start_number", "0", "-i", "png-%03d.png"]),
    Form(
      name: "prores4444", format: .yuva444p10, codec: .proRes4444, bound: Bound(mean: 0.6, thousandth: 4),
      input: ["-i", "a.mov"]),
    // FFmpeg's own decoder of VP9 leaves alpha out.
    Form(
      name: "vp9", format: .yuva420p, codec: .vp9, bound: Bound(mean: 8, thousandth: 90),
      input: ["-c:v", "libvpx-vp9", "-i", "a.webm"]),
  ]

  /// The shipped presets with a backdrop, each with a moment at which something is seen; without those whose glass or water sees what frames
  /// are laid over, which no overlay can.
  private static func presets() throws -> [(name: String, scene: Scene)] {
    var settings = PresetSettings()
    settings.size = .pixels(width: width, height: height)
    return try PresetLibrary.shipped.names.compactMap { name in
      let scene = try Preset(named: name, settings: settings).scene
      return scene.hasBackdrops && scene.layersOverNothing.isEmpty ? (name, scene) : nil
    }
  }

  private static func frame(
    _ scene: Scene, _ format: PixelFormat, _ backdrop: Backdrop
  ) throws -> PixelBuffer {
    try Renderer(checkedScene: scene, format: format, threads: 1, backdrop: backdrop)
      .frame(at: scene.canvas.duration * Rational(5, 7))
  }

  /// Calls `body` for each index on as many threads as there are cores.
  private func inParallel<Value: Sendable>(_ count: Int, _ body: @escaping @Sendable (Int) throws -> Value) async throws
    -> [Value]
  {
    try await withThrowingTaskGroup(of: (Int, Value).self) { group in
      var values = [Value?](repeating: nil, count: count)
      for index in 0..<count { group.addTask { (index, try body(index)) } }
      for try await (index, value) in group { values[index] = value }
      return values.compactMap { $0 }
    }
  }

  /// Writes a frame of each preset.
  private func write(_ form: Form, _ frames: [PixelBuffer], in folder: TemporaryFolder) throws {
    guard let codec = form.codec else {
      let settings = try PictureSettings(.png, hasAlpha: true, bitDepth: 16)
      for (index, frame) in frames.enumerated() {
        let digits = String(1000 + index).dropFirst()
        try PictureWriter.write(frame, to: folder.file("png-\(digits).png"), settings: settings, allowsReplacing: false)
      }
      return
    }
    var settings = MovieSettings(
      width: Self.width, height: Self.height, frameRate: 25, codec: codec, pixelFormat: form.format
    )
    settings.encoderPreset = codec.encoderPresets?.trialValue
    // The frames have nothing in common.
    if codec == .vp9 { settings.encoderOptions = ["g": "1"] }
    let writer = try MovieWriter(path: folder.file("a.\(codec.fileExtensions[0])"), settings: settings)
    for frame in frames { try writer.append(frame) }
    _ = try writer.finish()
  }

  /// What FFmpeg makes of an overlay over a picture: colours to linear light by sRGB's curve, laid over by straight alpha, and back.
  ///
  /// - Parameter isLinear: false for canvases that blend encoded values, whose overlays are laid over as such.
  private func composite(
    _ form: Form, over background: String, isLinear: Bool, count: Int, in folder: TemporaryFolder
  ) throws -> [UInt16] {
    let maximum = Self.lutMaximum
    func curve(_ text: String) -> String { "lutrgb=r='\(text)':g='\(text)':b='\(text)'" }
    // 2650 and 204 are the thresholds of sRGB's curve, 0.04045 and 0.0031308, in codes.
    let decode =
      !isLinear ? "null" : curve("\(maximum)*if(lte(val,2650),val/65535/12.92,pow((val/65535+0.055)/1.055,2.4))")
    let encode =
      !isLinear
      ? "null" : curve("\(maximum)*if(lte(val,204),val/\(maximum)*12.92,1.055*pow(val/\(maximum),1/2.4)-0.055)")
    let colors = (0..<3).map { "map\($0)s=\($0):map\($0)p=0" }.joined(separator: ":")
    let alpha = (0..<3).map { "map\($0)s=0:map\($0)p=0" }.joined(separator: ":")
    let exact = "scale=flags=bicubic+accurate_rnd+full_chroma_int+full_chroma_inp"
    let graph =
      "[0]\(exact),format=gbrap16le,extractplanes=r+g+b+a[r][g][b][a];"
      + "[g][b][r]mergeplanes=\(colors):format=gbrp16le,\(decode)[o];[a]mergeplanes=\(alpha):format=gbrp16le[m];"
      + "[1]format=gbrp16le,\(decode),loop=loop=-1:size=1[back];[back][o][m]maskedmerge,\(encode),format=rgb48le"
    let result = try Tool.run(
      "bash",
      [
        "-c", "cd \"$0\" && exec ffmpeg \"$@\"", folder.path, "-nostdin", "-v", "error",
      ] + form.input + ["-i", background] + [
        "-filter_complex", graph, "-frames:v", "\(count)", "-f", "rawvideo", "-",
      ])
    try #require(result.status == 0, "\(form.name) over \(background): \(result.errorText)")
    return littleEndianSamples([UInt8](result.output))
  }

  @Test("Shipped overlays as PNG, ProRes 4444 and VP9, composited by FFmpeg, are the frames over the same backdrop")
  func overlaysAreTheFramesOverTheSame() async throws {
    let folder = try TemporaryFolder()
    let presets = try Self.presets()
    #expect(presets.count > 20, "\(presets.count) presets have a backdrop")
    let made = try Tool.run(
      "ffmpeg",
      [
        "-nostdin", "-v", "error", "-f", "lavfi", "-i",
        "mandelbrot=size=\(Self.width)x\(Self.height),noise=alls=40:all_seed=3,format=rgb48be", "-frames:v", "1",
        folder.file("photo.png"),
      ])
    try #require(made.status == 0, "\(made.errorText)")
    let codes = ["black": UInt8(0), "white": 255]
    for (name, code) in codes {
      let frame = PixelBuffer(format: .rgb48, width: Self.width, height: Self.height)
      UnsafeMutableRawPointer(frame.plane(0)).initializeMemory(
        as: UInt8.self, repeating: code, count: frame.stride(ofPlane: 0) * Self.height)
      try PictureWriter.write(
        frame, to: folder.file("\(name).png"), settings: PictureSettings(.png, hasAlpha: false, bitDepth: 16),
        allowsReplacing: false)
    }
    let backgrounds = ["black", "white", "photo"]
    let path = folder.file("photo.png")
    // Our own frames, preset by preset.
    let own = try await inParallel(presets.count) { index in
      let scene = presets[index].scene
      let backdrops: [Backdrop] = [
        .color(.black), .color(.white), try .picture(at: path, covering: scene.canvas),
      ]
      return try backdrops.map { try Self.frame(scene, .rgb48, $0).packedBytes }
    }
    let results = try await inParallel(Self.forms.count) { index in
      let form = Self.forms[index]
      let frames = try presets.map { try Self.frame($0.scene, form.format, .nothing) }
      try write(form, frames, in: folder)
      return try backgrounds.map { background in
        try [true, false].map {
          try composite(form, over: "\(background).png", isLinear: $0, count: presets.count, in: folder)
        }
      }
    }
    let frameSamples = Self.width * Self.height * 3
    for (form, composited) in zip(Self.forms, results) {
      var worst = (mean: 0.0, thousandth: 0.0, name: "")
      for (background, all) in zip(backgrounds.indices, composited) {
        try #require(all.allSatisfy { $0.count == presets.count * frameSamples })
        for (index, preset) in presets.enumerated() {
          let ours = littleEndianSamples(own[index][background])
          let isEncoded = preset.scene.canvas.blending == .srgb
          let theirs = all[isEncoded ? 1 : 0][index * frameSamples..<(index + 1) * frameSamples]
          let scale = isEncoded ? 1 : 65_535 / Double(Self.lutMaximum)
          // 257 codes of 16 bits are one of 8 bits.
          let differences = SampleDifferences(ours, theirs, scale: scale, unit: 257)
          let (mean, thousandth) = (differences.mean, differences.thousandth)
          if mean > worst.mean { worst.mean = mean }
          if thousandth > worst.thousandth {
            (worst.thousandth, worst.name) = (thousandth, "\(preset.name) over \(backgrounds[background])")
          }
          #expect(
            mean <= form.bound.mean && thousandth <= form.bound.thousandth,
            "\(form.name): \(preset.name) over \(backgrounds[background]): mean \(mean), one in a thousand \(thousandth)"
          )
        }
      }
      print("\(form.name): mean \(worst.mean), one in a thousand \(worst.thousandth) (\(worst.name))")
    }
  }
}
