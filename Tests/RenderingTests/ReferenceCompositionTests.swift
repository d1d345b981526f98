import Encoding
import Foundation
import Motes
import Raster
import TestSupport
import Testing

extension ReferenceScene: CustomTestStringConvertible {
  public var testDescription: String { name }
}

/// Masks, opacity, blends, transforms and scaled pictures beside those of a browser, read as presets and drawn by the whole renderer.
@Suite struct ReferenceCompositionTests {
  static let scenes = ReferenceScene.all()

  /// Errors of all channels of all pixels in steps of 8 bits.
  private struct Errors {
    let mean: Double
    let percentile: Int

    init(_ ours: PixelBuffer, _ theirs: PixelBuffer, alphaCounts: Bool) {
      var counts = [Int](repeating: 0, count: 256)
      let channels = (ours: ours.format == .rgba ? 4 : 3, theirs: theirs.format == .rgba ? 4 : 3)
      for y in 0..<ours.height {
        let a = ours.plane(0) + y * ours.stride(ofPlane: 0)
        let b = theirs.plane(0) + y * theirs.stride(ofPlane: 0)
        for x in 0..<ours.width {
          for channel in 0..<(alphaCounts ? 4 : 3) {
            counts[abs(Int(a[channels.ours * x + channel]) - Int(b[channels.theirs * x + channel]))] += 1
          }
        }
      }
      let total = counts.reduce(0, +)
      mean = Double(counts.enumerated().reduce(0) { $0 + $1.offset * $1.element }) / Double(total)
      var rest = total / 1000
      var last = 255
      while last > 0, rest - counts[last] >= 0 {
        rest -= counts[last]
        last -= 1
      }
      percentile = last
    }
  }

  @Test("There are cases of every kind") func thereAreCases() {
    #expect(
      Set(Self.scenes.map(\.kind)) == [
        "blend", "group opacity", "image scaling", "mask", "perspective", "transform",
      ])
    #expect(Self.scenes.count >= 34)
  }

  @Test("Agrees", arguments: scenes) func agrees(_ scene: ReferenceScene) throws {
    let theirs = try PictureReader.read(scene.picture)
    #expect(scene.presets.count == 2)
    for (number, text) in scene.presets.enumerated() {
      let settings = PresetSettings(assetFolders: [ReferenceScene.folder])
      let preset = try Preset.load(text: Array(text.utf8), named: scene.name + ".json", settings)
      let renderer = try Renderer(preset, format: scene.isTransparent ? .rgba : .rgb24, threads: 1)
      let found = Errors(
        renderer.frame(at: Rational(0)), theirs, alphaCounts: scene.isTransparent && theirs.format == .rgba)
      #expect(found.mean <= scene.maximumMean, "way \(number) of writing it: mean \(found.mean)")
      #expect(
        found.percentile <= Int(scene.maximumPercentile), "way \(number) of writing it: 99.9 % \(found.percentile)")
    }
  }
}
