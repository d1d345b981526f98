import Hashing
import Testing

@Suite struct FrameHasherTests {
  @Test("SHA-256 agrees with known hashes") func sha256OfKnownText() {
    // FIPS 180-2, appendix B.1.
    #expect(sha256("abc".utf8) == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad")
    #expect(sha256([]) == "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855")
  }
}
