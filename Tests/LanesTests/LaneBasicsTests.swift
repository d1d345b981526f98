import Lanes
import Testing

@Suite struct LaneBasicsTests {
  static let samples: [Float] = [
    0, -0.0, 0.25, -0.25, 0.5, -0.5, 1, -1, 1.5, -1.5, 2.5, -2.5, 3.999_999_8, -3.999_999_8, 8_388_607.5, -8_388_607.5,
    8_388_608, -8_388_609, 16_777_215, 2.1e9, -2.1e9, 1e20, -1e20, 0x1p-133, -0x1p-133, 0.499_999_97,
  ]

  @Test("Rounding matches the standard library bit for bit") func roundingMatchesTheStandardLibraryBitForBit() {
    for x in Self.samples {
      let lanes = Float8(repeating: x)
      #expect(Lanes.floor(lanes)[6].bitPattern == x.rounded(.down).bitPattern, "floor \(x)")
      #expect(Lanes.round(lanes)[1].bitPattern == x.rounded(.toNearestOrEven).bitPattern, "round \(x)")
      if abs(x) < 2.1e9 {
        #expect(Lanes.truncateInRange(lanes)[2] == Int32(x))
        #expect(Lanes.floorToInt(lanes)[2] == Int32(x.rounded(.down)))
      }
      if x > 0 { #expect(Lanes.sqrt(lanes)[3] == x.squareRoot()) }
      #expect(Lanes.abs(lanes)[0] == Swift.abs(x))
      #expect(Lanes.fract(lanes)[0] == x - x.rounded(.down))
    }
  }

  @Test("Truncation is limited to the range of Int32") func truncationIsHeldInRange() {
    let x = Float8(3e9, -3e9, .infinity, -.infinity, .nan, -0.9, 7.9, 2_147_483_520)
    let expected = Int32x8(
      2_147_483_520, .min, 2_147_483_520, .min, .min, 0, 7, 2_147_483_520)
    #expect(Lanes.truncate(x) == expected)
  }

  @Test("Minimum, maximum and select treat NaN as stated") func smallerLargerAndSelect() {
    let a = Float8(1, 5, -3, 0, .nan, 2, 7, 8)
    let b = Float8(2, 4, -4, 0, 1, .nan, 7, -8)
    let low = Lanes.min(a, b)
    #expect(low[0] == 1 && low[1] == 4 && low[2] == -4 && low[4] == 1 && low[5].isNaN && low[7] == -8)
    let high = Lanes.max(a, b)
    #expect(high[0] == 2 && high[1] == 5 && high[2] == -3 && high[4] == 1 && high[5].isNaN && high[7] == 8)
    #expect(Lanes.clamp(a, 0, 5) == Float8(1, 5, 0, 0, 0, 2, 5, 5))
    #expect(Lanes.select(a .> 4, a, b)[1] == 5 && Lanes.select(a .> 4, a, b)[0] == 2)
    #expect(Lanes.copySign(Float8(repeating: 3), b)[2] == -3)
    #expect(Lanes.mix(Float8(repeating: 2), Float8(repeating: 4), Float8(repeating: 0.5)) == Float8(repeating: 3))
  }

  @Test("Integers are narrowed and floats widened exactly") func narrowingAndWidening() {
    let x = Int32x8(0, 1, 127, 128, 255, 256, 300, -1)
    #expect(Lanes.lowBytes(x) == SIMD8<UInt8>(0, 1, 127, 128, 255, 0, 44, 255))
    #expect(Lanes.lowWords(x) == SIMD8<UInt16>(0, 1, 127, 128, 255, 256, 300, 65535))
    #expect(Lanes.words(Lanes.lowBytes(x)) == SIMD8<UInt16>(0, 1, 127, 128, 255, 0, 44, 255))
    #expect(Lanes.ints(Lanes.lowBytes(x))[7] == 255 && Lanes.ints(Lanes.lowWords(x))[7] == 65535)
  }

  @Test("Memory needs no alignment") func memoryNeedsNoAlignment() {
    let buffer = AlignedBuffer<Float>(count: 32)
    for index in 0..<32 { buffer[index] = Float(index) }
    let x = Lanes.load(buffer.base + 3)
    #expect(x == Lanes.laneNumbers + 3)
    Lanes.store(x, to: buffer.base + 17)
    #expect(buffer[17] == 3 && buffer[24] == 10 && buffer[25] == 25)
  }

  @Test("This CPU is sufficient") func thisCPUIsSufficient() {
    #expect(Lanes.cpuIsSufficient)
    #expect(["x86-64-v3", "baseline", "arm64", "generic"].contains(Lanes.cpuLevel))
  }
}
