import Presets
import Testing

/// Keys that an object does not have.
@Suite struct UnknownKeyTests {
  @Test(
    "A key's name from other programs is answered with the preset language's name",
    arguments: [
      ("gravity", "Did you mean yAcceleration?"), ("opacity", "Did you mean alphaOverLife, alphaRange or color?"),
      ("speed", "Did you mean velocity?"), ("rate", "Did you mean birthRate?"),
      ("size", "Did you mean scale or sprite?"),
      ("Life", "Did you mean lifetime?"), ("bounce", "Did you mean bounds?"),
    ])
  func familiarKeys(key: String, expected: String) {
    let found = cellIssues("{ \"\(key)\": 1 }")
    #expect(found.count == 1 && found.first?.hasSuffix("no such key. \(expected)") == true, "\(found)")
  }

  @Test("Familiar names of keys of the canvas, a shape and a bound are answered too") func otherObjects() {
    #expect(
      issues("{ \"canvas\": { \"fps\": 30 }, \"layers\": [] }").first?.hasSuffix("Did you mean frameRate?") == true)
    let shape = issues(
      "{ \"layers\": [ { \"shape\": { \"type\": \"circle\", \"radius\": 9, \"fill\": \"red\", \"position\": [1, 2] } } ] }"
    )
    #expect(shape.first?.hasSuffix("Did you mean center?") == true, "\(shape)")
    let bound = cellIssues("{ \"bounds\": [ { \"type\": \"floor\", \"bounce\": 0.5 } ] }")
    #expect(bound.first?.hasSuffix("Did you mean restitution?") == true, "\(bound)")
  }

  @Test("For an object with many keys the message names the help topic that lists them") func manyKeys() throws {
    let count = try #require(Declarations.all.first { $0.name == "cell" }).keys.count
    let found = cellIssues("{ \"zebra\": 1 }")
    #expect(
      found == ["x.json:2:3: layers.near.emitter.cells[0].zebra: no such key. motes help cell lists its \(count) keys."]
    )
    let few = issues("{ \"canvas\": { \"zebra\": 1 }, \"layers\": [] }")
    #expect(few.first?.contains("no such key. There are width, height,") == true, "\(few)")
  }

  @Test("A suggested name with spaces is quoted") func spaces() {
    let text = "{ \"layers\": [ { \"name\": \"swing \", \"ripples\": {} } ] }"
    #expect(issues(text, set("layers.swing.opacity=0.5")).first?.hasSuffix("Did you mean \"swing \"?") == true)
  }
}
