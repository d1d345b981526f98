import Model
import Testing

@Suite struct PathHashTests {
  @Test("Path hashes never change") func pathHashesNeverChange() {
    // The values are those of a separate implementation. Random numbers follow from them: another value would change every
    // picture.
    let rocket = PathHash.child(of: PathHash.child(of: PathHash.root, named: "rockets"), named: "rocket")
    let unnamed = PathHash.child(of: PathHash.root, at: 3)
    #expect(rocket == 0x2841_D43C_A408_6943)
    #expect(unnamed == 0x4D35_E6A3_5607_4601)
  }

  @Test("Path hashes depend on the order of names and on where each name ends")
  func pathHashesDependOnOrderAndEndsOfNames() {
    func path(_ names: [String]) -> UInt64 { names.reduce(PathHash.root) { PathHash.child(of: $0, named: $1) } }
    let paths = [
      ["layer", "cell"], ["layercell"], ["cell", "layer"], ["laye", "rcell"], ["layer", "", "cell"], [],
    ].map(path)
    #expect(Set(paths).count == paths.count)
    #expect(PathHash.child(of: PathHash.root, at: 0) != path([""]))
  }
}
