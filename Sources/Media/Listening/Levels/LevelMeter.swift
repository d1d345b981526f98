import Encoding
import Lanes

/// Adds up samples over slots of 10 ms and of 1 ms, in the order of time. It serves one thread at a time.
final class LevelMeter {
  private(set) var columns = LevelColumns()
  private let sampleRate: Int
  private let channels: [SoundChannel]
  /// Samples of each channel so far.
  private(set) var sampleCount = 0

  private var filters: [KWeighting]
  /// Sums of the K-weighted squares of each channel over the current slot.
  private var weightedSums: [Double]
  private var slot = Slot()
  private var envelope = Envelope()
  /// States of the low-pass filters for the envelopes: two in a row for the low part, one whose remainder is the high part.
  private var lowState = (0.0, 0.0)
  private var highState = 0.0
  private let lowShare: Double
  private let highShare: Double
  /// The sides and the mix of a few samples.
  private var left: [Double]
  private var right: [Double]
  private var mix: [Double]

  /// Sums over the current slot of 10 ms.
  private struct Slot {
    var (left, right) = (0.0, 0.0)
    var (least, greatest) = (Double.infinity, -Double.infinity)
    var start = 0
  }

  /// Sums over the current slot of 1 ms.
  private struct Envelope {
    var (low, high, whole) = (0.0, 0.0, 0.0)
  }

  private static let slotsPerRow = OnsetEnvelopes.slotsPerSecond / Sound.rowsPerSecond
  /// Hertz up to which the low part of the envelopes goes.
  private static let lowHertz = 200.0
  /// Hertz above which the high part of the envelopes lies.
  private static let highHertz = 3_000.0

  init(sampleRate: Int, channels: [SoundChannel]) {
    self.sampleRate = sampleRate
    self.channels = channels
    filters = Array(repeating: KWeighting(sampleRate: sampleRate), count: channels.count)
    weightedSums = Array(repeating: 0, count: channels.count)
    /// The share of a new sample in a low-pass filter of first order.
    func share(_ hertz: Double) -> Double { 1 - Lanes.exp(-0x1.921fb54442d18p+2 * hertz / Double(sampleRate)) }
    lowShare = share(Self.lowHertz)
    highShare = share(Self.highHertz)
    let most = sampleRate / OnsetEnvelopes.slotsPerSecond + 2
    left = Array(repeating: 0, count: most)
    right = left
    mix = left
  }

  /// The number of the first sample of a slot of 1 ms.
  private func start(ofSlot slot: Int) -> Int { slot * sampleRate / OnsetEnvelopes.slotsPerSecond }

  /// Adds samples, those of all channels at one moment side by side, and gives the mix to `body`, some at a time.
  func add(_ samples: UnsafeBufferPointer<Float>, _ body: (UnsafeBufferPointer<Double>) -> Void) {
    let total = samples.count / channels.count
    var done = 0
    while done < total {
      let slotEnd = start(ofSlot: columns.envelopes.whole.count + 1)
      let count = min(slotEnd - sampleCount, total - done)
      let first = done * channels.count
      let run = UnsafeBufferPointer(rebasing: samples[first..<first + count * channels.count])
      measureLoudness(run, count)
      mixDown(run, count)
      measureLevels(count)
      mix.withUnsafeBufferPointer { body(UnsafeBufferPointer(rebasing: $0[..<count])) }
      sampleCount += count
      done += count
      if sampleCount == slotEnd { endSlot() }
    }
  }

  /// Ends the last slot of a sound.
  func finish() {
    if sampleCount > start(ofSlot: columns.envelopes.whole.count) { endEnvelope() }
    if sampleCount > slot.start { endRow() }
  }

  private func endSlot() {
    endEnvelope()
    for channel in filters.indices { filters[channel].dropFaintState() }
    if columns.envelopes.whole.count % Self.slotsPerRow == 0 { endRow() }
  }

  private func endEnvelope() {
    let count = Double(max(sampleCount - start(ofSlot: columns.envelopes.whole.count), 1))
    func root(_ sum: Double) -> Float { Float(Lanes.sqrt(sum / count)) }
    columns.envelopes.low.append(root(envelope.low))
    columns.envelopes.high.append(root(envelope.high))
    columns.envelopes.whole.append(root(envelope.whole))
    envelope = Envelope()
  }

  private func endRow() {
    columns.counts.append(Int32(sampleCount - slot.start))
    columns.left.append(Float(slot.left))
    columns.right.append(Float(slot.right))
    columns.least.append(Float(slot.least))
    columns.greatest.append(Float(slot.greatest))
    var weighted = 0.0
    for channel in channels.indices {
      weighted += weightedSums[channel] * channels[channel].loudness
      weightedSums[channel] = 0
    }
    columns.weighted.append(weighted)
    slot = Slot()
    slot.start = sampleCount
  }

  private func measureLoudness(_ run: UnsafeBufferPointer<Float>, _ count: Int) {
    let stride = channels.count
    for channel in channels.indices where channels[channel].loudness > 0 {
      var filter = filters[channel]
      var sum = weightedSums[channel]
      for index in 0..<count {
        let y = filter.filter(Double(run[index * stride + channel]))
        sum += y * y
      }
      filters[channel] = filter
      weightedSums[channel] = sum
    }
  }

  /// Writes the sides and the mix, which is half of their sum.
  private func mixDown(_ run: UnsafeBufferPointer<Float>, _ count: Int) {
    let stride = channels.count
    left.withUnsafeMutableBufferPointer { left in
      right.withUnsafeMutableBufferPointer { right in
        mix.withUnsafeMutableBufferPointer { mix in
          for index in 0..<count { (left[index], right[index]) = (0, 0) }
          for (channel, shares) in channels.enumerated() {
            for index in 0..<count {
              let sample = Double(run[index * stride + channel])
              left[index] += sample * shares.left
              right[index] += sample * shares.right
            }
          }
          for index in 0..<count { mix[index] = 0.5 * (left[index] + right[index]) }
        }
      }
    }
  }

  private func measureLevels(_ count: Int) {
    var (slot, envelope, lowState, highState) = (slot, envelope, lowState, highState)
    left.withUnsafeBufferPointer { left in
      right.withUnsafeBufferPointer { right in
        mix.withUnsafeBufferPointer { mix in
          for index in 0..<count {
            let x = mix[index]
            slot.left += left[index] * left[index]
            slot.right += right[index] * right[index]
            if x < slot.least { slot.least = x }
            if x > slot.greatest { slot.greatest = x }
            lowState.0 += lowShare * (x - lowState.0)
            lowState.1 += lowShare * (lowState.0 - lowState.1)
            highState += highShare * (x - highState)
            let high = x - highState
            envelope.low += lowState.1 * lowState.1
            envelope.high += high * high
            envelope.whole += x * x
          }
        }
      }
    }
    // Numbers that fade for ever become so small that arithmetic with them is slow.
    if lowState.0.magnitude < 1e-30 { lowState.0 = 0 }
    if lowState.1.magnitude < 1e-30 { lowState.1 = 0 }
    if highState.magnitude < 1e-30 { highState = 0 }
    (self.slot, self.envelope, self.lowState, self.highState) = (slot, envelope, lowState, highState)
  }
}
