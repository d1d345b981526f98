import Model
import Presets
import Testing

/// The messages for mistakes in animations, with their positions.
@Suite struct BadAnimationTests {
  @Test(
    "Mistakes in animations are reported at their positions",
    arguments: [
      ("{ \"keys\": [] }", "2:11: .keys: needs at least one key"),
      ("{ \"keys\": [[0, 1], 5] }", "2:20: .keys[1]: a key is [time, value] or [time, value, ease]"),
      ("{ \"keys\": [[1, 1], [0, 2]] }", "2:21: .keys[1]: its time 0 is less than that of the previous key, 1"),
      (
        "{ \"keys\": [[0, 1]], \"mode\": \"cubical\" }",
        "2:29: .mode: \"cubical\" is not one of linear, discrete, cubic, paced or cubicPaced."
      ),
      (
        "{ \"keys\": [[0, 1]], \"tension\": 0.5 }",
        "2:21: .tension: does not apply to \"mode\": \"linear\", only to \"cubic\" or \"cubicPaced\""
      ),
      (
        "{ \"keys\": [[0, 1, \"ease\"], [1, 2]], \"mode\": \"paced\" }",
        "2:1: : a key has no ease where the speed is constant; the ease beside keys is for the whole cycle"
      ),
      ("{ \"values\": [1, 2] }", "2:1: : needs the key duration"),
      ("{ \"values\": [], \"duration\": 1 }", "2:13: .values: needs at least one value"),
      ("{ \"values\": [1, 2], \"keyTimes\": [0], \"duration\": 1 }", "2:33: : keyTimes has 1 shares for 2 values"),
      (
        "{ \"values\": [1, 2], \"keyTimes\": [0.5, 0.2], \"duration\": 1 }",
        "2:33: : the share 0.2 is less than the previous one, 0.5"
      ),
      ("{ \"to\": 1, \"duration\": 1 }", "2:1: : needs the key from"),
      ("{ \"sequence\": [] }", "2:15: .sequence: needs at least one animation"),
      ("{ \"sequence\": [5] }", "2:16: .sequence[0]: should be an object that animates a value, not the number 5"),
      (
        "{ \"sequence\": [{ \"from\": 0, \"to\": 1, \"duration\": 1, \"repeat\": \"forever\" }, { \"to\": 2, \"duration\": 1 }] }",
        "2:16: .sequence[0]: this animation never ends, so nothing can follow it"
      ),
      ("{ \"sum\": [] }", "2:10: .sum: needs at least one value"),
      ("{ \"path\": \"M0 0L\", \"at\": 0 }", "2:17: .path: L needs x y here, and the text ends"),
      ("{ \"path\": \"M5 5\", \"at\": 0 }", "2:1: : this path has no length"),
      (
        "{ \"path\": \"M0 0H9\", \"at\": 0, \"duration\": 2 }",
        "2:1: : at gives the place on the path at any time, so it cannot be combined with duration, ease, spring, repeat and delay"
      ),
      (
        "{ \"from\": 0, \"to\": 1, \"duration\": 1, \"interpolation\": \"oklab\" }",
        "2:55: : interpolation is for colours, and for the whole animation, not for a part of it"
      ),
      (
        "{ \"from\": 0, \"to\": 1, \"duration\": 1, \"repeat\": 2, \"repeatDuration\": 3 }",
        "2:1: : repeat and repeatDuration cannot be combined"
      ),
      (
        "{ \"from\": 0, \"to\": 1, \"duration\": 1, \"ease\": \"steps(0)\" }",
        "2:46: .ease: \"steps(0)\" is not a timing curve. It has a whole number from 1 on, for jump-none from 2, and then start, end, jump-start, jump-end, jump-none or jump-both"
      ),
      (
        "{ \"from\": 0, \"to\": 1, \"duration\": 1, \"ease\": \"cubic-bezier(2, 0, 0, 1)\" }",
        "2:46: .ease: \"cubic-bezier(2, 0, 0, 1)\" is not a timing curve. It has four numbers x1, y1, x2, y2, with x1 and x2 within 0 to 1"
      ),
      (
        "{ \"speed\": 5 }",
        "2:1: : an object that animates a value needs keys, or from and to, or one of values, sequence, sum and path"
      ),
    ])
  func badAnimationsAreLocated(text: String, expected: String) {
    let position = expected.prefix { $0 != " " }
    let remainder = expected.dropFirst(position.count + 1)
    #expect(angleIssues(text) == ["x.json:\(position) layers[0].gradient.angle\(remainder)"])
  }

  @Test("Every kind of animation that jumps at a loop's seam is found") func jumpsOfAllAnimationsAreFound() {
    func seam(_ angle: String) -> [String] {
      issues(
        "{ \"canvas\": { \"duration\": 4, \"loop\": true }, \"layers\": [ { \"name\": \"g\", \"gradient\": { \"stops\": [\"red\"], \"angle\": \(angle) } } ] }"
      )
    }
    #expect(seam("{ \"keys\": [[0, 0], [2, 50], [4, 0]], \"mode\": \"cubic\" }").isEmpty)
    #expect(
      seam("{ \"values\": [0, 90, 20], \"duration\": 2, \"repeat\": \"forever\", \"autoreverse\": true }").isEmpty)
    #expect(seam("{ \"sequence\": [{ \"from\": 0, \"to\": 50, \"duration\": 3 }] }").first?.contains("seam") == true)
    #expect(
      seam("{ \"sum\": [10, { \"keys\": [[0, 0], [4, 50]], \"mode\": \"cubic\" }] }").first?.contains("seam") == true)
    let colors =
      "{ \"canvas\": { \"duration\": 4, \"loop\": true }, \"layers\": [ { \"gradient\": { \"stops\": [{ \"from\": \"red\", \"to\": \"blue\", \"duration\": 3 }] } } ] }"
    #expect(issues(colors).first?.contains("first and last colours differ") == true)
  }
}
