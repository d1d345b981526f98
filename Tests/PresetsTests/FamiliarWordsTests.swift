import Lanes
import Model
import Presets
import Testing

/// Words and spellings known from other programs are accepted, or answered with what to write instead.
@Suite struct FamiliarWordsTests {
  private func load(_ text: String) throws -> Preset { try Preset.load(text: Array(text.utf8), named: "x.json") }

  private func message(_ text: String) -> String {
    let error = #expect(throws: PresetError.self) { try load(text) }
    return error?.description ?? ""
  }

  private func cell(_ keys: String) -> String {
    #"{"knobs": {"sparks": {"default": 2}, "dusk": {"default": "red"}}, "layers": [{"emitter": {"cells": [{"birthRate": 5, \#(keys)}]}}]}"#
  }

  @Test(
    "A point may be named",
    arguments: [
      ("center", 400.0, 300.0), ("top", 400, 0), ("bottom right", 800, 600), ("left", 0, 300), ("top left", 0, 0),
    ])
  func namedPoints(name: String, x: Double, y: Double) throws {
    let preset = try load(
      """
      {"canvas": {"width": 800, "height": 600},
       "layers": [{"emitter": {"position": "\(name)", "cells": [{"birthRate": 1, "lifetime": 1}]}}]}
      """)
    guard case .emitter(let emitter) = preset.scene.layers[0].source else { return #expect(Bool(false)) }
    #expect(emitter.position.x.constant == x && emitter.position.y.constant == y)
  }

  @Test("A word that names no point is answered with the names of points")
  func unknownPoint() {
    let text = #"{"layers": [{"emitter": {"position": "centre", "cells": [{"birthRate": 1, "lifetime": 1}]}}]}"#
    #expect(message(text).contains("\"bottom right\", not the text \"centre\". Did you mean \"center\"?"))
  }

  @Test("One colour stands for a list of stops")
  func oneColor() throws {
    let single = try load(##"{"layers": [{"gradient": {"stops": "#336699"}}]}"##)
    let list = try load(##"{"layers": [{"gradient": {"stops": ["#336699"]}}]}"##)
    #expect(single.scene == list.scene)
  }

  @Test("Curves of easings.net are read by name")
  func easings() throws {
    let preset = try load(cell(#""lifetime": 1, "travel": 50, "travelEase": "easeOutBack""#))
    guard case .emitter(let emitter) = preset.scene.layers[0].source else { return #expect(Bool(false)) }
    #expect(emitter.cells[0].travelEase == .named(.easeOutBack))
    #expect(message(cell(#""lifetime": 1, "travelEase": "easeOutBak""#)).contains("Did you mean easeOutBack?"))
  }

  @Test(
    "Messages suggest what was probably meant",
    arguments: [
      (
        #""lifetime": "0.9s""#,
        "should be a number, not the text \"0.9s\"; write 0.9 without a unit, which is in seconds"
      ),
      (#""lifetime": 1, "velocity": "20 px""#, "write 20 without a unit, which is in points a second"),
      (#""lifetime": "0.8 * sparks""#, "put = before an expression: \"= 0.8 * sparks\""),
      (#""lifetime": "sparks""#, "put = before an expression: \"= sparks\""),
      (#""lifetime": "t < 2 ? 1 : 3""#, "put = before an expression: \"= t < 2 ? 1 : 3\""),
      (#""lifetime": 1, "color": "dusk""#, "\"dusk\" is not a colour of CSS; put = before an expression: \"= dusk\""),
      (#""lifetime": 1, "color": "dust""#, "\"dust\" is not a colour of CSS: no colour is called dust"),
      (#""lifetime": 1, "when": "sparks""#, "or bounce; put = before an expression: \"= sparks\""),
      (#""lifetime": 1, "alignToMotion": "sparks > 2""#, "not the text \"sparks > 2\"; put = before an expression"),
      (#""lifetime": 1, "inherit": "dusk""#, "not the text \"dusk\"; put = before an expression: \"= dusk\""),
      (#""lifetime": 1, "sprite": {"type": "circle"}"#, "Did you mean disc?"),
      (#""lifetime": 1, "color": "bluish""#, "no colour is called bluish; motes help colors lists the names"),
      (#""lifetime": 1, "travelEase": "wobbly""#, "\"wobbly\" is not a timing curve. motes help easings lists them."),
      (#""lifetime": 1, "sprite": {"type": "zebra"}"#, "; motes help sprites describes each"),
    ])
  func hints(keys: String, expected: String) {
    let text = message(cell(keys))
    #expect(text.contains(expected), "\(text)")
  }

  @Test("pow is a function, and an unknown function is answered with a list")
  func functions() throws {
    let preset = try load(cell(#""lifetime": "= pow(2, 3) + 2 ^ 3""#))
    guard case .emitter(let emitter) = preset.scene.layers[0].source else { return #expect(Bool(false)) }
    #expect(emitter.cells[0].lifetime.constant == 16)
    #expect(message(cell(#""lifetime": "= foo(2)""#)).contains("foo is not a function. There are abs, acos"))
  }

  @Test("The reference lists every function")
  func referenceListsFunctions() {
    let page = Reference.markdown()
    for target in FormulaTarget.allCases {
      for function in FormulaFunction.all(for: target) where target == .number || function.group != .numbers {
        #expect(page.contains("| `\(function.usage)` |"), "\(function.name)")
      }
    }
  }

  @Test(
    "An unclosed bracket gives one message, at the bracket",
    arguments: [
      (
        "{ \"layers\": [\n  { \"name\": \"a\", \"gradient\": { \"stops\": [\"red\", \"blue\" } },\n"
          + "  { \"name\": \"b\", \"gradient\": { \"stops\": [\"red\"] } }\n] }",
        "x.json:2:41: the [ here is not closed before the } of line 2"
      ),
      (
        "{ \"layers\": [\n  { \"name\": \"a\", \"gradient\": { \"stops\": [\"red\"] },\n"
          + "  { \"name\": \"b\", \"gradient\": { \"stops\": [\"red\"] } }\n] }",
        "x.json:2:3: the { here is not closed before the ] of line 4"
      ),
      ("{ \"layers\": [\n  { \"name\": \"a\" }\n", "x.json:1:13: the [ here is never closed"),
    ])
  func unclosedBrackets(text: String, expected: String) {
    let error = #expect(throws: PresetError.self) { try load(text) }
    #expect(error?.count == 1 && error?.description == expected, "\(error?.description ?? "")")
  }
}
