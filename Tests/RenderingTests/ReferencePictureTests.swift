import Encoding
import Foundation
import Motes
import Raster
import TestSupport
import Testing

extension ReferenceCase: CustomTestStringConvertible {
  public var testDescription: String { name }
}

/// Compares scenes, read as presets and drawn by the whole renderer, with pictures of the same scenes by other programs.
@Suite struct ReferencePictureTests {
  /// Errors over all channels of all pixels, in steps of 8 bits.
  struct Errors {
    let mean, percentile999, maximum: Double

    init(_ drawn: PixelBuffer, _ expected: PixelBuffer) {
      var counts = [Int](repeating: 0, count: 256)
      let channels = expected.format == .rgba ? 4 : 3
      for y in 0..<drawn.height {
        let a = drawn.plane(0) + y * drawn.stride(ofPlane: 0)
        let b = expected.plane(0) + y * expected.stride(ofPlane: 0)
        for x in 0..<drawn.width {
          for channel in 0..<3 { counts[abs(Int(a[3 * x + channel]) - Int(b[channels * x + channel]))] += 1 }
        }
      }
      let total = counts.reduce(0, +)
      mean = Double(counts.enumerated().reduce(0) { $0 + $1.offset * $1.element }) / Double(total)
      maximum = Double(counts.lastIndex { $0 > 0 } ?? 0)
      // The smallest error that 99.9 % of the values do not exceed.
      var valuesLeft = total / 1000
      var error = 255
      while error > 0, valuesLeft - counts[error] >= 0 {
        valuesLeft -= counts[error]
        error -= 1
      }
      percentile999 = Double(error)
    }
  }

  static let folders = ["gradients", "skia", "shapes", "random"]
  static let cases = folders.flatMap { ReferenceCase.all(in: $0) }

  private static func errors(_ test: ReferenceCase) throws -> [Errors] {
    let expected = try PictureReader.read(test.picture)
    return try test.presets.map { text in
      let preset = try Preset.load(text: Array(text.utf8), named: test.name + ".json")
      return Errors(try Renderer(preset, format: .rgb24, threads: 1).frame(at: Rational(0)), expected)
    }
  }

  @Test("There are cases") func thereAreCases() { #expect(Self.cases.count >= 103) }

  @Test("A scene agrees with the other program's picture", arguments: cases) func agrees(_ test: ReferenceCase) throws {
    let errors = try Self.errors(test)
    #expect(!errors.isEmpty)
    for (number, found) in errors.enumerated() {
      #expect(found.mean <= test.maximumMean, "way \(number) of writing it: mean \(found.mean)")
      #expect(
        found.percentile999 <= test.maximumPercentile, "way \(number) of writing it: 99.9 % \(found.percentile999)")
    }
  }

  /// Frames are the same to the last bit on every machine, so the page's figures are exact.
  @Test("The page of the references says how near the scenes are to them") func thePageSaysHowNearTheyAre() throws {
    let page = #filePath.split(separator: "/").dropLast(2).map { "/" + $0 }.joined() + "/References/README.md"
    let written = String(decoding: FileManager.default.contents(atPath: page) ?? Data(), as: UTF8.self)
    var missing: [String] = []
    for test in Self.cases {
      let errors = try Self.errors(test)
      func worst(_ value: (Errors) -> Double) -> Double { errors.map(value).max() ?? 0 }
      let mean = (worst(\.mean) * 1000).rounded() / 1000
      let row =
        "| \(test.name) | \(mean) | \(Int(worst(\.percentile999))) | \(Int(worst(\.maximum))) | \(test.maximumMean), \(Int(test.maximumPercentile)) |"
      if !written.contains(row + "\n") { missing.append(row) }
    }
    #expect(missing.isEmpty, "Rows that \(page) lacks:\n\(missing.joined(separator: "\n"))")
  }
}
