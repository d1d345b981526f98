import TestSupport
import Testing

extension CommandTests {
  /// Scripts/buildclock.bash, which says what a first build compiles.
  @Suite("The clock of a build") struct BuildClockTests {
    private func clock(_ script: String, in folder: TemporaryFolder) async throws -> ProgramResult {
      try await folder.bash("set -euo pipefail; source \(Command.repository)/Scripts/common.bash; \(script)")
    }

    @Test("Modules are named with their time, errors are passed on, and a failed build fails")
    func modulesAreNamed() async throws {
      let folder = try TemporaryFolder()
      let told =
        #"[1/9] Write sources\n[2/9] Compiling Lanes A.swift\n[3/9] Compiling Lanes B.swift\n/a.swift:1:2: error: bad\nend"#
      let built = try await clock("{ printf '\(told)'; } 2>&1 | build_clock", in: folder)
      #expect(built.exitCode == 0)
      #expect(built.errors == "   0 s  Lanes\n/a.swift:1:2: error: bad\nend\n")
      let failed = try await clock("{ printf '\(told)'; false; } 2>&1 | build_clock || exit 7", in: folder)
      #expect(failed.exitCode == 7)
    }

    @Test("A line that is told in two parts, a second and more apart, is one line")
    func slowLines() async throws {
      let folder = try TemporaryFolder()
      let built = try await clock(
        "{ printf '[1/2] Compiling '; sleep 1.5; printf 'Model A.swift\\n'; } | build_clock", in: folder)
      #expect(
        built.errors.hasSuffix(" s  Model\n") && built.errors.split(separator: "\n").count == 1, "\(built.errors)")
    }

    @Test("A machine remembers how long its first build took, for each CPU level")
    func timesAreKept() async throws {
      let folder = try TemporaryFolder()
      let kept = try await clock(
        """
        export XDG_CACHE_HOME=$PWD/cache MOTES_CPU=baseline
        last_first_build; keep_first_build 123; last_first_build; echo
        MOTES_CPU=x86-64-v3; last_first_build; echo none
        printf 'x[$(touch run)]' >"$(MOTES_CPU=baseline first_build_record)"; MOTES_CPU=baseline; last_first_build; ls
        """, in: folder)
      #expect(kept.text == "123\nnone\ncache\n", "\(kept.errors)")
    }
  }
}
