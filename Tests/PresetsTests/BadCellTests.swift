import Model
import Presets
import Testing

/// The messages for mistakes in cells, with their positions.
@Suite struct BadCellTests {
  @Test(
    "Mistakes in a cell are reported at their positions",
    arguments: [
      (
        "{ \"birthRate\": 5 }",
        "2:1: layers.near.emitter.cells[0]: this cell can never be seen: it needs a lifetime above 0"
      ),
      (
        "{ \"name\": \"a\", \"lifetime\": 5 }",
        "2:1: layers.near.emitter.cells.a: this cell can never be seen: it needs a birthRate or a burst above 0"
      ),
      (
        "{ \"birthRate\": \"5\", \"lifetime\": 1 }",
        "2:16: layers.near.emitter.cells[0].birthRate: should be a number, not the text \"5\"; write numbers without quotes"
      ),
      (
        "{ \"birthRate\": 1e12, \"lifetime\": 1 }",
        "2:16: layers.near.emitter.cells[0].birthRate: 1000000000000 is out of range: 0 to 10000000 (particles a second) is allowed"
      ),
      (
        "{ \"birthRate\": 1, \"lifetime\": 1e9 }",
        "2:31: layers.near.emitter.cells[0].lifetime: 1000000000 is out of range: 0 to 100000 (seconds) is allowed"
      ),
      (
        "{ \"birthRate\": -1, \"lifetime\": 1 }",
        "2:16: layers.near.emitter.cells[0].birthRate: -1 is out of range: 0 to 10000000 (particles a second) is allowed"
      ),
      (
        "{ \"birthRate\": \"= 2 * foo\", \"lifetime\": 1 }",
        "2:23: layers.near.emitter.cells[0].birthRate: foo is unknown. There are t, T, loop, phase, duration, width, height, pi, tau, i and n."
      ),
      (
        "{ \"birthRate\": \"= sine(t)\", \"lifetime\": 1 }",
        "2:19: layers.near.emitter.cells[0].birthRate: sine is not a function. Did you mean sin?"
      ),
      (
        "{ \"birthRate\": 1, \"lifetime\": 1, \"spin\": \"5%\" }",
        "2:42: layers.near.emitter.cells[0].spin: \"5%\": only lengths can be percentages"
      ),
      (
        "{ \"birthRate\": 1, \"lifetime\": 1, \"lifetime\": 2 }",
        "2:34: layers.near.emitter.cells[0].lifetime: written twice; the first is at line 2, column 19"
      ),
      (
        "{ \"birthRate\": 1, \"lifetime\": 1, \"when\": \"deth\" }",
        "2:42: layers.near.emitter.cells[0].when: \"deth\" is not one of life, birth, death, age or bounce. Did you mean death?"
      ),
      (
        "{ \"birthRate\": 1, \"lifetime\": 1, \"when\": \"death\" }",
        "2:1: layers.near.emitter.cells[0]: when is for the cells of another cell; this one has no parent particle"
      ),
      (
        "{ \"birthRate\": 1, \"lifetime\": 1, \"cells\": [{ \"when\": \"age\", \"burst\": 1, \"lifetime\": 1 }] }",
        "2:44: layers.near.emitter.cells[0].cells[0]: when \"age\" needs age or ageShare"
      ),
      (
        "{ \"birthRate\": 1, \"lifetime\": 1, \"cells\": [{ \"age\": 1, \"burst\": 1, \"lifetime\": 1 }] }",
        "2:46: layers.near.emitter.cells[0].cells[0].age: does not apply to \"when\": \"life\", only to \"age\""
      ),
      (
        "{ \"birthRate\": 1, \"lifetime\": 1, \"cells\": [{ \"when\": \"bounce\", \"burst\": 1, \"lifetime\": 1 }] }",
        "2:1: layers.near.emitter.cells[0]: a cell is born at its parent's bounces; this parent has no bounds with the action bounce"
      ),
      (
        "{ \"birthRate\": 1, \"lifetime\": 1, \"flutter\": 9 }",
        "2:1: layers.near.emitter.cells[0]: flutter needs a tumbleSpeed: a particle swoops once with every revolution of its tumble"
      ),
      (
        "{ \"birthRate\": 1, \"lifetime\": 1, \"drag\": 1, \"velocityOverLife\": [1, 0] }",
        "2:1: layers.near.emitter.cells[0]: velocityOverLife and drag cannot be combined: both change a velocity over life"
      ),
      (
        "{ \"birthRate\": 1, \"lifetime\": 1, \"forces\": [{ \"type\": \"vortex\" }], \"velocityOverLife\": [1, 0] }",
        "2:1: layers.near.emitter.cells[0]: velocityOverLife is for particles without forces and bounds, which change velocities themselves"
      ),
      (
        "{ \"birthRate\": 1, \"lifetime\": 1, \"travel\": 90, \"bounds\": [{ \"type\": \"floor\", \"y\": 90, \"action\": \"kill\" }] }",
        "2:1: layers.near.emitter.cells[0]: bounds do not hold what travel moves: use velocity with drag, or no bounds"
      ),
      (
        "{ \"birthRate\": 1, \"lifetime\": 1, \"flutter\": 9, \"tumbleSpeed\": 90, \"spinOverLife\": [1, 0] }",
        "2:1: layers.near.emitter.cells[0]: flutter and spinOverLife cannot be combined: swoops need a steady rate of turning"
      ),
      (
        "{ \"birthRate\": 1, \"lifetime\": 1, \"trail\": { \"segments\": 1 } }",
        "2:57: layers.near.emitter.cells[0].trail.segments: 1 is out of range: 2 to 256 is allowed"
      ),
      (
        "{ \"birthRate\": 1, \"lifetime\": 1, \"color\": \"oragne\" }",
        "2:43: layers.near.emitter.cells[0].color: \"oragne\" is not a colour of CSS: no colour is called oragne. Did you mean orange?"
      ),
      (
        "{ \"birthRate\": 1, \"lifetime\": 1, \"color\": 5 }",
        "2:43: layers.near.emitter.cells[0].color: should be a colour such as \"#ff8800\", not the number 5"
      ),
      (
        "{ \"birthRate\": 1, \"lifetime\": 1, \"color\": \"= tint\" }",
        "2:43: layers.near.emitter.cells[0].color: tint is not a knob that holds a colour."
      ),
      (
        "{ \"birthRate\": 1, \"lifetime\": 1, \"alignToMotion\": 1 }",
        "2:51: layers.near.emitter.cells[0].alignToMotion: should be true or false, not the number 1"
      ),
      (
        "{ \"birthRate\": 1, \"lifetime\": 1, \"wind\": 5 }",
        "2:42: layers.near.emitter.cells[0].wind: should be a point [x, y], not the number 5"
      ),
      (
        "{ \"birthRate\": 1, \"lifetime\": 1, \"wind\": [1, 2, 3] }",
        "2:42: layers.near.emitter.cells[0].wind: a point has two numbers, not 3"
      ),
      (
        "{ \"birthRate\": 1, \"lifetime\": 1, \"wind\": [1, \"x\"] }",
        "2:46: layers.near.emitter.cells[0].wind[1]: should be a number, not the text \"x\""
      ),
      (
        "{ \"birthRate\": 1, \"lifetime\": 1, \"travelEase\": \"ease-ot\" }",
        "2:48: layers.near.emitter.cells[0].travelEase: \"ease-ot\" is not a timing curve. Did you mean ease-out?"
      ),
      (
        "{ \"birthRate\": 1, \"lifetime\": 1, \"scaleOverLife\": [[0, 1], [0.5, 2], [0.2, 1]] }",
        "2:71: layers.near.emitter.cells[0].scaleOverLife[2]: its location 0.2 is less than that of the previous stop, 0.5"
      ),
      (
        "{ \"birthRate\": {\"keys\": [[1, 5], [0, 5]]}, \"lifetime\": 1 }",
        "2:35: layers.near.emitter.cells[0].birthRate.keys[1]: its time 0 is less than that of the previous key, 1"
      ),
      (
        "{ \"birthRate\": {\"from\": 1, \"to\": 2}, \"lifetime\": 1 }",
        "2:16: layers.near.emitter.cells[0].birthRate: needs the key duration"
      ),
      (
        "{ \"birthRate\": {\"from\": 1, \"duration\": 2}, \"lifetime\": 1 }",
        "2:16: layers.near.emitter.cells[0].birthRate: needs the key to"
      ),
      (
        "{ \"birthRate\": {}, \"lifetime\": 1 }",
        "2:16: layers.near.emitter.cells[0].birthRate: an object that animates a value needs keys, or from and to, or one of values, sequence, sum and path"
      ),
      (
        "{ \"birthRate\": 1, \"lifetime\": 1, \"sprite\": {\"type\": \"disk\"} }",
        "2:53: layers.near.emitter.cells[0].sprite.type: \"disk\" is not one of disc, softDisc, hotDisc, square, capsule, streak, star, polygon, ring, heart, spark, flake, petal, leaf, paper, ribbon, triangle, sector, puff, sheet, path, image or text. Did you mean disc?"
      ),
      (
        "{ \"birthRate\": 1, \"lifetime\": 1, \"sprite\": {\"type\": \"disc\", \"sides\": 4} }",
        "2:61: layers.near.emitter.cells[0].sprite.sides: does not apply to \"type\": \"disc\", only to \"polygon\""
      ),
      (
        "{ \"birthRate\": 1, \"lifetime\": 1, \"sprite\": [{\"type\": \"sheet\"}, \"disc\"] }",
        "2:44: layers.near.emitter.cells[0]: a cell has sheets or other sprites, not both: give each a cell of its own"
      ),
      (
        "{ \"birthRate\": 1, \"lifetime\": 1, \"sprite\": {\"type\": \"sheet\"}, \"glint\": 1 }",
        "2:72: layers.near.emitter.cells[0]: glint is for flat sprites: a sheet is bent and lit point by point"
      ),
      (
        "{ \"birthRate\": 1, \"lifetime\": 1, \"birthJitter\": \"= t\" }",
        "2:49: layers.near.emitter.cells[0].birthJitter: this value is read once, so it cannot depend on t or T"
      ),
      (
        "{ \"birthRate\": 1, \"lifetime\": 1, \"inherit\": [\"colour\"] }",
        "2:46: layers.near.emitter.cells[0].inherit[0]: \"colour\" is not one of color or scale. Did you mean color?"
      ),
      (
        "{ \"birthRate\": 1, \"lifetime\": 1, \"before\": \"x\" }",
        "2:44: layers.near.emitter.cells[0].before: before and after are for presets that extend another"
      ),
      (
        "{ \"birthRate\": 1, \"lifetime\": null }",
        "2:31: layers.near.emitter.cells[0].lifetime: should be a number, not null"
      ),
      (
        "{ \"burst\": 1, \"lifetime\": 1, \"bursts\": [[0]] }",
        "2:41: layers.near.emitter.cells[0].bursts[0]: a burst is [time, count]"
      ),
    ])
  func cells(text: String, expected: String) {
    #expect(cellIssues(text) == ["x.json:" + expected])
  }
}
