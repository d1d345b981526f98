import Foundation
import Listening
import Model
import MotesTuning
import TestSupport
import Testing

@Suite("Beats and onsets that a page moves") struct TuningSoundTests {
  private static let curves = SoundCurves(
    song: SoundCurves.Song(
      sha256: String(repeating: "ab", count: 32), hashed: .samples, sampleRate: 44_100, channels: 2),
    duration: 4,
    curves: [
      SoundCurve(
        name: "level", unit: 0.5, low: 0, high: 1.25, bits: 8, rowsPerSecond: 100,
        numbers: (0..<401).map { UInt16($0 % 256) })
    ],
    beats: SoundEvents(times: [0.5, 1, 1.5], strengths: [1, 0.5, 1]),
    onsets: [
      ("all", SoundEvents(times: [0.5, 1.25], strengths: [1, 0.25])),
      ("bass", SoundEvents(times: [0.5], strengths: [1])),
    ], tempo: 120, loudness: -9.5)

  /// A folder with the file of the curves, and the sound that is read from it.
  private func made() throws -> (folder: TemporaryFolder, sound: TuningSound) {
    let folder = try TemporaryFolder()
    try SoundCurvesFile.write(Self.curves, to: folder["song.curves.json"], allowsReplacing: false)
    return (folder, try TuningSound(path: folder["song.curves.json"]))
  }

  @Test("Only the list that is replaced changes, and the file when it is saved") func replaceAndSave() throws {
    var (folder, sound) = try made()
    #expect(!sound.isChanged)
    let beats = TuningRequest.Moments(times: [0.5, 0.9875], strengths: [1, 0.5])
    let bass = TuningRequest.Moments(band: "bass", times: [], strengths: [])
    #expect(sound.replace(beats) == nil && sound.replace(bass) == nil && sound.isChanged)
    #expect(try SoundCurvesFile.read(sound.path) == Self.curves, "nothing is written before it is saved")
    #expect(sound.save(replaces: false) == .saved && !sound.isChanged)
    let wanted = SoundCurves(
      song: Self.curves.song, duration: 4, curves: Self.curves.curves,
      beats: SoundEvents(times: [0.5, 0.9875], strengths: [1, 0.5]),
      onsets: [("all", Self.curves.onsets[0].events), ("bass", .none)], tempo: 120, loudness: -9.5)
    #expect(try Data(contentsOf: URL(filePath: sound.path)) == Data(SoundCurvesFile.bytes(of: wanted)))
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder[""]) == ["song.curves.json"])
  }

  @Test(
    "Lists that no file could have are refused, and change nothing",
    arguments: [
      TuningRequest.Moments(times: [1, 0.5], strengths: [1, 1]), .init(times: [1], strengths: []),
      .init(times: [-0.001], strengths: [1]), .init(times: [1e300], strengths: [1]),
      .init(times: [.nan], strengths: [1]),
      .init(times: [1], strengths: [1.01]), .init(times: [1], strengths: [.nan]),
      .init(band: "drop", times: [1], strengths: [1]), .init(band: "beats", times: [1], strengths: [1]),
    ])
  func refused(list: TuningRequest.Moments) throws {
    var (folder, sound) = try made()
    #expect(sound.replace(list)?.hasSuffix(".") == true)
    #expect(!sound.isChanged && sound.curves == Self.curves)
    _ = folder
  }

  @Test("A file that another program has changed is not overwritten unasked") func changedMeanwhile() throws {
    var (folder, sound) = try made()
    #expect(sound.replace(.init(times: [2], strengths: [1])) == nil)
    #expect(!sound.hasOtherFile)
    let theirs = SoundCurvesFile.bytes(of: Self.curves) + Array("\n".utf8)
    try Data(theirs).write(to: URL(filePath: sound.path))
    #expect(sound.hasOtherFile)
    #expect(sound.save(replaces: false) == .changedMeanwhile && sound.isChanged)
    #expect(try Data(contentsOf: URL(filePath: sound.path)) == Data(theirs))
    #expect(sound.save(replaces: true) == .saved && !sound.isChanged && !sound.hasOtherFile)
    #expect(try SoundCurvesFile.read(sound.path).beats.times == [2])
    _ = folder
  }

  @Test("A file that cannot be written is told, and what is there stays") func unwritable() throws {
    var (folder, sound) = try made()
    #expect(sound.replace(.init(times: [2], strengths: [1])) == nil)
    try FileManager.default.removeItem(atPath: sound.path)
    try FileManager.default.createDirectory(atPath: sound.path, withIntermediateDirectories: false)
    guard case .refused(let sentence) = sound.save(replaces: true) else {
      Issue.record("A folder was overwritten.")
      return
    }
    #expect(sentence.contains("song.curves.json") && sound.isChanged)
    _ = folder
  }

  @Test("Lists of times and shipped files stay as they are", arguments: ["0.5\n1.25\n", "[0.5, 1.25]", nil])
  func fixed(list: String?) throws {
    let (folder, _) = try made()
    if let list { try folder.write(list, to: "taps.txt") }
    var sound = try TuningSound(path: folder[list == nil ? "song.curves.json" : "taps.txt"], isShipped: list == nil)
    #expect(sound.replace(.init(times: [2], strengths: [1])) == sound.fixedReason && sound.fixedReason != nil)
    #expect(sound.save(replaces: true) == .refused(sound.fixedReason ?? ""))
  }

  @Test("The song beside a file of curves is found by its name") func songBeside() throws {
    let (folder, _) = try made()
    #expect(SongFile.beside(curvesAt: folder["song.curves.json"]).song == nil)
    try folder.write("no sound", to: "song.txt")
    try folder.write("no sound", to: "songs.flac")
    #expect(SongFile.beside(curvesAt: folder["song.curves.json"]).song == nil)
    // A song that is older than the curves is taken for theirs, as by --sound.
    try folder.write("no sound", to: "song.FLAC")
    try FileManager.default.setAttributes(
      [.modificationDate: Date(timeIntervalSince1970: 1e9)], ofItemAtPath: folder["song.FLAC"])
    #expect(SongFile.beside(curvesAt: folder["song.curves.json"]).song == SongFile(path: folder["song.FLAC"]))
    #expect(SongFile(path: "a/song.FLAC").type == "audio/flac")
    // A newer one is looked at.
    try FileManager.default.setAttributes(
      [.modificationDate: Date(timeIntervalSinceNow: 60)], ofItemAtPath: folder["song.FLAC"])
    let (song, note) = SongFile.beside(curvesAt: folder["song.curves.json"])
    #expect(song == nil && note?.hasPrefix("song.FLAC ") == true)
  }

  @Test("A page gets the greatest values of long curves, in 60,000 columns at most") func columns() throws {
    let numbers = (0..<150_000).map { UInt16($0 == 70_001 ? 255 : 51) }
    let long = SoundCurves(
      song: nil, duration: 1_500,
      curves: [SoundCurve(name: "bass", unit: 1, low: -1, high: 4, bits: 8, rowsPerSecond: 100, numbers: numbers)],
      beats: .none, onsets: [], tempo: nil, loudness: nil)
    let folder = try TemporaryFolder()
    try SoundCurvesFile.write(long, to: folder["a.curves.json"], allowsReplacing: false)
    let sound = try TuningSound(path: folder["a.curves.json"])
    let encoded = try JSONEncoder().encode(TuningReply.Sound(sound, song: nil, address: nil, note: nil))
    struct Told: Decodable {
      struct Curve: Decodable { let name: String, columns: Data }
      let columnsPerSecond: Double, curves: [Curve]
    }
    let told = try JSONDecoder().decode(Told.self, from: encoded)
    #expect(told.columnsPerSecond == 100.0 / 3 && told.curves.map(\.name) == ["bass"])
    // The greatest value is 4, the others are 0.
    #expect(told.curves[0].columns.count == 50_000 && told.curves[0].columns[23_333] == 255)
    #expect(told.curves[0].columns.count { $0 != 0 } == 1)
  }
}
