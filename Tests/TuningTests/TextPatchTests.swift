import MotesTuning
import Testing

@Suite("Single values are changed in a preset's text") struct TextPatchTests {
  /// A preset's text with another default of a knob; nil if the text cannot be changed.
  private func changed(_ text: String, _ name: String, _ value: String) -> String? {
    let bytes = Array(text.utf8)
    return TextPatch.settingKnob(name, to: value, in: bytes).map {
      String(decoding: $0.applied(to: bytes), as: UTF8.self)
    }
  }

  @Test(
    "Only the value's bytes change; comments and layout stay",
    arguments: [
      (#"{ "knobs": { "a": { "default": 1 } } }"#, "a", "2.5", #"{ "knobs": { "a": { "default": 2.5 } } }"#),
      (#"{"knobs":{"a":{"default":-1.5e3,"min":0}}}"#, "a", "7", #"{"knobs":{"a":{"default":7,"min":0}}}"#),
      (
        #"{ "knobs": { "a": { "default": 1// one"# + "\n} } } /* end */", "a", "2",
        #"{ "knobs": { "a": { "default": 2// one"# + "\n} } } /* end */"
      ),
      (
        #"{ "knobs": { "é": { "default": "a \" } , ]", "about": "ü" } } }"#, "é", #""b""#,
        #"{ "knobs": { "é": { "default": "b", "about": "ü" } } }"#
      ),
      (
        ##"{ "knobs": { "p": { "default": [ "#a", /* ] */ "]", // ]"## + "\n" + #" [1] ] , "about": "x" } } }"#, "p",
        ##"["#b"]"##, ##"{ "knobs": { "p": { "default": ["#b"] , "about": "x" } } }"##
      ),
      (#"{ "knobs": { "f": { "default": true } } }"#, "f", "false", #"{ "knobs": { "f": { "default": false } } }"#),
      (
        "\u{FEFF}{ \"knobs\": { \"a\": { \"default\": 1, }, }, }", "a", "2",
        "\u{FEFF}{ \"knobs\": { \"a\": { \"default\": 2, }, }, }"
      ),
    ])
  func replacing(text: String, name: String, value: String, expected: String) {
    #expect(changed(text, name, value) == expected)
  }

  @Test(
    "An inherited knob is added to the text, laid out as its neighbours are",
    arguments: [
      (#"{ "extends": "snow" }"#, #"{ "extends": "snow", "knobs": { "a": { "default": 2 } } }"#),
      ("{\n  \"extends\": \"snow\"\n}", "{\n  \"extends\": \"snow\",\n  \"knobs\": { \"a\": { \"default\": 2 } }\n}"),
      (
        "{\n  \"knobs\": {\n    \"b\": { \"default\": 1 } // b\n  }\n}",
        "{\n  \"knobs\": {\n    \"b\": { \"default\": 1 },\n    \"a\": { \"default\": 2 } // b\n  }\n}"
      ),
      (#"{ "knobs": {} }"#, #"{ "knobs": { "a": { "default": 2 } } }"#),
      (#"{ "knobs": { "a": { "max": 3 } } }"#, #"{ "knobs": { "a": { "max": 3, "default": 2 } } }"#),
    ])
  func adding(text: String, expected: String) {
    #expect(changed(text, "a", "2") == expected)
  }

  @Test(
    "A text that cannot be read is left alone",
    arguments: ["", "{", "[1]", #"{ "knobs": 3 }"#, #"{ "knobs": { "a": 1 } }"#])
  func unreadable(text: String) {
    #expect(changed(text, "a", "2") == nil)
  }

  @Test("A value is found as it is written")
  func finding() {
    let text = Array(#"{ "knobs": { "a": { "default": 1.50 /* x */ } } }"#.utf8)
    #expect(TextPatch.knobValue("a", in: text) == "1.50")
    #expect(TextPatch.knobValue("b", in: text) == nil)
  }
}
