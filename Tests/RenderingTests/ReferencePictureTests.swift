import Encoding
import Foundation
import Motes
import Raster
import TestSupport
import Testing

extension ReferenceCase: CustomTestStringConvertible {
  public var testDescription: String { name }
}

/// Pictures of other programs beside those of the same scenes, read as presets and drawn by the whole renderer.
@Suite struct ReferencePictureTests {
  /// Errors of all channels of all pixels in steps of 8 bits.
  struct Errors {
    let mean, percentile, maximum: Double

    init(_ ours: PixelBuffer, _ theirs: PixelBuffer) {
      var counts = [Int](repeating: 0, count: 256)
      let channels = theirs.format == .rgba ? 4 : 3
      for y in 0..<ours.height {
        let a = ours.plane(0) + y * ours.stride(ofPlane: 0)
        let b = theirs.plane(0) + y * theirs.stride(ofPlane: 0)
        for x in 0..<ours.width {
          for channel in 0..<3 { counts[abs(Int(a[3 * x + channel]) - Int(b[channels * x + channel]))] += 1 }
        }
      }
      let total = counts.reduce(0, +)
      mean = Double(counts.enumerated().reduce(0) { $0 + $1.offset * $1.element }) / Double(total)
      maximum = Double(counts.lastIndex { $0 > 0 } ?? 0)
      // The smallest error that 99.9 % of the values do not exceed.
      var rest = total / 1000
      var last = 255
      while last > 0, rest - counts[last] >= 0 {
        rest -= counts[last]
        last -= 1
      }
      percentile = Double(last)
    }
  }

  static let folders = ["gradients", "skia", "shapes", "random"]
  static let cases = folders.flatMap { ReferenceCase.all(in: $0) }

  private static func errors(_ test: ReferenceCase) throws -> [Errors] {
    let theirs = try PictureReader.read(test.picture)
    return try test.presets.map { text in
      let preset = try Preset.load(text: Array(text.utf8), named: test.name + ".json")
      return Errors(try Renderer(preset, format: .rgb24, threads: 1).frame(at: Rational(0)), theirs)
    }
  }

  @Test("There are cases") func thereAreCases() { #expect(Self.cases.count >= 103) }

  @Test("Agrees", arguments: cases) func agrees(_ test: ReferenceCase) throws {
    let errors = try Self.errors(test)
    #expect(!errors.isEmpty)
    for (number, found) in errors.enumerated() {
      #expect(found.mean <= test.maximumMean, "way \(number) of writing it: mean \(found.mean)")
      #expect(found.percentile <= test.maximumPercentile, "way \(number) of writing it: 99.9 % \(found.percentile)")
    }
  }

  /// Frames are the same to the last bit everywhere, so what the page says of them is exact.
  @Test("The page says how near they are") func thePageSaysHowNearTheyAre() throws {
    let page = #filePath.split(separator: "/").dropLast(2).map { "/" + $0 }.joined() + "/References/README.md"
    let written = String(decoding: FileManager.default.contents(atPath: page) ?? Data(), as: UTF8.self)
    var missing: [String] = []
    for test in Self.cases {
      let errors = try Self.errors(test)
      func worst(_ value: (Errors) -> Double) -> Double { errors.map(value).max() ?? 0 }
      let mean = (worst(\.mean) * 1000).rounded() / 1000
      let row =
        "| \(test.name) | \(mean) | \(Int(worst(\.percentile))) | \(Int(worst(\.maximum))) | \(test.maximumMean), \(Int(test.maximumPercentile)) |"
      if !written.contains(row + "\n") { missing.append(row) }
    }
    #expect(missing.isEmpty, "Rows that \(page) lacks:\n\(missing.joined(separator: "\n"))")
  }
}
