import Presets
import Testing

/// Frequent slips in presets written by hand, each answered once, with what to write instead.
@Suite struct SlipTests {
  @Test(
    "A slip gives one message",
    arguments: [
      (#"{ "layers": [ { "ripples": {}, "opacity": 0,25 } ] }"#, "decimals come after a point: write 0.25"),
      (#"{ "layers": [ { "ripples": {}, "opacity": .25 } ] }"#, ".25 is not a number in JSON's notation; write 0.25"),
      (#"{ "layers": [ { "ripples": {}, "enabled": True } ] }"#, "True is not a value; write true"),
      (#"{ "layers": [ { 'name': "a", "ripples": {} } ] }"#, "write a key in double quotes, not in single ones"),
      (#"{ "layers": [ { "opacity": "80%", "ripples": {} } ] }"#, "only lengths can be percentages; write 0.8"),
      (#"{ "layers": [ { "blob": { "center": "bottom centre" } } ] }"#, "Did you mean \"bottom\"?"),
      (
        #"{ "layers": [ { "birthRate": 3, "ripples": {} } ] }"#, "no such key. emitter and cell have the key birthRate."
      ),
      (
        #"{ "layers": [ { "emitter": { "cells": [ { "birthJitter": {"from": 0, "to": 1}, "burst": 1, "lifetime": 1 } ] } } ] }"#,
        "this value is read once, so it cannot be animated"
      ),
      (
        #"{ "knobs": { "power": { "default": 1 } }, "layers": [ { "opacity": "= powr", "ripples": {} } ] }"#,
        "powr is unknown. Did you mean power?"
      ),
      (
        #"{ "knobs": { "a": { "default": "red" } }, "layers": [ { "blob": { "fill": "= t > 2 ? a : a" } } ] }"#,
        "a colour's formula is read once"
      ),
      (
        #"{ "layers": [ { "shape": { "type": "circle", "radius": 4, "size": 8, "fill": "red" } } ] }"#,
        "only to \"rectangle\", \"path\" or \"heart\"; write radius, half of the size"
      ),
      (
        #"{ "layers": [ { "shape": { "type": "rectangle", "radius": 4, "size": 8, "fill": "red" } } ] }"#,
        "write size, twice the radius"
      ),
      (
        #"{ "layers": [ { "gradient": { "stops": [["red", 0], ["blue", 1]] } } ] }"#,
        "stops[0]: a stop is [location, colour]: swap the two, [0, \"red\"], and in 1 more"
      ),
      (
        #"{ "layers": [ { "emitter": { "cells": [ { "burst": 1, "lifetime": 1, "colorOverLife": ["red", ["blue", 0.5]] } ] } } ] }"#,
        "colorOverLife[1]: a stop is [location, colour]: swap the two, [0.5, \"blue\"]"
      ),
    ])
  func slipsAreAnswered(text: String, expected: String) {
    let found = issues(text)
    #expect(found.count == 1 && found[0].contains(expected), "\(found)")
  }

  @Test("Commas between numbers are not taken for decimal commas") func listsStay() {
    #expect(issues(#"{ "layers": [ { "blob": { "center": [0,25] } } ] }"#).isEmpty)
    #expect(issues(#"{ "layers": [ { "opacity": 0, "ripples": {} } ] }"#).isEmpty)
  }
}
