import Encoding
import Foundation
import JSON
import Model

/// The file of a song's curves: JSON that other programs can read and write. The article "Sound" describes each key.
package enum SoundCurvesFile {
  /// What `format` says.
  static let format = "motes sound curves"
  /// The version that is written, and the only one that is read.
  static let version = 1
  /// The ending of a file's name, after that of its song without the song's own ending: "song.curves.json".
  package static let nameEnding = ".curves.json"
  /// The largest file that is read: three hours have 50 MB.
  package static let maximumBytes = 128 << 20
  /// The seconds at which a moment may be.
  package static let times = 0.0...1_000_000
  /// The most values of a file: three hours of twenty onsets a second in four lists.
  static let maximumValues = 2_000_000

  /// The name of the file that belongs to a song, beside it.
  package static func path(besideSong song: String) -> String {
    guard let dot = song.lastIndex(of: "."), dot != song.startIndex, !song[dot...].contains("/"),
      song[song.index(before: dot)] != "/"
    else { return song + nameEnding }
    return song[..<dot] + nameEnding
  }

  /// The curves as the bytes of a file. The same curves give the same bytes.
  package static func bytes(of curves: SoundCurves) -> [UInt8] {
    var text =
      "{\"format\":\(JSONWriter.quoted(format)),\"version\":\(version),\n\"duration\":\(plain(curves.duration)),"
    if let song = curves.song {
      text +=
        "\"song\":{\"sha256\":\(JSONWriter.quoted(song.sha256)),\"of\":\"\(song.hashed.rawValue)\",\"sampleRate\":\(song.sampleRate),\"channels\":\(song.channels)},"
    }
    text += "\n\"tempo\":\(curves.tempo.map(plain) ?? "null"),\"loudness\":\(curves.loudness.map(plain) ?? "null"),\n"
    let rows = curves.curves.first.map { "\"rowsPerSecond\":\($0.rowsPerSecond),\"rows\":\($0.numbers.count)," } ?? ""
    text += rows + "\"curves\":{\n" + curves.curves.map(Self.text).joined(separator: ",\n") + "\n},\n"
    text += "\"beats\":\(Self.text(curves.beats)),\n\"onsets\":{\n"
    text += curves.onsets.map { "\(JSONWriter.quoted($0.band)):\(Self.text($0.events))" }.joined(separator: ",\n")
    return Array((text + "\n}}\n").utf8)
  }

  private static func text(_ curve: SoundCurve) -> String {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(curve.numbers.count * curve.bits / 8)
    for number in curve.numbers {
      bytes.append(UInt8(truncatingIfNeeded: number))
      if curve.bits == 16 { bytes.append(UInt8(number >> 8)) }
    }
    return
      "\(JSONWriter.quoted(curve.name)):{\"zero\":\(plain(curve.zero)),\"unit\":\(plain(curve.unit)),\"low\":\(plain(curve.low)),\"high\":\(plain(curve.high)),\"bits\":\(curve.bits),\"data\":\"\(Data(bytes).base64EncodedString())\"}"
  }

  private static func text(_ events: SoundEvents) -> String {
    func list(_ numbers: [Double]) -> String { "[" + numbers.map(plain).joined(separator: ",") + "]" }
    return "{\"times\":\(list(events.times)),\"strengths\":\(list(events.strengths))}"
  }

  /// Writes a file that appears whole or not at all.
  ///
  /// - Returns: sentences for the user, usually none.
  @discardableResult
  package static func write(_ curves: SoundCurves, to path: String, allowsReplacing: Bool) throws(MediaError)
    -> [String]
  {
    try writeWholeFile(bytes(of: curves), to: path, allowsReplacing: allowsReplacing)
  }

  /// Reads a file of curves, or a list of times of another program.
  ///
  /// - Throws: `SoundCurvesError` or `MediaError`.
  package static func read(_ path: String) throws -> SoundCurves {
    try read(try readWholeFile(path, maximumBytes: maximumBytes), named: path)
  }

  /// Reads the bytes of such a file.
  ///
  /// - Parameter name: the file's name for messages.
  package static func read(_ bytes: [UInt8], named name: String) throws(SoundCurvesError) -> SoundCurves {
    guard !bytes.contains(0) else {
      throw SoundCurvesError(
        "\(name) is no text: neither a file of curves, as motes listen writes it, nor a list of times.")
    }
    switch firstCharacter(of: bytes) {
    case UInt8(ascii: "{"), UInt8(ascii: "["): return try SoundCurvesReader(bytes, named: name).read()
    case nil: throw SoundCurvesError("\(name) is empty: neither curves nor times are in it.")
    default: return try TimeList(bytes, named: name).curves
    }
  }

  /// Whether the bytes of such a file are a list of times, in JSON or not.
  package static func isList(_ bytes: [UInt8]) -> Bool { firstCharacter(of: bytes) != UInt8(ascii: "{") }

  /// The first byte that is neither white space nor a mark of the encoding.
  private static func firstCharacter(of bytes: [UInt8]) -> UInt8? {
    bytes.first { ![0x20, 0x09, 0x0A, 0x0D, 0xEF, 0xBB, 0xBF].contains($0) }
  }
}

/// A mistake in a file of curves or a list of times.
package struct SoundCurvesError: Error, CustomStringConvertible, Equatable {
  /// Where and what it is, and what would be right.
  package let description: String

  init(_ description: String) { self.description = description }
}
