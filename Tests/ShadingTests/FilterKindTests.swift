import Model
import Shading
import Testing

/// The kinds of filters that presets may name.
@Suite struct FilterKindTests {
  @Test("Each kind is drawn, and states what a pixel costs", arguments: Filter.kinds.map { $0.name })
  func kindsAreDrawn(name: String) throws {
    let kind = try #require(Filter.kinds.first { $0.name == name })
    let nanoseconds = kind.init().filter.pixelNanoseconds(
      pixelsPerPoint: 2, during: ClockRange(local: 0...1, canvas: 0...1))
    #expect(nanoseconds > 0 && nanoseconds < 1_000)
  }
}
