import Hashing
import Raster
import Testing

@Suite struct FrameHashComparisonTests {
  @Test("Equal files have no differences") func equalFiles() throws {
    let file = try hashFile((0..<5).map { testFrame($0) })
    let comparison = FrameHashComparison(expected: file, actual: file)
    #expect(comparison.isEqual)
    #expect(comparison.comparedCount == 5)
    #expect(comparison.summary == ["5 frames equal"])
  }

  @Test("Missing, unexpected and differing frames are reported") func differencesAreReported() throws {
    let expected = try hashFile((0..<6).map { testFrame($0) })
    var actual = try hashFile((0..<6).map { testFrame($0 == 2 || $0 == 4 ? 9 : $0 + 1) }, first: 1)
    actual.frameRate = 30
    actual.lines[1].hash = expected.lines[2].hash
    let comparison = FrameHashComparison(expected: expected, actual: actual)
    #expect(!comparison.isEqual)
    #expect(comparison.missingFrames == [0])
    #expect(comparison.extraFrames == [6])
    #expect(comparison.differingFrames == [3, 5])
    #expect(comparison.firstDifferingFrame == 3)
    #expect(
      comparison.summary == [
        "#tb 0 is 1/30, expected 1/60", "2 of 5 frames differ, the first is frame 3",
        "1 frame missing, the first is frame 0", "1 frame not expected, the first is frame 6",
      ])
  }

  @Test("Only headers that matter are compared") func headersThatMatter() throws {
    let expected = try hashFile([testFrame(0)])
    var actual = expected
    actual.recipe = sampleRecipe
    #expect(FrameHashComparison(expected: expected, actual: actual).isEqual)
    actual.width = 63
    actual.algorithm = "MD5"
    #expect(
      FrameHashComparison(expected: expected, actual: actual).summary == [
        "#hash is MD5, expected SHA256", "#dimensions 0 is 63x46, expected 62x46",
      ])
  }
}
