import JSON
import Model

/// A list of times in a text, as people and other programs write it: one time in seconds on each line, perhaps with a strength of 0 to 1 behind it; or the labels
/// that Audacity exports, with a tab between start, end and label.
///
/// Lines that are empty or begin with # are left out, as are Audacity's lines of frequencies, which begin with a backslash, and a first line of column names. Times
/// without a label, or with the label "beat" or a number, are beats; others are onsets of a band that is called like their label. All of them are onsets of
/// the whole spectrum.
struct TimeList {
  let curves: SoundCurves

  init(_ bytes: [UInt8], named name: String) throws(SoundCurvesError) {
    var (beats, all) = (Moments(), Moments())
    var bands: [(band: String, moments: Moments)] = []
    let text = String(decoding: bytes, as: UTF8.self)
    let lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    var isFirst = true
    for (index, rawLine) in lines.enumerated() {
      let line = index == 0 && rawLine.first == "\u{FEFF}" ? rawLine.dropFirst() : rawLine
      guard let start = line.first(where: { !$0.isWhitespace }), start != "#", start != "\\" else { continue }
      let entry: Entry
      do throws(Entry.Mistake) {
        entry = try Entry(line)
      } catch {
        // Names of columns.
        if isFirst, error.column == 1, start.isLetter {
          isFirst = false
          continue
        }
        throw SoundCurvesError("\(name):\(index + 1):\(error.column): \(error.text)")
      }
      isFirst = false
      if let last = all.times.last, entry.time < last {
        throw SoundCurvesError(
          "\(name):\(index + 1):1: the time \(plain(entry.time)) is earlier than the one before it, \(plain(last)); times should rise"
        )
      }
      all.append(entry)
      if let label = entry.band {
        if !bands.contains(where: { $0.band == label }) { bands.append((label, Moments())) }
        guard let band = bands.firstIndex(where: { $0.band == label }) else { continue }
        bands[band].moments.append(entry)
      } else {
        beats.append(entry)
      }
    }
    guard !all.times.isEmpty else { throw SoundCurvesError("\(name): there is no time in this list.") }
    curves = Self.curves(
      beats: beats.events,
      onsets: [(SoundCurves.wholeSpectrum, all.events)] + bands.map { ($0.band, $0.moments.events) })
  }

  private struct Moments {
    var times: [Double] = []
    var strengths: [Double] = []

    mutating func append(_ entry: Entry) {
      times.append(entry.time)
      strengths.append(entry.strength)
    }

    var events: SoundEvents { SoundEvents(times: times, strengths: strengths) }
  }

  /// One line.
  private struct Entry {
    let time: Double
    let strength: Double
    /// The label, if it names a band.
    let band: String?

    struct Mistake: Error {
      let text: String
      let column: Int
    }

    init(_ line: Substring) throws(Mistake) {
      let tabs = line.split(separator: "\t", omittingEmptySubsequences: false)
      let isLabel = tabs.count > 2
      let fields = isLabel ? tabs : line.split { $0.isWhitespace || $0 == "," || $0 == ";" }
      /// The number of a field; some programs write a comma in place of the point.
      func number(_ field: Substring) -> Double? {
        let text = field.filter { !$0.isWhitespace }.map { isLabel && $0 == "," ? "." : $0 }
        return Double(String(text)).flatMap { $0.isFinite ? $0 : nil }
      }
      guard let time = fields.first.flatMap(number), SoundCurvesFile.times.contains(time) else {
        throw Mistake(
          text:
            "\(quoted(String(fields.first ?? line))) is no time: each line should begin with seconds from the sound's start, such as 12.5",
          column: 1)
      }
      self.time = time
      if isLabel {
        let label = tabs.dropFirst(2).joined(separator: " ").trimmed
        strength = 1
        let isBeat = label.isEmpty || ["beat", "beats"].contains(label.lowercased()) || Double(label) != nil
        band = isBeat ? nil : label
        return
      }
      band = nil
      guard fields.count > 1 else {
        strength = 1
        return
      }
      guard fields.count == 2, let given = number(fields[1]), (0...1).contains(given) else {
        throw Mistake(
          text:
            "\(quoted(String(fields[1]))) is no strength: behind a time there may be a number from 0 to 1; labels as Audacity exports them have a tab before and behind their end",
          column: line.distance(from: line.startIndex, to: fields[1].startIndex) + 1)
      }
      strength = given
    }
  }

  /// Curves that only know times. Their tempo is that of the middle one of the distances between beats.
  static func curves(beats: SoundEvents, onsets: [(band: String, events: SoundEvents)]) -> SoundCurves {
    let distances = zip(beats.times, beats.times.dropFirst()).map { $1 - $0 }.sorted()
    let middle = distances.isEmpty ? 0 : distances[distances.count / 2]
    let last = onsets.compactMap(\.events.times.last).max() ?? 0
    return SoundCurves(
      song: nil, duration: last, curves: [], beats: beats, onsets: onsets, tempo: middle > 0 ? 60 / middle : nil,
      loudness: nil)
  }
}

extension String {
  /// The text without white space at its ends.
  fileprivate var trimmed: String {
    let start = drop(while: \.isWhitespace)
    return String(start.reversed().drop(while: \.isWhitespace).reversed())
  }
}
