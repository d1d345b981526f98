import MotesTuning
import Testing

@Suite("A request for a part of a song gets this part") struct ByteRangeTests {
  @Test(
    "The forms of RFC 9110, of a file of 100 bytes",
    arguments: [
      ("bytes=0-", ByteRange.part(0..<100)), ("bytes=0-0", .part(0..<1)), ("bytes=10-19", .part(10..<20)),
      ("bytes=99-", .part(99..<100)), ("bytes=90-4000", .part(90..<100)), ("bytes=-5", .part(95..<100)),
      ("bytes=-500", .part(0..<100)), ("bytes=100-", .none), ("bytes=-0", .none),
      ("bytes=99999999999999999999999999-", .none), ("bytes=5-99999999999999999999999999", .part(5..<100)),
      ("bytes=-99999999999999999999999999", .part(0..<100)),
    ])
  func parts(header: String, wanted: ByteRange) {
    #expect(ByteRange(header, of: 100) == wanted)
  }

  @Test(
    "What is no single range of bytes is ignored",
    arguments: [
      nil, "", "bytes", "bytes=", "bytes=-", "bytes=5", "bytes=9-3", "bytes=a-b", "bytes=1-2-3", "bytes=0-1,5-6",
      "lines=0-3",
      "bytes= 0-3", "bytes=+1-3", "bytes=٣-٥",
    ])
  func ignored(header: String?) { #expect(ByteRange(header, of: 100) == .all) }

  @Test("An empty file has no part") func empty() {
    #expect(ByteRange("bytes=0-", of: 0) == .none)
    #expect(ByteRange("bytes=-1", of: 0) == .none)
    #expect(ByteRange(nil, of: 0) == .all)
  }
}
