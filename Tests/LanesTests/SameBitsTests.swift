import Lanes
import Testing

/// The bits of every lane function, folded into one number that all builds and CPUs must reproduce.
@Suite struct SameBitsTests {
  @Test("Every build gives the same bits") func everyBuildGivesTheseBits() {
    var sum: UInt64 = 0
    func fold(_ x: Float8) {
      let bits = Lanes.bits(x)
      for lane in 0..<8 { sum = CounterHash.mix64(sum ^ UInt64(UInt32(bitPattern: bits[lane]))) }
    }
    let stream = StreamKey(seed: 11, path: 12)
    for block in 0..<UInt64(4000) {
      let keys = stream.keys(firstIndex: block * 8)
      let x = keys.centred(channel: 0) * 40
      let y = keys.centred(channel: 1) * 40
      let positive = keys.uniform(channel: 2) * 9 + 0x1p-20
      fold(Lanes.sincos(x).sin)
      fold(Lanes.sincosTurns(y).cos)
      fold(Lanes.atan2(y: y, x: x))
      fold(Lanes.exp2(x))
      fold(Lanes.exp(y))
      fold(Lanes.log(positive))
      fold(Lanes.log2(positive))
      fold(Lanes.pow(positive, y * 0.25))
      fold(Lanes.sqrt(positive) + Lanes.floor(x) + Lanes.round(y))
      fold(Lanes.float(Lanes.truncate(x * 1e9)))
      fold(ValueNoise.at(x, y, positive, seed: 3, periodX: 7))
      let noise = GradientNoise.at(x, y, positive, seed: 3, periodZ: 4)
      fold(noise.value + noise.dx * noise.dy + noise.dz)
      for lane in 0..<8 {
        let a = Double(x[lane])
        let b = Double(positive[lane])
        let doubles = [
          Lanes.sin(a), Lanes.tan(a), Lanes.atan(a), Lanes.asin(a / 20), Lanes.acos(a / 20), Lanes.exp(a),
          Lanes.log2(b),
          Lanes.log(b), Lanes.pow(b, a), ValueNoise.at(a, b, seed: 1),
        ]
        for value in doubles { sum = CounterHash.mix64(sum ^ value.bitPattern) }
      }
    }
    #expect(sum == 6_070_146_111_261_496_388, "The bits changed: \(sum) on \(Lanes.cpuLevel)")
  }
}
