import Lanes
import Testing

/// The hash must never change, and must look random along every one of its arguments.
@Suite struct CounterHashTests {
  static let stream = StreamKey(seed: 7, path: 0xd76b_9553_3238_2d82)

  /// The chi-chiSquare statistic of counts, as standard deviations from its mean.
  static func deviation(_ counts: [Int], samples: Int) -> Double {
    let expected = Double(samples) / Double(counts.count)
    let chiSquare = counts.reduce(0.0) { $0 + (Double($1) - expected) * (Double($1) - expected) / expected }
    let degreesOfFreedom = Double(counts.count - 1)
    return (chiSquare - degreesOfFreedom) / (2 * degreesOfFreedom).squareRoot()
  }

  /// The deviation of counts of pairs in 64 × 64 cells. A pair is two draws that are made from one number of 0 ..< 2¹⁹.
  static func pairDeviation(_ draw: (UInt64) -> (UInt32, UInt32)) -> Double {
    var counts = [Int](repeating: 0, count: 4096)
    let samples = 1 << 19
    for index in 0..<UInt64(samples) {
      let (a, b) = draw(index)
      counts[Int(a >> 26) << 6 | Int(b >> 26)] += 1
    }
    return deviation(counts, samples: samples)
  }

  @Test("Eight lanes give the bits of their scalar counterparts") func lanesAreTheScalarTwins() {
    let low = UInt32x8(0, 1, 77, .max, 12, 13, 1 << 31, 99)
    let high = UInt32x8(0, 0, 5, .max, 1, 0, 2, 0)
    let keys = Self.stream.keys(low: low, high: high)
    let children = keys.child(stream: StreamKey(seed: 7, path: 3), low: high, high: low)
    for lane in 0..<8 {
      let key = Self.stream.key(index: UInt64(high[lane]) << 32 | UInt64(low[lane]))
      #expect(keys[lane] == key)
      #expect(keys.bits(channel: 3)[lane] == key.bits(channel: 3))
      #expect(keys.uniform(channel: 3)[lane] == key.uniform(channel: 3))
      let child = key.child(stream: StreamKey(seed: 7, path: 3), index: UInt64(low[lane]) << 32 | UInt64(high[lane]))
      #expect(children[lane] == child)
    }
  }

  @Test("Keys of consecutive indices carry into the upper half") func consecutiveKeysCarry() {
    for first: UInt64 in [0, 8, 0xffff_fff9, 0xffff_fffc, 0x1_ffff_ffff, .max - 7] {
      let keys = Self.stream.keys(firstIndex: first)
      let children = Self.stream.key(index: 4).children(stream: Self.stream, firstIndex: first)
      for lane in 0..<8 {
        #expect(keys[lane] == Self.stream.key(index: first + UInt64(lane)))
        #expect(children[lane] == Self.stream.key(index: 4).child(stream: Self.stream, index: first + UInt64(lane)))
      }
    }
  }

  @Test("Values are uniform in every channel") func valuesAreUniform() {
    for channel: UInt32 in [0, 1, 40] {
      var counts = [Int](repeating: 0, count: 1024)
      var sum = 0.0
      for block in 0..<(1 << 17) {
        let x = Self.stream.keys(firstIndex: UInt64(block * 8)).uniform(channel: channel)
        for lane in 0..<8 {
          counts[Int(x[lane] * 1024)] += 1
          sum += Double(x[lane])
        }
      }
      let found = Self.deviation(counts, samples: 1 << 20)
      #expect(abs(found) < 4, "channel \(channel): \(found) standard deviations")
      let mean = sum / 0x1p20
      // Four standard errors: a uniform number deviates by 1/√12 = 0.2887, the mean of 2²⁰ by that over 1024.
      #expect(abs(mean - 0.5) < 4 * 0.2887 / 1024)
    }
  }

  @Test("Values of neighbouring indices, seeds and paths are independent") func neighboursAreIndependent() {
    let path: UInt64 = 0x5313_e2df_c831_f9df
    let found: [(String, Double)] = [
      (
        "indices",
        Self.pairDeviation {
          (Self.stream.key(index: $0).bits(channel: 2), Self.stream.key(index: $0 + 1).bits(channel: 2))
        }
      ),
      (
        "indices 4096 apart",
        Self.pairDeviation {
          (Self.stream.key(index: $0).bits(channel: 2), Self.stream.key(index: $0 + 4096).bits(channel: 2))
        }
      ),
      (
        "channels 0 and 1",
        Self.pairDeviation {
          let key = Self.stream.key(index: $0)
          return (key.bits(channel: 0), key.bits(channel: 1))
        }
      ),
      (
        "channels 7 and 8",
        Self.pairDeviation {
          let key = Self.stream.key(index: $0)
          return (key.bits(channel: 7), key.bits(channel: 8))
        }
      ),
      (
        "seeds, same index",
        Self.pairDeviation {
          let a = StreamKey(seed: $0, path: path)
          let b = StreamKey(seed: $0 + 1, path: path)
          return (a.key(index: 5).bits(channel: 1), b.key(index: 5).bits(channel: 1))
        }
      ),
      (
        "seeds 1 and 2",
        Self.pairDeviation {
          let a = StreamKey(seed: 1, path: path)
          let b = StreamKey(seed: 2, path: path)
          return (a.key(index: $0).bits(channel: 1), b.key(index: $0).bits(channel: 1))
        }
      ),
      (
        "parent and child",
        Self.pairDeviation {
          let key = Self.stream.key(index: $0)
          return (key.bits(channel: 1), key.child(stream: Self.stream, index: 0).bits(channel: 1))
        }
      ),
      (
        "siblings",
        Self.pairDeviation {
          let key = Self.stream.key(index: $0 >> 8)
          let index = $0 & 255
          return (
            key.child(stream: Self.stream, index: index).bits(channel: 1),
            key.child(stream: Self.stream, index: index + 1).bits(channel: 1)
          )
        }
      ),
      (
        "cousins of one index",
        Self.pairDeviation {
          (
            Self.stream.key(index: $0).child(stream: Self.stream, index: 3).bits(channel: 1),
            Self.stream.key(index: $0 + 1).child(stream: Self.stream, index: 3).bits(channel: 1)
          )
        }
      ),
    ]
    for (name, deviation) in found {
      print("hash \(name): \(deviation) standard deviations")
      #expect(abs(deviation) < 4, "\(name): \(deviation)")
    }
  }

  @Test("Every pair of channels is independent") func everyPairOfChannelsIsIndependent() {
    var worst = 0.0
    for first: UInt32 in 0..<24 {
      for second in (first + 1)..<24 {
        var counts = [Int](repeating: 0, count: 256)
        for index in 0..<UInt64(1 << 14) {
          let key = Self.stream.key(index: index)
          counts[Int(key.bits(channel: first) >> 28) << 4 | Int(key.bits(channel: second) >> 28)] += 1
        }
        worst = max(worst, abs(Self.deviation(counts, samples: 1 << 14)))
      }
    }
    // The largest of 276 pairs of channels.
    #expect(worst < 5, "\(worst) standard deviations")
  }

  @Test("Every bit of an index flips half of the bits") func everyBitOfAnIndexFlipsHalfOfTheBits() {
    for bit in 0..<64 {
      var flips = 0
      var perBit = [Int](repeating: 0, count: 32)
      let samples = 2000
      for index in 0..<UInt64(samples) {
        let changed =
          Self.stream.key(index: index &* 977).bits(channel: 0)
          ^ Self.stream.key(index: (index &* 977) ^ (1 << UInt64(bit))).bits(channel: 0)
        flips += changed.nonzeroBitCount
        for place in 0..<32 where changed >> UInt32(place) & 1 == 1 { perBit[place] += 1 }
      }
      let mean = Double(flips) / Double(samples)
      #expect(abs(mean - 16) < 0.5, "bit \(bit): \(mean) of 32")
      #expect(perBit.allSatisfy { abs($0 - samples / 2) < 150 }, "bit \(bit): \(perBit)")
    }
  }

  @Test("Keys of different indices do not collide") func keysDoNotCollide() {
    var seen = Set<ParticleKey>()
    for index in 0..<UInt64(1 << 18) { seen.insert(Self.stream.key(index: index)) }
    for parent in 0..<UInt64(1 << 9) {
      let key = Self.stream.key(index: parent)
      for index in 0..<UInt64(1 << 9) { seen.insert(key.child(stream: StreamKey(seed: 7, path: 1), index: index)) }
    }
    #expect(seen.count == 1 << 19)
    // Of 2²⁰ draws of 32 bits about 128 pairs are equal, as in the birthday problem.
    var bits = (0..<UInt64(1 << 20)).map { Self.stream.key(index: $0).bits(channel: 0) }
    bits.sort()
    let equalPairs = zip(bits, bits.dropFirst()).count { $0 == $1 }
    #expect(equalPairs > 70 && equalPairs < 190, "\(equalPairs) equal draws")
  }

  @Test("Known answers never change") func answersNeverChange() {
    let names: UInt64 = 0xb1fb_82ae_3f2b_597f
    let stream = StreamKey(seed: 7, path: names)
    let key = stream.key(index: 123_456_789_012)
    let child = key.child(stream: StreamKey(seed: 0, path: 0), index: 3)
    // From a separate implementation.
    let expected: [UInt64] = [
      0xbf26_ac19_d41b_a6f5, 0x221b_595f_df39_6c4b, 0xf167_5887_a383_89a7, 0x355b_1513, 0x276c_53db,
    ]
    let found = [
      UInt64(stream.highHalf) << 32 | UInt64(stream.lowHalf), UInt64(key.highHalf) << 32 | UInt64(key.lowHalf),
      UInt64(child.highHalf) << 32 | UInt64(child.lowHalf), UInt64(key.bits(channel: 0)), UInt64(key.bits(channel: 9)),
    ]
    #expect(found == expected, "\(found)")
    #expect(key.uniform(channel: 0) == Float(key.bits(channel: 0) >> 8) / 16_777_216)
  }
}
