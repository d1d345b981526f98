import Testing

/// Compares meshes with pictures of 8 × 8 samples a pixel that another program (numpy) made from the same formulas.
@Suite struct MeshReferenceTests {
  @Test(
    "A mesh agrees with the picture",
    arguments: [
      ("mesh/mesh-3x3-regular", 3.0), ("mesh/mesh-3x3-centre-moved", 3), ("mesh/mesh-2x2-displaced-unsmoothed", 16),
    ])
  func agreesWithThePicture(_ test: (name: String, limit: Double)) throws {
    let difference = try ReferencePicture(test.name).difference
    #expect(difference.mean <= 0.5, "\(difference)")
    #expect(difference.percentile999 <= test.limit, "\(difference)")
  }
}
