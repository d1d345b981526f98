import TestSupport
import Testing

extension CommandTests {
  @Suite("Formulas are drawn without machine code, too") struct MachineCodeTests {
    @Test("A system that refuses executable memory, and MOTES_INTERPRET, give the same frames")
    func refusedMemory() async throws {
      let folder = try TemporaryFolder()
      let hash = #""$motes" hash shimmer --size 160x90 --frames :4"#
      let usual = try await folder.bash(hash)
      #expect(usual.exitCode == 0, "\(usual.errors)")
      let interpreted = try await folder.bash("MOTES_INTERPRET=1 \(hash)")
      #expect(interpreted.text == usual.text)
      // PR_SET_MDWE, since Linux 6.3: memory that was written cannot become executable. 69 says that the system does not know it.
      let script = """
        import ctypes, os, sys
        if ctypes.CDLL(None).prctl(65, 1, 0, 0, 0) != 0:
            sys.exit(69)
        os.execv(sys.argv[1], sys.argv[1:])
        """
      let refused = try await folder.bash("python3 -c '\(script)' \(hash)")
      if refused.exitCode == 69 { return }
      #expect(refused.exitCode == 0, "\(refused.errors)")
      #expect(refused.text == usual.text)
    }
  }
}
