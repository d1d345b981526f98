import Lanes
import Testing

@Suite struct AlignedBufferTests {
  @Test("A new buffer is aligned and zeroed") func isAlignedAndZeroed() {
    for count in [0, 1, 7, 64, 1000, 200_000] {
      let buffer = AlignedBuffer<Double>(count: count)
      #expect(Int(bitPattern: buffer.base) % 64 == 0)
      #expect(buffer.count == count && (0..<count).allSatisfy { buffer[$0] == 0 })
    }
  }

  @Test("Growing keeps the alignment and shrinking keeps the memory")
  func growingKeepsAlignmentAndShrinkingKeepsMemory() {
    let buffer = AlignedBuffer<UInt8>(count: 10)
    buffer[3] = 9
    let before = buffer.base
    buffer.resize(to: 5)
    #expect(buffer.count == 5 && buffer.base == before && buffer[3] == 9)
    buffer.resize(to: 100_000)
    #expect(buffer.count == 100_000 && Int(bitPattern: buffer.base) % 64 == 0)
    #expect((0..<100_000).allSatisfy { buffer[$0] == 0 })
  }

  @Test("The view of a buffer covers its elements") func viewsCoverTheElements() {
    let buffer = AlignedBuffer<Int32>(count: 12)
    for index in 0..<12 { buffer[index] = Int32(index) }
    #expect(buffer.elements.reduce(0, +) == 66 && buffer.elements.count == 12)
    buffer.fill(with: 4)
    #expect(buffer.elements.allSatisfy { $0 == 4 })
  }
}
