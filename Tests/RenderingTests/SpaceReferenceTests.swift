import Testing

/// Compares cards in space, seen by the preset's camera, with those of a browser's `perspective` and `translate3d`.
@Suite struct SpaceReferenceTests {
  @Test(
    "Cards in space are seen as a browser shows them",
    arguments: [
      "depths", "long-lens-behind", "moved-center", "moved-eye", "one-vanishing-point", "rolled-eye",
    ])
  func agrees(_ name: String) throws {
    let difference = try ReferencePicture("space/" + name).difference
    #expect(difference.mean <= 0.15, "mean \(difference.mean)")
    #expect(difference.percentile999 <= 10, "99.9 % \(difference.percentile999)")
  }
}
