import TestSupport
import Testing

extension CommandTests {
  @Suite("listen makes a file of numbers of a song") struct ListenTests {
    @Test("The file is whole, beside the song, and the report tells what is in it")
    func fileAndReport() async throws {
      let folder = try TemporaryFolder()
      let made = try await folder.run(
        "ffmpeg", "-nostdin", "-v", "error", "-f", "lavfi", "-i",
        "aevalsrc=if(lt(mod(t\\,0.5)\\,0.02)\\,random(0)-0.5\\,0):s=16000:d=12", "song.flac")
      try #require(made.exitCode == 0, "\(made.errors)")
      let result = try await folder.motes("listen", "song.flac")
      #expect(result.exitCode == 0, "\(result.errors)")
      #expect(folder.exists("song.curves.json") && !folder.exists("song.curves.json.partial"))
      for words in [
        "12.00 s, 16,000 Hz, 1 channel", "120.0", "24 all", "LUFS", "song.curves.json, ",
      ] { #expect(result.text.contains(words), "\(words): \(result.text)") }
      // Nothing is replaced without --force, and the same song gives the same bytes.
      let first = folder.bytes("song.curves.json")
      let again = try await folder.motes("listen", "song.flac")
      #expect(again.exitCode == 3 && again.errors.contains("--force"), "\(again.errors)")
      #expect(try await folder.motes("listen", "song.flac", "--force").exitCode == 0)
      #expect(folder.bytes("song.curves.json") == first)
      // --print writes nothing, and reads files of curves, too.
      let heard = try await folder.motes("listen", "song.curves.json", "--print")
      #expect(heard.exitCode == 0 && heard.text.contains("beats a minute"), "\(heard.errors)")
      let printed = try await folder.motes("listen", "song.flac", "--print")
      #expect(printed.exitCode == 0 && !printed.text.contains("file "), "\(printed.text)")
    }

    @Test("Mistakes are told, and leave nothing behind")
    func mistakes() async throws {
      let folder = try TemporaryFolder()
      try folder.write("not a song", to: "song.flac")
      try folder.write("0.5\n0.25\n", to: "beats.txt")
      for (arguments, status, words) in [
        (["song.flac"], 3 as Int32, "song.flac has no sound"),
        (["absent.flac"], 3, "No such file"),
        (["beats.txt"], 2, "--print tells what is in it"),
        (["beats.txt", "--print"], 2, "beats.txt:2:1: the time 0.25 is earlier"),
        (["song.flac", "--print", "-o", "x.json"], 2, "-o has no meaning"),
        (["song.flac", "-o", "song.flac"], 2, "the song itself"),
        (["song.flac", "-o", "absent/x.json"], 3, "does not exist"),
      ] {
        let result = try await folder.motes(arguments: ["listen"] + arguments)
        #expect(result.exitCode == status && result.errors.contains(words), "\(arguments): \(result.errors)")
      }
      #expect(filesInFolder(folder.path)?.sorted() == ["beats.txt", "song.flac"])
    }
  }
}
