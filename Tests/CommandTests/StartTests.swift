import TestSupport
import Testing

extension CommandTests {
  @Suite("The command starts at once") struct StartTests {
    @Test("Nothing of FFmpeg is loaded before it is needed") func ffmpegIsLoadedLate() async throws {
      let folder = try TemporaryFolder()
      // glibc's loader lists what a program needs at its start.
      let needed = try await folder.motes("--version", environment: ["LD_TRACE_LOADED_OBJECTS": "1"])
      #expect(needed.text.contains("libc.so"), "\(needed.text)\(needed.errors)")
      #expect(!needed.text.contains("libav") && !needed.text.contains("libswscale"), "\(needed.text)")
    }
  }
}
