import Encoding
import Foundation
import Motes
import Raster
import TestSupport
import Testing

extension ReferenceScene: CustomTestStringConvertible {
  public var testDescription: String { name }
}

/// Compares masks, opacity, blends, transforms and scaled pictures, read as presets and drawn by the whole renderer, with those of a browser.
@Suite struct ReferenceCompositionTests {
  static let scenes = ReferenceScene.all()

  /// Errors over all channels of all pixels, in steps of 8 bits.
  private struct Errors {
    let mean: Double
    /// The smallest error that 99.9 % of the values do not exceed.
    let percentile999: Int

    init(_ drawn: PixelBuffer, _ expected: PixelBuffer, alphaCounts: Bool) {
      var counts = [Int](repeating: 0, count: 256)
      let channels = (drawn: drawn.format == .rgba ? 4 : 3, expected: expected.format == .rgba ? 4 : 3)
      for y in 0..<drawn.height {
        let a = drawn.plane(0) + y * drawn.stride(ofPlane: 0)
        let b = expected.plane(0) + y * expected.stride(ofPlane: 0)
        for x in 0..<drawn.width {
          for channel in 0..<(alphaCounts ? 4 : 3) {
            counts[abs(Int(a[channels.drawn * x + channel]) - Int(b[channels.expected * x + channel]))] += 1
          }
        }
      }
      let total = counts.reduce(0, +)
      mean = Double(counts.enumerated().reduce(0) { $0 + $1.offset * $1.element }) / Double(total)
      var valuesLeft = total / 1000
      var error = 255
      while error > 0, valuesLeft - counts[error] >= 0 {
        valuesLeft -= counts[error]
        error -= 1
      }
      percentile999 = error
    }
  }

  @Test("There are cases of every kind") func thereAreCases() {
    #expect(
      Set(Self.scenes.map(\.kind)) == [
        "blend", "group opacity", "image scaling", "mask", "perspective", "transform",
      ])
    #expect(Self.scenes.count >= 34)
  }

  @Test("A scene agrees with the browser's picture", arguments: scenes) func agrees(_ scene: ReferenceScene) throws {
    let expected = try PictureReader.read(scene.picture)
    #expect(scene.presets.count == 2)
    for (number, text) in scene.presets.enumerated() {
      let settings = PresetSettings(assetFolders: [ReferenceScene.folder])
      let preset = try Preset(json: text, named: scene.name + ".json", settings: settings)
      let renderer = try Renderer(preset, format: scene.isTransparent ? .rgba : .rgb24, threads: 1)
      let found = Errors(
        renderer.frame(at: Rational(0)), expected, alphaCounts: scene.isTransparent && expected.format == .rgba)
      #expect(found.mean <= scene.maximumMean, "way \(number) of writing it: mean \(found.mean)")
      #expect(
        found.percentile999 <= Int(scene.maximumPercentile),
        "way \(number) of writing it: 99.9 % \(found.percentile999)")
    }
  }
}
