import Colorimetry
import Testing

@Suite struct CSSColorTests {
  private func isNear(_ a: LinearColor, _ b: LinearColor, _ tolerance: Double = 1e-9) -> Bool {
    (a.red - b.red).magnitude <= tolerance && (a.green - b.green).magnitude <= tolerance
      && (a.blue - b.blue).magnitude <= tolerance && (a.alpha - b.alpha).magnitude <= tolerance
  }

  @Test(
    "Two spellings of a colour are the same colour",
    arguments: [
      ("#F80", "#ff8800"), ("#f808", "#ff880088"), ("RebeccaPurple", "#663399"), ("darkslategrey", "#2f4f4f"),
      ("transparent", "rgb(0 0 0 / 0)"), ("rgb(255, 136, 0)", "#f80"), ("rgba(255,136,0,.5)", "rgb(255 136 0 / 50%)"),
      ("rgb(100% 50% 0%)", "rgb(255 127.5 0)"), ("rgb(100%, 50%, 0%)", "rgb(255 127.5 0)"),
      ("RGB( 255 /* red */ 0 none )", "red"), ("rgb(300 -20 0)", "red"), ("rgb(255 0 0/none)", "rgb(255 0 0 / 0)"),
      ("hsl(120, 100%, 25%)", "#008000"), ("hsl(120deg 100% 25%)", "rgb(0 127.5 0)"),
      ("hsl(0.5turn 100 50)", "aqua"), ("hsl(200grad 100% 50%)", "aqua"), ("hsl(-180 100% 50% / 100%)", "aqua"),
      ("hsl(3.141592653589793rad 100% 50%)", "aqua"), ("hsla(0, 100%, 50%, 1)", "red"),
      ("hsl(900deg 100% 50%)", "aqua"),
      ("hwb(0 0% 0%)", "red"), ("hwb(90 60% 60%)", "rgb(50% 50% 50%)"), ("hwb(0 100% 0%)", "white"),
      ("lab(100% 0 0)", "white"), ("lab(50% 100% -100%)", "lab(50 125 -125)"), ("lch(50% 100% 30)", "lch(50 150 30)"),
      ("oklab(50% 100% -50%)", "oklab(0.5 0.4 -0.2)"), ("oklch(100% 0 none)", "white"),
      ("oklch(0.7 50% 40)", "oklch(70% 0.2 40deg)"), ("color(srgb 1 0.5 0)", "rgb(255 127.5 0)"),
      ("color(srgb-linear 50% .25 0/.5)", "color(srgb-linear 0.5 0.25 0 / 50%)"),
      ("color(xyz 0.9504559270516716 1 1.0890577507598784)", "white"),
      ("color(xyz-d65 0.9504559270516716 1 1.0890577507598784)", "white"),
      ("color(xyz-d50 0.9642956764295677 1 0.8251046025104602)", "white"), ("color(display-p3 1 1 1)", "white"),
      ("color(a98-rgb 1 1 1)", "white"), ("color(prophoto-rgb 1 1 1)", "white"), ("color(rec2020 1 1 1)", "white"),
      (" \n red\t", "red"), ("rgb(2.55e2 0 0)", "red"), ("rgb(+255 0 -0)", "red"),
      ("OKLCH(0.5 0.1 20DEG)", "oklch(.5 .1 20)"),
    ]) func twoSpellingsAreOneColor(_ pair: (String, String)) throws
  {
    let a = try #require(LinearColor(css: pair.0))
    let b = try #require(LinearColor(css: pair.1))
    // hsl(120, 100%, 25%) has a green of 127.5, which #008000 rounds.
    #expect(isNear(a, b, 2e-3 * (pair.0.contains("25%)") && pair.1.hasPrefix("#") ? 1 : 0) + 1e-7), "\(a) \(b)")
  }

  @Test("Colours have the values that CSS defines") func valuesAreRight() throws {
    let orange = try #require(LinearColor(css: "#ff8800"))
    #expect(isNear(orange, LinearColor(red: 1, green: 0.2462013267, blue: 0), 1e-9))
    let wide = try #require(LinearColor(css: "color(display-p3 0 1 0)"))
    #expect(wide.red < -0.2 && wide.green > 1.04 && wide.blue < -0.07)
    #expect(LinearColor(css: "#00000000")?.alpha == 0)
    #expect(LinearColor(css: "rgb(0 0 0 / 150%)")?.alpha == 1)
  }

  @Test("Named colours are in order and complete") func namesAreInOrderAndComplete() {
    let names = NamedColors.all.map(\.name)
    #expect(names == names.sorted())
    #expect(Set(names).count == 148)
    // A checksum of the table, so that a slip of one digit shows.
    var sum: UInt64 = 0
    for (index, color) in NamedColors.all.enumerated() { sum += UInt64(color.rgb) * UInt64(index + 1) }
    #expect(sum == 121_980_546_958)
    for name in names { #expect(LinearColor(css: name) != nil) }
  }

  @Test(
    "A refused text is explained",
    arguments: [
      ("", "empty"), ("   ", "empty"), ("oragne", "Did you mean orange?"), ("#ff88", ""), ("#ff888", "3, 4, 6 or 8"),
      ("#gg0000", "hexadecimal"), ("#", "hexadecimal"), ("rgb(1,2)", "three components"), ("rgb(1 2 3", "parenthesis"),
      ("rgb(", "parenthesis"), ("rgb(1, 2 3)", "commas"), ("rgb(1, 50%, 3)", "not both"), ("rgb(none, 0, 0)", "none"),
      ("hsl(0, 50, 50)", "percentage"), ("hsl(0px 50% 50%)", "hue"), ("hwb(0, 0%, 0%)", "three components"),
      ("rgbb(1 2 3)", "Did you mean rgb()?"), ("color(p3 1 1 1)", "no space p3"),
      ("color(display-p4 1 1 1)", "Did you mean display-p3?"), ("color(1 1 1)", "name of a space"),
      ("lab(1 2 3 4)", "slash"), ("lab(1 2 3 / red)", "alpha"), ("12", "#rrggbb"),
      ("red blue", "followed by more text"),
      ("rgb(1 2 3) x", "parenthesis"), ("currentcolor", "no colour"), ("calc(1)", "not a colour function"),
      ("rgb(1deg 2 3)", "component 1"), ("🟥", "#rrggbb"), ("rgb(🟥 0 0)", "component 1"), ("/* red", "empty"),
    ]) func failuresAreExplained(_ test: (css: String, explanation: String))
  {
    if test.explanation.isEmpty {
      #expect(LinearColor.explainCSSFailure(test.css) == nil)
    } else {
      #expect(LinearColor(css: test.css) == nil)
      #expect(LinearColor.explainCSSFailure(test.css)?.contains(test.explanation) == true, "\(test)")
    }
  }

  /// Parses random sequences of pieces of colours: nothing traps, and every accepted colour is finite.
  @Test("No text makes the parser trap") func noTextIsTooStrange() {
    let pieces = [
      "rgb(", "hsl(", "oklch(", "color(", "lab(", "display-p3 ", "prophoto-rgb ", "xyz-d50 ", "1e999", "-1e999", "none",
      " ",
      ",", "/", ")", "%", "deg", "turn", "0", "50", "100%", ".5", "-3", "#", "abc", "e", "+", "-", ".", "é", "\u{0}",
      "/*",
      "*/", "red", "1e-400", "360", "99999999999999999999",
    ]
    var state: UInt64 = 1
    /// A random number below `count`, from Knuth's linear congruential generator (MMIX).
    func next(_ count: Int) -> Int {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int((state >> 33) % UInt64(count))
    }
    var accepted = 0
    for _ in 0..<30000 {
      var text = pieces[next(7)]
      for _ in 0..<next(9) { text += pieces[next(pieces.count)] + (next(2) == 0 ? " " : "") }
      if next(2) == 0 { text += ")" }
      if let color = LinearColor(css: text) {
        accepted += 1
        #expect(color.red.isFinite && color.green.isFinite && color.blue.isFinite, "\(text)")
        #expect(color.alpha >= 0 && color.alpha <= 1, "\(text)")
      }
      #expect((LinearColor.explainCSSFailure(text) == nil) == (LinearColor(css: text) != nil), "\(text)")
    }
    #expect(accepted > 5)
  }
}
