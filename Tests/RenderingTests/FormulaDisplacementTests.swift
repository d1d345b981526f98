import Model
import Motes
import Raster
import Rendering
import Shading
import Testing

/// The filter `displace`, whose formulas say from where pixels are taken.
@Suite struct FormulaDisplacementTests {
  private typealias Run = NeighborhoodFilterRun

  private func moved(_ x: String, _ y: String, amplitude: AnimatedNumber = 100) throws -> TileBuffer? {
    let formula = try Filter.Displace(x: x, y: y).with { $0.amplitude = amplitude }
    return Run.apply(formula.filter, Run.canvas(96, 64), to: Run.colorful(96, 64))
  }

  @Test("Distances of whole points take whole pixels from the right and below, limited by the amplitude")
  func wholeDistances() throws {
    let before = Run.colorful(96, 64)
    // A result that is no number (0 / 0, ∞ · 0) moves nothing.
    for (x, y, amplitude, dx, dy) in [
      ("= 7", "= -3", 100.0, 7, -3), ("= 7 * step(20, y)", "= 0 / (x - x)", 100, 7, 0),
      ("= 1000", "= -1000", 5, 5, -5), ("= exp(80) * exp(80) * (x - x)", "= log(0) - 2", 100, 0, -2),
    ] {
      let after = try #require(try moved(x, y, amplitude: AnimatedNumber(amplitude)))
      for row in 24..<40 {
        for column in 16..<80 {
          for plane in 0..<4 {
            let expected = before.tile.row(row + dy, plane: plane)[column + dx]
            #expect(
              abs(after.tile.row(row, plane: plane)[column] - expected) < 1e-6, "\(x), \(y) at (\(column), \(row))")
          }
        }
      }
    }
  }

  @Test("Distances of 0 leave every bit as it was, and an amplitude of 0 makes no filter") func identities() throws {
    let before = Run.colorful(96, 64)
    #expect(try moved("= 0", "= x - x").map(Run.bits) == Run.bits(before))
    #expect(try moved("= 5", "= 5", amplitude: 0) == nil)
  }

  @Test("Mistakes in the formulas of a displacement are reported") func mistakes() throws {
    func issues(_ keys: String, loop: Bool = false) -> String {
      let text =
        "{ \"canvas\": { \"duration\": 4, \"loop\": \(loop) }, \"layers\": [ { \"name\": \"a\", \"gradient\": { \"stops\": [\"red\", \"blue\"] }, "
        + "\"filters\": [ { \"type\": \"displace\", \(keys) } ] } ] }"
      do throws(PresetError) {
        _ = try Preset(json: text)
        return ""
      } catch {
        return error.description
      }
    }
    #expect(issues("\"x\": \"= 10 * sin(phase + y / 20)\"").isEmpty)
    #expect(issues("\"x\": \"= p\"").contains("x is a number, not a vec2\n    = p\n      ^"))
    #expect(issues("\"amplitude\": 3").contains("displace needs the key x or y"))
    #expect(issues("\"y\": \"= ramp(u).x\"").contains("a displacement has no stops"))
    #expect(issues("\"y\": \"= nothing1\"").contains("nothing1 is unknown"))
    #expect(issues("\"x\": \"= 10 * sin(phase + y / 20)\"", loop: true).isEmpty)
    #expect(issues("\"x\": \"= 10 * sin(t + y / 20)\"", loop: true).contains("jumps at the loop's seam"))
    #expect(issues("\"x\": \"= k\", \"let\": { \"k\": { \"keys\": [[0, 0], [2, 9], [4, 0]] } }", loop: true).isEmpty)
  }
}
