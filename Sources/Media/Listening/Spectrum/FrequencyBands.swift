import Lanes
import Model

/// The parts of the spectrum of which curves are made, in hertz.
enum FrequencyBands {
  /// The ends of the sixteen bands, which are equally wide on a logarithmic scale from 30 Hz to 16 kHz: each is 1.48 times as wide as the one below.
  static let edges: [Double] = (0...SoundCurves.bandCount).map {
    lowest * Lanes.exp2(Lanes.log2(highest / lowest) * Double($0) / Double(SoundCurves.bandCount))
  }
  static let lowest = 30.0
  static let highest = 16_000.0

  /// The bands below this one are narrower than a short window tells apart. They are taken from a long window.
  static let firstOfShortWindow = 5

  static let bass = (low: 20.0, high: 250.0)
  static let mid = (low: 250.0, high: 4_000.0)
  static let treble = (low: 4_000.0, high: 20_000.0)

  /// Octaves above `lowest`.
  static func octaves(_ hertz: Double) -> Double { Lanes.log2(hertz / lowest) }

  /// Hertz at a number of octaves above `lowest`.
  static func hertz(octaves: Double) -> Double { lowest * Lanes.exp2(octaves) }
}

/// Sums of power up to any frequency, of four spectra: the power of a band is a difference of two of them.
struct CumulativePower {
  /// Element k is the sum of all bins below k.
  private var sums: [Four]
  private let hertzPerBin: Double

  init(binCount: Int, hertzPerBin: Double) {
    sums = Array(repeating: .zero, count: binCount + 1)
    self.hertzPerBin = hertzPerBin
  }

  mutating func set(_ power: UnsafeBufferPointer<Four>) {
    sums.withUnsafeMutableBufferPointer { sums in
      var sum = Four.zero
      for (index, value) in power.enumerated() {
        sums[index] = sum
        sum += value
      }
      sums[power.count] = sum
    }
  }

  /// The sum up to a frequency. A bin's power is spread evenly over its width, from half a bin below its frequency to half a bin above.
  private func sum(to hertz: Double) -> Four {
    let place = min(hertz / hertzPerBin + 0.5, Double(sums.count - 1))
    let index = min(Int(place), sums.count - 2)
    return sums[index] + (sums[index + 1] - sums[index]) * (place - Double(index))
  }

  /// The power between two frequencies.
  func power(from low: Double, to high: Double) -> Four { sum(to: high) - sum(to: low) }

  /// The power of the bins from `first` up to `end`, this one not included.
  func power(bins first: Int, _ end: Int) -> Four { sums[end] - sums[first] }
}

/// Neighbouring bins, about a third of an octave of them, whose growth is listened to for onsets.
struct ThirdOctave {
  let bins: Range<Int>
  /// Hertz in the middle.
  let centre: Double

  /// The parts of an octave.
  private static let partsOfOctave = 3.0

  /// All of them from 30 Hz up to 16 kHz or the highest frequency of the sound. Where they are narrower than a bin, there are fewer.
  static func all(hertzPerBin: Double, binCount: Int) -> [ThirdOctave] {
    var all: [ThirdOctave] = []
    var first = Int((FrequencyBands.lowest / hertzPerBin).rounded(.up))
    var part = 1.0
    while true {
      let edge = min(FrequencyBands.hertz(octaves: part / partsOfOctave), FrequencyBands.highest)
      let end = min(Int((edge / hertzPerBin).rounded(.up)), binCount)
      if end > first {
        all.append(ThirdOctave(bins: first..<end, centre: 0.5 * Double(first + end - 1) * hertzPerBin))
        first = end
      }
      if edge >= FrequencyBands.highest || end >= binCount { return all }
      part += 1
    }
  }
}
