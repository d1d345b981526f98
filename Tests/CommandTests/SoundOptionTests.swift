import TestSupport
import Testing

extension CommandTests {
  @Suite("A preset follows a song") struct SoundOptionTests {
    private static let preset = #"""
      { "format": 1, "canvas": { "width": 96, "height": 54, "frameRate": 30, "duration": 2 },
        "layers": [{ "field": { "color": "= band(15 * u) * (1 - v)" } },
          { "emitter": { "cells": [{ "name": "c", "sprite": { "type": "disc", "size": 4 }, "lifetime": 1, "velocity": 40,
            "emissionRange": 360, "birthRate": "= 40 * level", "bursts": [{ "at": "beats", "count": 6 }] }] } }] }
      """#

    /// A folder with a preset and three seconds of a drum at 120 beats a minute, as AAC.
    private func folderWithSong() async throws -> TemporaryFolder {
      let folder = try TemporaryFolder()
      try folder.write(Self.preset, to: "dance.json")
      let made = try await folder.run(
        "ffmpeg", "-nostdin", "-v", "error", "-f", "lavfi", "-i",
        "aevalsrc=sin(6.2832*60*t)*exp(-12*mod(t\\,0.5)):s=16000:d=6", "-c:a", "aac", "song.m4a")
      try #require(made.exitCode == 0, "\(made.errors)")
      return folder
    }

    @Test("The song is analysed once, and heard in the movie") func movie() async throws {
      let folder = try await folderWithSong()
      let first = try await folder.motes("render", "dance.json", "--sound", "song.m4a", "-o", "a.mp4")
      #expect(first.exitCode == 0 && first.errors.contains("song.curves.json: made of song.m4a"), "\(first.errors)")
      let second = try await folder.motes(
        "render", "dance.json", "--sound", "song.m4a", "--duration", "sound", "-o", "b.mp4")
      #expect(second.exitCode == 0 && !second.errors.contains("made of"), "\(second.errors)")
      let streams = try await folder.run(
        "ffprobe", "-v", "error", "-show_entries", "stream=codec_name,nb_frames", "-of", "csv=p=0", "b.mp4")
      #expect(streams.text.contains("h264,18") && streams.text.contains("aac,"), "\(streams.text)")
      let silent = try await folder.motes("render", "dance.json", "-o", "c.mp4")
      #expect(silent.exitCode == 0 && silent.errors.contains("it follows a sound (band, level and beats)"))
      let animation = try await folder.motes("render", "dance.json", "--sound", "song.m4a", "-o", "d.gif")
      #expect(animation.exitCode == 0, "a GIF follows the song without it: \(animation.errors)")
    }

    @Test("Frames alone, parts and hash files agree, and verify names other curves") func hashes() async throws {
      let folder = try await folderWithSong()
      let hashed = try await folder.motes(
        "hash", "dance.json", "--sound", "song.m4a", "--duration", "1", "-o", "dance.framehash")
      #expect(hashed.exitCode == 0, "\(hashed.errors)")
      let verified = try await folder.motes("verify", "dance.framehash")
      #expect(verified.exitCode == 0 && verified.text.contains("30 frames equal"), "\(verified.text)\(verified.errors)")
      for codec in [["--parts", "3"], []] {
        let made = try await folder.motes(
          arguments: [
            "render", "dance.json", "--curves", "song.curves.json", "--duration", "1", "--codec", "ffv1", "--force",
            "-o",
            "a.mkv",
          ] + codec)
        #expect(made.exitCode == 0, "\(made.errors)")
        let decoded = try await folder.hashesByFFmpeg(pixelFormat: "rgb24", "-i", "a.mkv")
        let all = String(decoding: folder.bytes("dance.framehash") ?? [], as: UTF8.self)
        let lines = all.split(separator: "\n").filter { !$0.hasPrefix("#") }.compactMap {
          $0.split(separator: " ").last
        }
        #expect(decoded.sequence.map { "\($0)" } == lines.map(String.init), "\(codec)")
      }
      let alone = try await folder.motes(
        "hash", "dance.json", "--curves", "song.curves.json", "--duration", "1", "--frames", "17", "--threads", "1")
      #expect(String(decoding: folder.bytes("dance.framehash") ?? [], as: UTF8.self).contains(alone.lines.last ?? "?"))
      // Another song in its place is another input.
      try folder.write("0.1\n0.2\n0.9\n", to: "song.curves.json")
      let changed = try await folder.motes("verify", "dance.framehash")
      #expect(changed.exitCode != 0 && "\(changed.text)\(changed.errors)".contains("song.curves.json"))
    }

    @Test("Labels of other programs give beats; what cannot be is told") func timesAndMistakes() async throws {
      let folder = try await folderWithSong()
      try folder.write("0.5\t0.5\tkick\n1.0\t1.0\tkick\n", to: "labels.txt")
      let labels = try await folder.motes(
        "frame", "dance.json", "--curves", "labels.txt", "--time", "0.6", "-o", "a.png")
      #expect(labels.exitCode == 0, "\(labels.errors)")
      try folder.write("{\n\"format\": 3 }", to: "bad.json")
      for (arguments, words) in [
        (["frame", "dance.json", "--curves", "bad.json", "-o", "b.png"], "bad.json:2:"),
        (["frame", "dance.json", "--curves", "absent.json", "-o", "b.png"], "absent.json"),
        (["render", "dance.json", "--duration", "sound", "-o", "b.mp4"], "--duration sound: there is no sound"),
        (["render", "dance.json", "--sound", "dance.json", "-o", "b.mp4"], "dance.json is not a sound"),
        (
          ["check", "dance.json", "--loop", "--sound", "song.m4a"], "the preset loops every 2 s, and this sound lasts 6"
        ),
      ] {
        let result = try await folder.motes(arguments: arguments)
        #expect(result.exitCode != 0 && result.errors.contains(words), "\(arguments): \(result.errors)")
      }
      let checked = try await folder.motes("check", "dance.json")
      #expect(checked.exitCode == 0 && checked.text.contains("ok; it follows a sound"), "\(checked.text)")
    }

    @Test("Sound that a container cannot hold is encoded, in one run and in parts, in step with the picture")
    func encodedSound() async throws {
      let folder = try await folderWithSong()
      // Half a second of silence, then a tone: where it begins tells whether it is in step.
      let made = try await folder.run(
        "ffmpeg", "-nostdin", "-v", "error", "-f", "lavfi", "-i",
        "aevalsrc=if(gt(t\\,0.5)\\,0.5*sin(2764*t)\\,0):s=44100:d=3", "song.flac")
      try #require(made.exitCode == 0, "\(made.errors)")
      let curves = ["--curves", "beats.txt"]
      try folder.write("0.5\n1.0\n", to: "beats.txt")
      for (name, arguments) in [("a.mp4", [String]()), ("b.mp4", ["--parts", "2"])] {
        let result = try await folder.motes(
          arguments: ["render", "dance.json", "--sound", "song.flac", "-o", name] + curves + arguments)
        #expect(result.exitCode == 0 && result.errors.contains("encoded to AAC, because MP4"), "\(result.errors)")
        let silence = try await folder.run(
          "ffmpeg", "-nostdin", "-hide_banner", "-i", name, "-af", "silencedetect=noise=-40dB:d=0.2", "-vn", "-f",
          "null", "-")
        let end = silence.errors.split(separator: " ").drop { $0 != "silence_end:" }.dropFirst().first
        let seconds = try #require(end.flatMap { Double($0) }, "\(silence.errors)")
        #expect(abs(seconds - 0.5) < 0.005, "\(name): \(seconds)")
      }
      let refused = try await folder.motes(
        arguments: ["render", "dance.json", "--sound", "song.flac", "-o", "c.webm"] + curves)
      #expect(refused.exitCode == 2 && refused.errors.contains("WebM cannot hold"), "\(refused.errors)")
    }

    @Test("A row of a batch may name its song") func batch() async throws {
      let folder = try await folderWithSong()
      try folder.write("name,sound\nfirst,song.m4a\n", to: "album.csv")
      let made = try await folder.motes("batch", "album.csv", "dance.json", "-o", "{name}.mp4", "--duration", "sound")
      #expect(made.exitCode == 0, "\(made.errors)")
      let frames = try await folder.run(
        "ffprobe", "-v", "error", "-show_entries", "stream=nb_frames", "-select_streams", "v", "-of", "csv=p=0",
        "first.mp4")
      #expect(frames.text.hasPrefix("18"), "\(frames.text)")
    }
  }
}
