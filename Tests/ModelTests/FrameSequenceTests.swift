import Model
import Testing

@Suite("Sequences of frame numbers") struct FrameSequenceTests {
  @Test(
    "Texts are read",
    arguments: [
      ("100", [100]), ("3-6", [3, 4, 5, 6]), ("0-9:4", [0, 4, 8]), ("5-8:9", [5]), (":20", [10, 30, 50]), (":99", [10]),
    ])
  func textsAreRead(text: String, frames: [Int]) throws {
    let sequence = try #require(FrameSequence(text, of: 10...59))
    #expect(Array(sequence.numbers) == frames)
    #expect(sequence.count == frames.count)
    #expect(sequence.range == frames[0]...frames[frames.count - 1])
    #expect((0..<120).filter(sequence.contains) == frames)
    // Its text is read as the same sequence.
    #expect(FrameSequence(sequence.text) == sequence)
  }

  @Test(
    "Other texts are refused",
    arguments: [
      "", "-", "5-", "-5", "6-3", "0-9:0", "0-9:", "0-9:-1", "0-9:2:2", "1-2-3", "+1-2", "0-9:1.5", " 1", "10000000",
      "0-99999999999999999999", "a",
    ])
  func othersAreRefused(text: String) {
    #expect(FrameSequence(text, of: 0...99) == nil)
  }

  @Test("A step alone, such as :10, needs a range of frames to apply to") func stepNeedsFrames() {
    #expect(FrameSequence(":10") == nil)
  }

  @Test("The intersection of two sequences has the frames of both, for all steps")
  func intersections() {
    for (first, step, otherFirst, otherStep) in (0..<600).map({ ($0 % 5, 1 + $0 % 4, $0 % 7, 1 + $0 % 6) }) {
      let one = FrameSequence(first...40, step: step)
      for last in [8, 25, 40, 60] {
        let other = FrameSequence(otherFirst...last, step: otherStep)
        let expected = one.numbers.filter(Set(other.numbers).contains)
        #expect(one.intersection(other).map { Array($0.numbers) } ?? [] == expected)
      }
    }
    #expect(FrameSequence(0...8, step: 2).intersection(FrameSequence(1...9, step: 2)) == nil)
    #expect(FrameSequence(0...8).intersection(FrameSequence(9...9)) == nil)
  }
}
