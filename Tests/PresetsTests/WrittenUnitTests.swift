import Presets
import Testing

/// Numbers written with units, as in style sheets and other programs, are answered with what to write instead.
@Suite struct WrittenUnitTests {
  @Test(
    "A number is converted from its unit where that is possible; otherwise the message names no number",
    arguments: [
      ("\"lifetime\": \"300ms\"", "; write 0.3 without a unit, which is in seconds"),
      ("\"lifetime\": \"5 min\"", "; write 300 without a unit, which is in seconds"),
      ("\"lifetime\": \"2S\"", "; write 2 without a unit, which is in seconds"),
      ("\"rotation\": \"0.25turn\"", "; write 90 without a unit, which is in degrees"),
      ("\"rotation\": \"1.57rad\"", "; write 89.954 without a unit, which is in degrees"),
      ("\"rotation\": \"100grad\"", "; write 90 without a unit, which is in degrees"),
      ("\"rotation\": \"45°\"", "; write 45 without a unit, which is in degrees"),
      ("\"rotation\": \"20px\"", "; write a number without a unit, which is in degrees"),
      ("\"velocity\": \"30px/s\"", "; write 30 without a unit, which is in points a second"),
      ("\"velocity\": \"30 px / min\"", "; write a number without a unit, which is in points a second"),
      ("\"velocity\": \"50vw\"", "; write a number without a unit, which is in points a second"),
      ("\"velocity\": \"2em\"", "; write a number without a unit, which is in points a second"),
      ("\"spin\": \"360°/s\"", "; write 360 without a unit, which is in degrees a second"),
      ("\"yAcceleration\": \"90px/s^2\"", "; write 90 without a unit, which is in points a second squared"),
      ("\"birthRate\": \"26/s\"", "; write 26 without a unit, which is in particles a second"),
      ("\"birthRate\": \"26 particles\"", "; write 26 without a unit, which is in particles a second"),
      ("\"birthRate\": \"26fps\"", "; write a number without a unit, which is in particles a second"),
    ])
  func unitsOfNumbers(member: String, expected: String) {
    let found = cellIssues("{ \(member) }")
    #expect(found.count == 1 && found.first?.hasSuffix(expected) == true, "\(found)")
  }

  @Test(
    "Units of the canvas's exact numbers are converted too",
    arguments: [
      ("\"duration\": \"12s\"", "not the text \"12s\"; write 12 without a unit, which is in seconds"),
      ("\"duration\": \"0.5 min\"", "; write 30 without a unit, which is in seconds"),
      ("\"duration\": \"12\"", "; write numbers without quotes"),
      ("\"seed\": \"7\"", "; write numbers without quotes"),
      ("\"frameRate\": \"30fps\"", "30fps is not a frame rate; write 30 without a unit, which is in frames a second"),
      ("\"width\": \"800px\"", "; write 800 without a unit, which is in points"),
    ])
  func unitsOfTheCanvas(member: String, expected: String) {
    let found = issues("{ \"canvas\": { \(member) }, \"layers\": [] }")
    #expect(found.count == 1 && found.first?.hasSuffix(expected) == true, "\(found)")
  }

  @Test("A text that only begins with a digit is no number with a unit") func otherTexts() {
    let found = cellIssues("{ \"lifetime\": \"3 little pigs and then some more\" }")
    #expect(found.count == 1 && found.first?.contains("without a unit") == false, "\(found)")
  }
}
