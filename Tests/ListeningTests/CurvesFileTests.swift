import Foundation
import Listening
import Model
import TestSupport
import Testing

/// The file of curves: what is written is read again, and mistakes are told with their place.
@Suite struct CurvesFileTests {
  private let curves = SoundCurves(
    song: .init(sha256: String(repeating: "0a", count: 32), hashed: .samples, sampleRate: 44_100, channels: 2),
    duration: 0.0203,
    curves: [
      SoundCurve(name: "level", unit: 0.123, low: 0, high: 1.5, bits: 8, rowsPerSecond: 100, numbers: [0, 128, 255]),
      SoundCurve(
        name: "loudness", zero: -70, unit: 50, low: 0, high: 1.1, bits: 16, rowsPerSecond: 100,
        numbers: [0, 300, 65_535]),
    ], beats: SoundEvents(times: [0.5, 1.0312], strengths: [1, 0.25]),
    onsets: [("all", SoundEvents(times: [0.5], strengths: [0.75])), ("bass", .none)], tempo: 112.94, loudness: -13.5)

  private var text: String { String(decoding: SoundCurvesFile.bytes(of: curves), as: UTF8.self) }

  private func read(_ text: String) throws -> SoundCurves {
    try SoundCurvesFile.read(Array(text.utf8), named: "a.json")
  }

  @Test("What is written is read again, whatever its layout")
  func roundTrip() throws {
    #expect(try read(text) == curves)
    #expect(
      try read(text.replacingOccurrences(of: "\n", with: "").replacingOccurrences(of: ",", with: " ,\n")) == curves)
    let silent = MadeSound(rate: 8_000, seconds: 1).curves()
    #expect(try SoundCurvesFile.read(SoundCurvesFile.bytes(of: silent), named: "") == silent)
    // Only format, version and duration are needed.
    let least = try read(
      "{\"format\":\"motes sound curves\",\"version\":1,\"duration\":2,\"beats\":{\"times\":[0.5,1]}}")
    #expect(least.beats == SoundEvents(times: [0.5, 1], strengths: [1, 1]) && least.curves.isEmpty)
  }

  @Test("Other programs read it: Python's json and base64 find the numbers")
  func otherPrograms() throws {
    let folder = try TemporaryFolder()
    try folder.write(text, to: "a.json")
    let script = """
      import base64, json, struct, sys
      curves = json.load(open(sys.argv[1]))["curves"]
      print(list(base64.b64decode(curves["level"]["data"])), struct.unpack("<3H", base64.b64decode(curves["loudness"]["data"])))
      """
    let result = try Tool.run("python3", ["-c", script, folder.file("a.json")])
    #expect(result.text == "[0, 128, 255] (0, 300, 65535)", "\(result.errorText)")
  }

  @Test(
    "Mistakes are told with line and column",
    arguments: [
      ("\"unit\":0.123", "\"unit\":NaN", "a.json:5:26: NaN is not a number that a file of curves can hold"),
      ("0.5,1.0312", "1.0312,0.5", "beats.times[1] is 0.5, earlier than the time before it, 1.0312; times should rise"),
      ("[1,0.25]", "[1]", "beats.strengths should be a list of 2 numbers"),
      ("[1,0.25]", "[1,3]", "beats.strengths[1] is 3; it should be from 0 to 1"),
      ("\"rows\":3", "\"rows\":4", "curves.level.data has 3 bytes; 4 rows of 8 bits have 4"),
      ("\"version\":1", "\"version\":2", "a.json:1:42: version 2 of the format; this Motes reads version 1"),
      ("\"bits\":8", "\"bits\":12", "curves.level.bits should be 8 or 16"),
      ("\"data\":\"A", "\"data\":\"?", "curves.level.data should be a text in base64"),
      ("\"low\":0,\"high\":1.5", "\"low\":2,\"high\":1.5", "curves.level.high is 1.5, below low, which is 2"),
      ("\"beats\"", "\"beat\"", "the file has no key \"beat\"; it has format"),
      ("\"loudness\":{", "\"level\":{", "curves.level is there twice"),
      ("motes sound curves", "other", "this is no file of curves"),
      ("\"duration\":0.0203", "\"duration\":-1", "duration is -1; it should be from 0 to 1000000"),
      ("\"of\":\"samples\"", "\"of\":\"song\"", "song.of should be \"samples\" or \"file\""),
      ("0.0203", "\"long\"", "duration should be a number, not the text \"long\""),
    ])
  func mistakes(old: String, new: String, message: String) throws {
    let range = try #require(text.range(of: old), "\(old)")
    let error = #expect(throws: SoundCurvesError.self) { try read(text.replacingCharacters(in: range, with: new)) }
    let words = error?.description ?? ""
    #expect(words.contains(message) && words.hasPrefix("a.json:"), "\(words)")
  }

  @Test("A file that is cut off anywhere is refused")
  func cutOff() {
    let bytes = SoundCurvesFile.bytes(of: curves)
    for count in 0..<bytes.count - 2 {
      #expect(throws: SoundCurvesError.self) { try SoundCurvesFile.read(Array(bytes.prefix(count)), named: "a") }
    }
    #expect(throws: SoundCurvesError.self) { try SoundCurvesFile.read([0x52, 0x49, 0, 1], named: "a.wav") }
  }

  @Test("Lists of times: plain, with strengths, as JSON, and Audacity's labels")
  func timeLists() throws {
    for list in ["0.5\n1\n1.5\n", "time\n# taps\n\n0.5\r\n1.0\n1.5", "[0.5, 1, 1.5]", "\u{FEFF}0.5\n1\n1.5"] {
      let curves = try read(list)
      #expect(curves.beats.times == [0.5, 1, 1.5] && curves.tempo == 120 && curves.duration == 1.5, "\(list)")
      #expect(curves.onsets() == curves.beats)
    }
    for list in ["0.5,0.25\n2;1", "[{\"time\": 0.5, \"strength\": 0.25}, {\"time\": 2}]", "0.5 0.25\n2 1"] {
      #expect(try read(list).beats == SoundEvents(times: [0.5, 2], strengths: [0.25, 1]), "\(list)")
    }
    let labels = try read("0.5\t0.5\tdrop\n\\\t20\t300\n1,25\t1,5\tbeat\n2\t2\t\n2.5\t2.5\tdrop\n3\t3\tbass\n")
    #expect(labels.beats.times == [1.25, 2] && labels.onsets().times == [0.5, 1.25, 2, 2.5, 3])
    #expect(labels.onsets(in: "drop").times == [0.5, 2.5] && labels.onsets(in: "bass").times == [3])
  }

  @Test(
    "Mistakes in lists of times are told with their line",
    arguments: [
      ("0.5\n0.25", "a.json:2:1: the time 0.25 is earlier than the one before it, 0.5"),
      ("0.5\nlater", "a.json:2:1: \"later\" is no time"), ("0.5\nnan", "a.json:2:1: \"nan\" is no time"),
      ("0.5 loud", "a.json:1:5: \"loud\" is no strength"), ("-1", "a.json:1:1: \"-1\" is no time"),
      ("beats\n", "there is no time in this list"), ("", "is empty"),
      ("[0.5,\n\"a\"]", "a.json:2:1: time 2 of the list should be a number, not the text \"a\""),
      ("[2, 1]", "a.json:1:5: time 2 of the list is 1, earlier than the time before it, 2"),
      ("[1, NaN]", "a.json:1:5: NaN is not a number"),
    ])
  func timeListMistakes(list: String, message: String) {
    let error = #expect(throws: SoundCurvesError.self) { try read(list) }
    #expect(error?.description.contains(message) == true, "\(error?.description ?? "")")
  }

  @Test("The file stands beside its song, under its name")
  func names() {
    for (song, file) in [
      ("a/song.flac", "a/song.curves.json"), ("song.v2.mp3", "song.v2.curves.json"),
      ("a.b/song", "a.b/song.curves.json"),
      (".hidden", ".hidden.curves.json"), ("a/.wav", "a/.wav.curves.json"),
    ] { #expect(SoundCurvesFile.path(besideSong: song) == file) }
  }
}
