import Foundation
import Model

extension TuningReply.Sound {
  /// The curves that a page draws.
  private static let names = ["level", "bass", "mid", "treble"]
  /// The most columns of a curve: ten minutes have all their rows, longer sounds the greatest of several.
  private static let maximumColumns = 60_000

  /// - Parameter address: the song's address after the token; nil if none is heard.
  package init(_ sound: TuningSound, song: SongFile?, address: String?, note: String?) {
    let curves = sound.curves
    (path, duration, tempo) = (sound.path, curves.duration, curves.tempo)
    (songName, self.song, self.note) = (song?.name, address, note)
    fixedReason = sound.fixedReason
    let shown = Self.names.compactMap(curves.curve)
    if let first = shown.first {
      let group = (first.numbers.count + Self.maximumColumns - 1) / Self.maximumColumns
      columnsPerSecond = Double(first.rowsPerSecond) / Double(max(group, 1))
      self.curves = shown.map { Curve(name: $0.name, columns: Self.columns(of: $0, group: max(group, 1))) }
    }
    lists =
      [TuningReply.Moments(times: curves.beats.times, strengths: curves.beats.strengths)]
      + curves.onsets.map {
        TuningReply.Moments(band: $0.band, times: $0.events.times, strengths: $0.events.strengths)
      }
  }

  /// The greatest value of each group of rows, as a share of the greatest of all.
  private static func columns(of curve: SoundCurve, group: Int) -> Data {
    let values = stride(from: 0, to: curve.numbers.count, by: group).map { start in
      (start..<min(start + group, curve.numbers.count)).map { max(curve[$0], 0) }.max() ?? 0
    }
    let greatest = values.max() ?? 0
    return Data(values.map { greatest > 0 ? UInt8(($0 / greatest * 255).rounded()) : 0 })
  }
}
