import Model
import Testing

@Suite struct PathHashTests {
  @Test("Paths never change") func pathsNeverChange() {
    // From a separate implementation. Presets are tuned to the draws that follow from these; another value would change every picture.
    let rocket = PathHash.child(of: PathHash.child(of: PathHash.root, named: "rockets"), named: "rocket")
    let unnamed = PathHash.child(of: PathHash.root, at: 3)
    #expect(rocket == 0x2841_D43C_A408_6943)
    #expect(unnamed == 0x4D35_E6A3_5607_4601)
  }

  @Test("Order and borders of names count") func orderAndBordersOfNamesCount() {
    func path(_ names: [String]) -> UInt64 { names.reduce(PathHash.root) { PathHash.child(of: $0, named: $1) } }
    let paths = [
      ["layer", "cell"], ["layercell"], ["cell", "layer"], ["laye", "rcell"], ["layer", "", "cell"], [],
    ].map(path)
    #expect(Set(paths).count == paths.count)
    #expect(PathHash.child(of: PathHash.root, at: 0) != path([""]))
  }
}
