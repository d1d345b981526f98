// What the spectra of a sound tell, row by row: amplitudes of bands, brightness, and how much its parts grow (spectral flux).
//
// Amplitudes are roots of mean squares (a full-scale sine has 0.707 in its band). The short window has 40 ms, so that a beat stays short; the lowest five
// bands come from one of 160 ms, after the sound was decimated.
// The flux is that of SuperFlux (S. Böck, G. Widmer, "Maximum filter vibrato suppression for onset detection", 2013): the logarithm of each third of
// an octave is compared with the greatest of it and its neighbours two rows (20 ms) before, and growth is added up. So a tone that glides is no onset, and
// a fade-in of 40 dB changes the flux of a beat fivefold, not a hundredfold.
// Cost: for a row a transform of 2,048 (at 44.1 kHz) and one of 512, and 29 logarithms.

import Lanes
import Model

/// The columns that spectra give, one number for each row.
struct SpectrumColumns {
  var bass: [Float] = []
  var mid: [Float] = []
  var treble: [Float] = []
  /// Octaves of the centroid above 30 Hz; 0 in silence.
  var brightness: [Float] = []
  /// The sixteen bands.
  var bands = [[Float]](repeating: [], count: SoundCurves.bandCount)
  /// Mean growth of the thirds of an octave: of all, and of those of bass, mid and treble.
  var flux = [[Float]](repeating: [], count: Self.fluxNames.count)

  /// The names of the flux columns as events have them.
  static let fluxNames = SoundCurves.usualOnsets

  /// Removes what lies behind the last row.
  mutating func limit(toRows rows: Int) {
    func cut(_ column: inout [Float]) { column.removeLast(max(0, column.count - rows)) }
    cut(&bass)
    cut(&mid)
    cut(&treble)
    cut(&brightness)
    for band in bands.indices { cut(&bands[band]) }
    for part in flux.indices { cut(&flux[part]) }
  }
}

/// Computes the columns from the samples of a mixed-down sound. It serves one thread at a time.
final class SpectrumMeter {
  private let short: WindowedSpectra
  private let long: WindowedSpectra
  private let decimator: Decimator
  private let rows: SpectrumRows
  private var longSums: CumulativePower
  private let sampleRate: Int

  private static let shortWindowSeconds = 0.04
  private static let longWindowSeconds = 0.16
  /// Rows at a sound's end whose short window reaches behind it, or nearly.
  private static let rowsAtEnd = 4

  init(sampleRate: Int) {
    self.sampleRate = sampleRate
    short = WindowedSpectra(rate: sampleRate, windowSeconds: Self.shortWindowSeconds)
    decimator = Decimator(rate: sampleRate)
    long = WindowedSpectra(rate: sampleRate, divisor: decimator.factor, windowSeconds: Self.longWindowSeconds)
    longSums = CumulativePower(binCount: long.binCount, hertzPerBin: long.hertzPerBin)
    rows = SpectrumRows(short)
  }

  /// Adds samples, and computes the rows that they complete.
  func add(_ samples: UnsafeBufferPointer<Double>) {
    short.append(samples)
    decimator.append(samples)
    computeRows()
  }

  /// Computes the remaining rows of a sound that has ended, and returns the columns.
  func finish(rows count: Int) -> SpectrumColumns {
    short.appendSilence(forRows: count)
    let behind = Double(2 * WindowedSpectra.rowsAtOnce) / Double(Sound.rowsPerSecond) + Self.longWindowSeconds
    decimator.appendSilence(samples: Int(behind * Double(sampleRate)) + 16 * decimator.factor)
    computeRows()
    rows.columns.limit(toRows: count)
    // A sound that is cut off begins nothing, though its end is heard as a click where the window reaches behind it.
    for column in rows.columns.flux.indices {
      for row in max(count - Self.rowsAtEnd, 0)..<rows.columns.flux[column].count { rows.columns.flux[column][row] = 0 }
    }
    return rows.columns
  }

  private func computeRows() {
    short.forEachFour { rows.addFour($0) }
    decimator.forEachOutput { long.append($0) }
    long.forEachFour { power in
      longSums.set(power)
      for band in 0..<FrequencyBands.firstOfShortWindow {
        let power = longSums.power(from: FrequencyBands.edges[band], to: FrequencyBands.edges[band + 1])
        SpectrumRows.append(power, long.powerScale, to: &rows.columns.bands[band])
      }
    }
  }
}

/// Makes rows of the columns of spectra in short windows.
final class SpectrumRows {
  fileprivate(set) var columns = SpectrumColumns()
  private let powerScale: Double
  private var sums: CumulativePower
  private let thirds: [ThirdOctave]
  /// The column of flux, besides that of all, to which each third belongs.
  private let fluxOfThird: [Int]
  /// How many thirds each column of flux has, at least 1.
  private let counts: [Double]
  /// The logarithms of the thirds one row and two rows before.
  private var lastLogarithms: [Double]
  private var logarithmsBefore: [Double]

  /// The factor of an amplitude before its logarithm is taken: −60 dB count as 1.
  private static let compression = 1_000.0
  /// The amplitude below which a sound has no brightness (−80 dB): that would be the brightness of the noise of rounding.
  private static let faintest = 1e-4

  init(_ spectra: WindowedSpectra) {
    powerScale = spectra.powerScale
    sums = CumulativePower(binCount: spectra.binCount, hertzPerBin: spectra.hertzPerBin)
    let thirds = ThirdOctave.all(hertzPerBin: spectra.hertzPerBin, binCount: spectra.binCount)
    let columnOfThird = thirds.map {
      $0.centre < FrequencyBands.bass.high ? 1 : $0.centre < FrequencyBands.mid.high ? 2 : 3
    }
    counts = SpectrumColumns.fluxNames.indices.map { column in
      Double(max(column == 0 ? thirds.count : columnOfThird.count { $0 == column }, 1))
    }
    (self.thirds, fluxOfThird) = (thirds, columnOfThird)
    lastLogarithms = Array(repeating: 0, count: thirds.count)
    logarithmsBefore = lastLogarithms
  }

  /// Appends the amplitudes of four rows, by their powers.
  static func append(_ power: Four, _ scale: Double, to column: inout [Float]) {
    for lane in 0..<WindowedSpectra.rowsAtOnce { column.append(Float(Lanes.sqrt(power[lane] * scale))) }
  }

  /// Appends four rows by the powers of their frequencies.
  func addFour(_ power: UnsafeBufferPointer<Four>) {
    sums.set(power)
    func append(_ band: (low: Double, high: Double), to column: inout [Float]) {
      Self.append(sums.power(from: band.low, to: band.high), powerScale, to: &column)
    }
    append(FrequencyBands.bass, to: &columns.bass)
    append(FrequencyBands.mid, to: &columns.mid)
    append(FrequencyBands.treble, to: &columns.treble)
    let edges = FrequencyBands.edges
    for band in FrequencyBands.firstOfShortWindow..<SoundCurves.bandCount {
      append((edges[band], edges[band + 1]), to: &columns.bands[band])
    }
    let powers = thirds.map { sums.power(bins: $0.bins.lowerBound, $0.bins.upperBound) * powerScale }
    for lane in 0..<WindowedSpectra.rowsAtOnce { addRow(powers, lane) }
  }

  /// Appends the brightness and the flux of a row.
  private func addRow(_ powers: [Four], _ lane: Int) {
    var (weight, moment) = (0.0, 0.0)
    var growth = Four.zero
    let before = logarithmsBefore
    logarithmsBefore = lastLogarithms
    for (index, third) in thirds.enumerated() {
      let amplitude = Lanes.sqrt(powers[index][lane])
      weight += amplitude
      moment += amplitude * third.centre
      let logarithm = Lanes.log(1 + Self.compression * amplitude)
      let greatest = max(before[index], before[max(index - 1, 0)], before[min(index + 1, thirds.count - 1)])
      let grown = max(logarithm - greatest, 0)
      growth[0] += grown
      growth[fluxOfThird[index]] += grown
      lastLogarithms[index] = logarithm
    }
    for column in counts.indices { columns.flux[column].append(Float(growth[column] / counts[column])) }
    let octaves = weight > Self.faintest ? max(FrequencyBands.octaves(moment / weight), 0) : 0
    columns.brightness.append(Float(octaves))
  }
}
