import Presets
import Testing

/// Numbers with the units of style sheets and other programs: what to write instead.
@Suite struct WrittenUnitTests {
  @Test(
    "A unit is converted where it can be, and no number is named where not",
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
    "The canvas's exact numbers are answered alike",
    arguments: [
      ("\"duration\": \"12s\"", "not the text \"12s\"; write 12 without a unit, which is in seconds"),
      ("\"duration\": \"0.5 min\"", "; write 30 without a unit, which is in seconds"),
      ("\"duration\": \"12\"", "; numbers stand without quotes"),
      ("\"seed\": \"7\"", "; numbers stand without quotes"),
      ("\"frameRate\": \"30fps\"", "30fps is no frame rate; write 30 without a unit, which is in frames a second"),
      ("\"width\": \"800px\"", "; write 800 without a unit, which is in points"),
    ])
  func unitsOfTheCanvas(member: String, expected: String) {
    let found = issues("{ \"canvas\": { \(member) }, \"layers\": [] }")
    #expect(found.count == 1 && found.first?.hasSuffix(expected) == true, "\(found)")
  }

  @Test("What only begins with digits is no number with a unit") func otherTexts() {
    let found = cellIssues("{ \"lifetime\": \"3 little pigs and then some more\" }")
    #expect(found.count == 1 && found.first?.contains("without a unit") == false, "\(found)")
  }
}
