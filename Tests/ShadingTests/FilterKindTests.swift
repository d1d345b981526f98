import Model
import Raster
import Shading
import Testing

/// The kinds of filters that presets may name.
@Suite struct FilterKindTests {
  @Test("Each kind is drawn, and states what a pixel costs", arguments: Filter.kinds.map { $0.name })
  func kindsAreDrawn(name: String) throws {
    let kind = try #require(Filter.kinds.first { $0.name == name })
    let filter = kind.init().filter
    let nanoseconds = filter.nanoseconds(
      input: 1, result: 1, on: Canvas(), during: ClockRange(local: 0...1, canvas: 0...1))
    #expect(nanoseconds < 1_000)
    // Without its keys a filter may change nothing, and then costs nothing.
    let draws = filter.makeFilter(canvas: Canvas(), input: PixelRect(x: 0, y: 0, width: 8, height: 8)) != nil
    #expect(nanoseconds > 0 || !draws)
  }
}
