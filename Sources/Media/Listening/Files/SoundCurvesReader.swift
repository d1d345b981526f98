import Foundation
import JSON
import Model

/// Reads a JSON file of curves, or a JSON list of times. Every mistake is told with its line and column.
struct SoundCurvesReader {
  private let bytes: [UInt8]
  private let name: String
  private var sources = SourceTable()

  private static let rates = 1...1_000
  private static let maximumRows = 20_000_000
  /// The most mistakes of JSON that are listed.
  private static let listedMistakes = 5

  init(_ bytes: [UInt8], named name: String) {
    self.bytes = bytes
    self.name = name
    _ = sources.add(name, bytes)
  }

  func read() throws(SoundCurvesError) -> SoundCurves {
    var reader = JSONReader(
      bytes, source: 0, subject: "file of curves", maximumValues: SoundCurvesFile.maximumValues)
    let node = reader.read()
    guard reader.problems.isEmpty, let node else {
      let lines = reader.problems.prefix(Self.listedMistakes).map { place($0.origin) + $0.message }
      throw SoundCurvesError(lines.joined(separator: "\n"))
    }
    if node.elements != nil {
      let events = try timeList(node)
      return TimeList.curves(beats: events, onsets: [(SoundCurves.wholeSpectrum, events)])
    }
    return try curves(node)
  }

  private func curves(_ node: JSONNode) throws(SoundCurvesError) -> SoundCurves {
    guard node["format"]?.string == SoundCurvesFile.format else {
      throw mistake(
        node["format"] ?? node,
        "this is no file of curves: \"format\" should be \"\(SoundCurvesFile.format)\". motes listen makes one of a song"
      )
    }
    let version = try whole(node, "version", 0...Int.max)
    guard version == SoundCurvesFile.version else {
      throw mistake(
        node["version"] ?? node,
        "version \(version) of the format; this Motes reads version \(SoundCurvesFile.version). Let motes listen write the file anew"
      )
    }
    try refuseOtherKeys(
      node, "the file",
      [
        "format", "version", "duration", "song", "tempo", "loudness", "rowsPerSecond", "rows", "curves", "beats",
        "onsets",
      ])
    return SoundCurves(
      song: try song(node), duration: try number(node, "duration", SoundCurvesFile.times), curves: try allCurves(node),
      beats: try node["beats"].map { node throws(SoundCurvesError) in try events(node, "beats") } ?? .none,
      onsets: try onsets(node), tempo: try optionalNumber(node, "tempo", 0.001...100_000),
      loudness: try optionalNumber(node, "loudness", -1_000...1_000))
  }

  private func song(_ file: JSONNode) throws(SoundCurvesError) -> SoundCurves.Song? {
    guard let node = file["song"] else { return nil }
    try refuseOtherKeys(node, "song", ["sha256", "of", "sampleRate", "channels"])
    guard let digest = node["sha256"]?.string, digest.utf8.count == 64, digest.allSatisfy(\.isHexDigit) else {
      throw mistake(node["sha256"] ?? node, "song.sha256 should be a text of 64 hexadecimal digits")
    }
    guard let hashed = node["of"]?.string.flatMap(SoundCurves.Song.Hashed.init) else {
      throw mistake(node["of"] ?? node, "song.of should be \"samples\" or \"file\": what the SHA-256 is of")
    }
    return SoundCurves.Song(
      sha256: digest, hashed: hashed, sampleRate: try whole(node, "sampleRate", 1...10_000_000),
      channels: try whole(node, "channels", 1...1_000))
  }

  private func allCurves(_ file: JSONNode) throws(SoundCurvesError) -> [SoundCurve] {
    guard let list = file["curves"] else { return [] }
    guard let members = list.members else { throw mistake(list, "curves should be an object") }
    if members.isEmpty { return [] }
    let rate = try whole(file, "rowsPerSecond", Self.rates)
    let rows = try whole(file, "rows", 0...Self.maximumRows)
    var curves: [SoundCurve] = []
    for member in members {
      let node = member.node
      let key = "curves.\(shortened(member.key))"
      guard !curves.contains(where: { $0.name == member.key }) else {
        throw SoundCurvesError(place(member.keyOrigin) + "\(key) is there twice")
      }
      try refuseOtherKeys(node, key, ["zero", "unit", "low", "high", "bits", "data"])
      let bits = try whole(node, "bits", 8...16)
      guard bits == 8 || bits == 16 else { throw mistake(node["bits"] ?? node, "\(key).bits should be 8 or 16") }
      let (low, high) = (try number(node, "low", Self.values), try number(node, "high", Self.values))
      guard low <= high else {
        throw mistake(node["high"] ?? node, "\(key).high is \(plain(high)), below low, which is \(plain(low))")
      }
      guard let text = node["data"]?.string, let data = Data(base64Encoded: text) else {
        throw mistake(node["data"] ?? node, "\(key).data should be a text in base64 (RFC 4648)")
      }
      guard data.count == rows * bits / 8 else {
        throw mistake(
          node["data"] ?? node,
          "\(key).data has \(grouped(data.count)) bytes; \(grouped(rows)) rows of \(bits) bits have \(grouped(rows * bits / 8))"
        )
      }
      let bytes = [UInt8](data)
      let numbers =
        bits == 8
        ? bytes.map(UInt16.init) : (0..<rows).map { UInt16(bytes[2 * $0]) | UInt16(bytes[2 * $0 + 1]) << 8 }
      curves.append(
        SoundCurve(
          name: member.key, zero: try optionalNumber(node, "zero", Self.values) ?? 0,
          unit: try optionalNumber(node, "unit", Self.values) ?? 1, low: low, high: high, bits: bits,
          rowsPerSecond: rate, numbers: numbers))
    }
    return curves
  }

  /// What the numbers that describe a curve may be.
  private static let values = -1e12...1e12

  // MARK: Events

  private func onsets(_ file: JSONNode) throws(SoundCurvesError) -> [(band: String, events: SoundEvents)] {
    guard let node = file["onsets"] else { return [] }
    guard let members = node.members else {
      throw mistake(node, "onsets should be an object with a list for each band")
    }
    var all: [(band: String, events: SoundEvents)] = []
    for member in members {
      let key = "onsets.\(shortened(member.key))"
      guard !all.contains(where: { $0.band == member.key }) else {
        throw SoundCurvesError(place(member.keyOrigin) + "\(key) is there twice")
      }
      all.append((member.key, try events(member.node, key)))
    }
    return all
  }

  private func events(_ node: JSONNode, _ key: String) throws(SoundCurvesError) -> SoundEvents {
    try refuseOtherKeys(node, key, ["times", "strengths"])
    guard let list = node["times"]?.elements else {
      throw mistake(node["times"] ?? node, "\(key).times should be a list of seconds")
    }
    var times: [Double] = []
    for (index, element) in list.enumerated() {
      times.append(try time(element, "\(key).times[\(index)]", after: times.last))
    }
    guard let strengths = node["strengths"] else {
      return SoundEvents(times: times, strengths: Array(repeating: 1, count: times.count))
    }
    guard let given = strengths.elements, given.count == times.count else {
      throw mistake(
        strengths, "\(key).strengths should be a list of \(grouped(times.count)) numbers, one for each time")
    }
    var numbers: [Double] = []
    for (index, element) in given.enumerated() {
      numbers.append(try number(element, "\(key).strengths[\(index)]", 0...1))
    }
    return SoundEvents(times: times, strengths: numbers)
  }

  /// A list of times, or of objects with a time and perhaps a strength.
  private func timeList(_ node: JSONNode) throws(SoundCurvesError) -> SoundEvents {
    var (times, strengths): ([Double], [Double]) = ([], [])
    for (index, element) in (node.elements ?? []).enumerated() {
      let strength = try optionalNumber(element, "strength", 0...1)
      times.append(try time(element["time"] ?? element, "time \(index + 1) of the list", after: times.last))
      strengths.append(strength ?? 1)
    }
    return SoundEvents(times: times, strengths: strengths)
  }

  private func time(_ node: JSONNode, _ key: String, after last: Double?) throws(SoundCurvesError) -> Double {
    let time = try number(node, key, SoundCurvesFile.times)
    if let last, time < last {
      throw mistake(
        node, "\(key) is \(plain(time)), earlier than the time before it, \(plain(last)); times should rise")
    }
    return time
  }

  // MARK: Values

  private func number(_ node: JSONNode, _ key: String, _ range: ClosedRange<Double>) throws(SoundCurvesError) -> Double
  {
    // An object is asked for its key.
    if node.members != nil {
      guard let member = node[key] else { throw mistake(node, "\(key) is missing") }
      return try number(member, key, range)
    }
    guard case .number(let value, _) = node.value else {
      throw mistake(node, "\(key) should be a number, not \(node.messageText)")
    }
    guard range.contains(value) else {
      throw mistake(
        node, "\(key) is \(plain(value)); it should be from \(plain(range.lowerBound)) to \(plain(range.upperBound))")
    }
    return value
  }

  /// The number of a key; nil where the key is missing or null.
  private func optionalNumber(
    _ node: JSONNode, _ key: String, _ range: ClosedRange<Double>
  ) throws(SoundCurvesError) -> Double? {
    guard let member = node[key] else { return nil }
    if case .null = member.value { return nil }
    return try number(member, key, range)
  }

  private func whole(_ node: JSONNode, _ key: String, _ range: ClosedRange<Int>) throws(SoundCurvesError) -> Int {
    guard let member = node[key] else { throw mistake(node, "\(key) is missing") }
    guard case .number(_, let text) = member.value, let value = Int(text) else {
      throw mistake(member, "\(key) should be a whole number, not \(member.messageText)")
    }
    guard range.contains(value) else {
      throw mistake(member, "\(key) is \(value); it should be from \(range.lowerBound) to \(range.upperBound)")
    }
    return value
  }

  private func refuseOtherKeys(_ node: JSONNode, _ what: String, _ keys: [String]) throws(SoundCurvesError) {
    guard let members = node.members else {
      throw mistake(node, "\(what) should be an object, not \(node.messageText)")
    }
    guard let other = members.first(where: { !keys.contains($0.key) }) else { return }
    throw SoundCurvesError(
      place(other.keyOrigin) + "\(what) has no key \(quoted(other.key)); it has \(listed(keys, conjunction: "and"))")
  }

  private func mistake(_ node: JSONNode, _ message: String) -> SoundCurvesError {
    SoundCurvesError(place(node.origin) + message)
  }

  /// "song.curves.json:3:12: "
  private func place(_ origin: JSONNode.Position) -> String {
    let (line, column) = sources.lineAndColumn(of: origin)
    return "\(name):\(line):\(column): "
  }
}
