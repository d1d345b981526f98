import Foundation
import TestSupport
import Testing

extension CommandTests {
  @Suite("batch draws a film for each row") struct BatchTests {
    /// A preset with a knob of each kind, so small that a film takes a moment.
    private static let card = """
      {
        "format": 1, "name": "Card", "about": "A greeting over sparks.", "tags": ["test"],
        "canvas": { "width": 64, "height": 36, "frameRate": 10, "duration": 0.3, "seed": 1 },
        "knobs": {
          "title": { "default": "Hello", "about": "the words" },
          "amount": { "default": 1, "min": 0, "max": 3, "about": "how many sparks rise" },
          "tint": { "default": "#ffb066", "about": "colour of words and sparks" },
          "sky": { "default": ["#05060f", "#131a3a"], "about": "colours of the sky" },
          "moon": { "default": false, "about": "whether there is a moon" }
        },
        "layers": [
          { "name": "sky", "gradient": { "type": "linear", "angle": 180, "stops": "= sky" } },
          { "name": "moon", "opacity": "= moon", "shape": { "type": "circle", "center": ["80%", "30%"], "radius": 5, "fill": "white" } },
          { "name": "sparks", "blend": "add", "begin": -1,
            "emitter": { "shape": "line", "mode": "surface", "position": ["50%", "100%"], "size": ["80%", 0],
              "cells": [ { "name": "spark", "sprite": { "type": "softDisc", "size": 4 }, "birthRate": "= 30 * amount", "lifetime": 1,
                "velocity": 30, "emissionLongitude": -90, "emissionRange": 60, "color": "= tint" } ] } },
          { "name": "title", "text": { "words": "= title", "size": 8, "fill": "= tint", "font": "DejaVu Sans", "maxWidth": 60 } }
        ]
      }

      """

    /// A folder with `card.json`, and the rows in `rows.csv`.
    private func folder(_ rows: [[String]] = []) throws -> TemporaryFolder {
      let folder = try TemporaryFolder()
      try folder.write(Self.card, to: "card.json")
      if !rows.isEmpty { try folder.write(Self.csv(rows), to: "rows.csv") }
      return folder
    }

    /// Rows as RFC 4180 has them, each cell in quotation marks.
    private static func csv(_ rows: [[String]]) -> String {
      rows.map { row in
        row.map { "\"" + $0.replacingOccurrences(of: "\"", with: "\"\"") + "\"" }.joined(separator: ",") + "\r\n"
      }.joined()
    }

    private func batch(
      _ folder: TemporaryFolder, _ rows: String = "rows.csv", _ output: String = "out/{name}.mp4", _ options: String...
    ) async throws -> ProgramResult {
      try await folder.motes(arguments: ["batch", rows, "card.json", "-o", output] + options)
    }

    /// The films of a manifest, by their outputs.
    private func films(_ folder: TemporaryFolder, _ manifest: String = "out/manifest.json") throws -> [String: [String:
      Any]]
    {
      let bytes = try #require(folder.bytes(manifest))
      let page = try #require(try JSONSerialization.jsonObject(with: Data(bytes)) as? [String: Any])
      let films = try #require(page["films"] as? [[String: Any]])
      return Dictionary(
        uniqueKeysWithValues: films.compactMap { film in (film["output"] as? String).map { ($0, film) } })
    }

    /// What the manifest should say of the frames that `motes hash` draws with these arguments.
    private func framesHash(_ folder: TemporaryFolder, _ arguments: String...) async throws -> String {
      let result = try await folder.motes(arguments: ["hash", "card.json", "--pixel-format", "yuv420p"] + arguments)
      try #require(result.exitCode == 0, "\(result.errors)")
      try folder.write(FrameHashText(result.text).sequence.map { $0 + "\n" }.joined(), to: "hashes.txt")
      let digest = try await folder.run("sha256sum", "hashes.txt")
      return String(digest.text.prefix(64))
    }

    /// Cells that have broken other programs.
    private static let hostileTexts = [
      "=SUM(A1)", "= 1 + 1", "@lex", "@@twice", "\"Bob\" Smith", "O'Brien", "two\nlines", "two\r\nlines", "🎉 李雷 👩‍👩‍👧",
      "007", "true",
      "null", "[1, 2]", "{\"a\": 1}", "a,b;c\td", "--set", "-o", "%05d", "{name}", "\\n", "$(rm -rf x)", "e\u{301}",
      "שלום", "100%", "'", "\"Ada\"",
    ]

    @Test("A hundred rows with hostile cells are a hundred films, whose frames are those of motes hash --set-text")
    func hundredRows() async throws {
      let rows = (0..<100).map { index in
        [
          "film \(index)", Self.hostileTexts[index % Self.hostileTexts.count],
          index % 3 == 0 ? "" : "\(Double(index) / 50)", "\(index / 50)",
        ]
      }
      let folder = try folder([["name", "title", "amount", "seed"]] + rows)
      let result = try await batch(folder)
      try #require(result.exitCode == 0, "\(result.errors)")
      #expect(result.errors.contains("motes: 100 films: 100 drawn, in "), "\(result.errors.suffix(200))")
      let films = try films(folder)
      #expect(films.count == 100)
      for index in 0..<100 {
        #expect(
          films["film \(index).mp4"]?["frames"] as? Int == 3 && folder.exists("out/film \(index).mp4"), "\(index)")
      }
      for index in [0, 1, 2, 4, 6, 8, 25, 58] {
        let title = rows[index][1]
        var options = ["--seed", rows[index][3], "--set-text", "title=\(title)"]
        if !rows[index][2].isEmpty { options += ["--set", "amount=\(rows[index][2])"] }
        let result = try await folder.motes(arguments: ["hash", "card.json", "--pixel-format", "yuv420p"] + options)
        try #require(result.exitCode == 0, "\(result.errors)")
        try folder.write(FrameHashText(result.text).sequence.map { $0 + "\n" }.joined(), to: "hashes.txt")
        let digest = try await folder.run("sha256sum", "hashes.txt")
        #expect(films["film \(index).mp4"]?["framesSHA256"] as? String == String(digest.text.prefix(64)), "\(title)")
      }
      // One row's film is, byte for byte, that of motes render with the encoder's threads that a batch has.
      let render = try await folder.motes(
        "render", "card.json", "-o", "one.mp4", "--seed", "0", "--set", "title=@@lex", "--set", "amount=\(rows[2][2])",
        "--encoder-threads", "4")
      #expect(render.exitCode == 0 && folder.bytes("one.mp4") == folder.bytes("out/film 2.mp4"), "\(render.errors)")
    }

    @Test("Nothing is drawn before every row is right, and each mistake is told with line, row, column and value")
    func mistakesAreLocated() async throws {
      let header = ["name", "title", "amount", "tint", "sky", "moon", "seed", "size", "duration"]
      func row(_ name: String, _ column: String, _ value: String) -> [String] {
        header.map { $0 == "name" ? name : $0 == column ? value : "" }
      }
      let long = String(repeating: "x", count: 10_000)
      let rows = [
        row("good", "title", "two\nlines"), row("long", "title", long), row("a", "amount", "9"),
        row("b", "amount", "lots"),
        row("c", "tint", "gld"), row("d", "sky", "#xyz"), row("e", "moon", "maybe"), row("f", "seed", "-1"),
        row("g", "size", "12"), row("h", "duration", "0"), row("i", "amount", "0,5"),
      ]
      let folder = try folder([header] + rows)
      let result = try await batch(folder)
      #expect(result.exitCode == 2 && result.output.isEmpty)
      // The first row has two lines of the file.
      for line in [
        "rows.csv:4: row 2, column title, \"\(String(repeating: "x", count: 40))…\": text of 10,000 bytes; at most 2,000 fit",
        "rows.csv:5: row 3, column amount, \"9\": 9 is out of range: 0 to 3 is allowed",
        "rows.csv:6: row 4, column amount, \"lots\": should be a number, not the text \"lots\"",
        "rows.csv:7: row 5, column tint, \"gld\": \"gld\" is not a colour of CSS: no colour is called gld. Did you mean gold?",
        "rows.csv:8: row 6, column sky, \"#xyz\": ",
        "rows.csv:9: row 7, column moon, \"maybe\": should be true or false",
        "rows.csv:10: row 8, column seed, \"-1\": expected a whole number from 0",
        "rows.csv:11: row 9, column size, \"12\": expected WIDTHxHEIGHT",
        "rows.csv:12: row 10, column duration, \"0\": expected seconds",
        "rows.csv:13: row 11, column amount, \"0,5\": should be a number, not the text \"0,5\". The decimal sign is a full stop: 0.5",
        "motes: 10 of 11 rows cannot become films; nothing was drawn.",
      ] {
        #expect(result.errors.contains(line), "\(line)\nis not in\n\(result.errors)")
      }
      #expect(folder.names == ["card.json", "rows.csv"], "nothing was drawn or made")
    }

    /// Files of rows that are refused as a whole, and what is said.
    private static let brokenFiles: [(file: String, output: String, message: String)] = [
      (
        "name,titel\nA,b\n", "out/{name}.mp4",
        "rows.csv: column titel: the preset has no knob of this name, and the name of the film (-o) does not use it; --ignore titel leaves it out. Did you mean title?"
      ),
      (
        "name,x\nA,b\n", "out/{name}.mp4",
        "Its knobs are title, amount, tint, sky and moon; a column may also be seed, size, duration, sound or curves."
      ),
      (
        "name,title\nA,x\nB,y\nA,z\n", "out/{name}.mp4",
        "rows.csv: rows 1,3 (lines 2,4) would all become out/A.mp4. Add a column that differs, or {row}"
      ),
      (
        "name,title\nA,x\na,y\n", "out/{name}.mp4",
        "would all become out/A.mp4 and out/a.mp4, which many file systems take for one name."
      ),
      ("name,title\n\u{E9},x\ne\u{301},y\n", "out/{name}.mp4", "which many file systems take for one name."),
      ("title\nx\ny\n", "out/film.mp4", "would all become out/film.mp4. Name the films by a column or {row}"),
      (
        "name,title\nA,x\n,y\n", "out/{name}.mp4",
        "rows.csv:3: row 2: the cell of column name is empty, and the name of the film (-o) needs it; {row} in the name is the row's number."
      ),
      ("name,title\nA,x\n", "out/{nam}.mp4", "-o out/{nam}.mp4: there is no column called \"nam\". Did you mean name?"),
      ("name,title\nA,x\n", "out/{name.mp4", "the brace { is never closed"),
      ("name,title\nA,x\n", "out/{name}.png", "a row becomes a film, and this is the name of a picture"),
      ("name,title\nA,x\n", "out/{name}-%05d.png", "a row becomes a film, not a sequence of pictures"),
      ("name,title\nA,x\n", "-", "-o -: films of a batch go to files"),
      (
        "name,title\nA,\"x\nB,y\n", "out/{name}.mp4",
        "rows.csv:2: the quotation mark that begins a cell on this line is never closed."
      ),
      ("name,title\nA,5\" nails\n", "out/{name}.mp4", "rows.csv:2: a quotation mark stands in the middle of a cell"),
      ("name,title\nA,x,y\nB\n", "out/{name}.mp4", "rows.csv:2: row 1 has 3 cells, and the header has 2 columns."),
      ("name,title\nA,x,y\nB\n", "out/{name}.mp4", "rows.csv:3: row 2 has 1 cell, and the header has 2 columns."),
      ("name,title\nA,a\u{2028}b\n", "out/{name}.mp4", "rows.csv:2: an unusual line break, U+2028, stands in a cell."),
      (
        "name,title\nA,\"\u{200D}b\"\n", "out/{name}.mp4",
        "rows.csv:2: an invisible character, or an accent without a letter, follows a quotation mark."
      ),
      ("name,name\nA,b\n", "out/{name}.mp4", "rows.csv:1: two columns are called name."),
      ("name,title\n", "out/{name}.mp4", "rows.csv: there are no rows below the header."),
      ("", "out/{name}.mp4", "rows.csv: the file is empty."),
      (
        "PK\u{3}\u{4}", "out/{name}.mp4",
        "rows.csv: this is a workbook or an archive, not a text of rows. Save it as \"CSV UTF-8\"."
      ),
      (
        "name,layers.sparkz.opacity\nA,1\n", "out/{name}.mp4",
        "rows.csv:2: row 1, column layers.sparkz.opacity, \"1\": nothing in layers is called sparkz. Did you mean sparks?"
      ),
      ("name,size\nA,63x35\nB,63x35\n", "out/{name}.mp4", "rows.csv: rows 1-2: A frame of 63x35: yuv420p"),
    ]

    @Test("A file that is broken, and names that clash, are refused with their places", arguments: brokenFiles.indices)
    func brokenFilesAreRefused(index: Int) async throws {
      let (file, output, message) = Self.brokenFiles[index]
      let folder = try folder()
      try folder.write(file, to: "rows.csv")
      let result = try await batch(folder, "rows.csv", output)
      #expect(result.exitCode == 2 && result.errors.contains(message), "\(message)\nis not in\n\(result.errors)")
      #expect(folder.names == ["card.json", "rows.csv"])
    }

    @Test("Bytes that are no UTF-8 are refused, with the line")
    func otherEncodings() async throws {
      let folder = try folder()
      try folder.write(Array("name,title\nA,x\nB,caf".utf8) + [0xE9, 0x0A], to: "rows.csv")
      let windows = try await batch(folder)
      #expect(
        windows.exitCode == 2 && windows.errors.contains("rows.csv:3: this line is not in UTF-8"), "\(windows.errors)")
      try folder.write([0xFF, 0xFE, 0x6E, 0x00], to: "rows.csv")
      let wide = try await batch(folder)
      #expect(wide.exitCode == 2 && wide.errors.contains("this is text in UTF-16"), "\(wide.errors)")
    }

    @Test("Spreadsheets' files are read: a byte-order mark, semicolons, sep=, tabs, empty columns and lines")
    func spreadsheetsFiles() async throws {
      let folder = try folder()
      for (index, text) in [
        "\u{FEFF}name,title\r\nA,\"x, y\"\r\n", "name;title;\r\nA;x, y;\r\n;;\r\n", "sep=;\nname;title\nA;x, y\n",
        "name\ttitle\nA\tx, y",
        "\n name , title\n\nA,\"x, y\"\n\n",
      ].enumerated() {
        try folder.write(text, to: "rows.csv")
        let result = try await batch(folder, "rows.csv", "out\(index)/{name}.mp4")
        #expect(result.exitCode == 0, "\(text): \(result.errors)")
        let hash = try films(folder, "out\(index)/manifest.json")["A.mp4"]?["framesSHA256"] as? String
        #expect(try await hash == framesHash(folder, "--set", "title=x, y"), "\(text)")
      }
    }

    @Test("Rows may be JSON: a list of objects, or objects one a line")
    func rowsInJSON() async throws {
      let folder = try folder()
      try folder.write(
        """
        [ { "name": "one", "title": 7.0, "amount": 2, "sky": ["#000", "#040"], "moon": true, "tint": null },
          { "name": "two", "title": "=x" } ]
        """, to: "rows.json")
      let result = try await batch(folder, "rows.json")
      #expect(result.exitCode == 0, "\(result.errors)")
      let films = try films(folder)
      let one = try await framesHash(
        folder, "--set", "title=7.0", "--set", "amount=2", "--set", "sky=#000,#040", "--set", "moon=true")
      #expect(films["one.mp4"]?["framesSHA256"] as? String == one)
      #expect(try await films["two.mp4"]?["framesSHA256"] as? String == framesHash(folder, "--set", "title==x"))
      try folder.write("{\"name\":\"a\",\"amount\":1}\n\n{\"name\":\"b\",\"amount\":9}\n", to: "rows.jsonl")
      let lines = try await batch(folder, "rows.jsonl")
      #expect(
        lines.exitCode == 2 && lines.errors.contains("rows.jsonl:3: row 2, column amount, \"9\": 9 is out of range"),
        "\(lines.errors)")
      for (file, message) in [
        ("[{ \"name\": \"a\" }, 3]", "rows.json:1: a row is an object { … }, not the number 3."),
        ("[{ \"name\": }]", "rows.json:1:12: "),
        ("[{ \"name\": 1, \"name\": 2 }]", "rows.json:1: the key \"name\" is written twice."),
        ("7", "rows are a list of objects"),
        (Self.card, "rows.json: this is a preset. The rows come first: motes batch ROWS PRESET."),
      ] {
        try folder.write(file, to: "rows.json")
        let refused = try await batch(folder, "rows.json")
        #expect(refused.exitCode == 2 && refused.errors.contains(message), "\(message): \(refused.errors)")
      }
    }

    @Test("Cells become names that every file system takes")
    func namesAreHarmless() async throws {
      let long = String(repeating: "ä", count: 300)
      let cells = [
        ("a/b\\c:d*e?f\"g<h>i|j", "a_b_c_d_e_f_g_h_i_j.mp4"), ("..", "_..mp4"), (".hidden", "_hidden.mp4"),
        ("/etc/passwd", "_etc_passwd.mp4"),
        ("two\nlines \t x ", "two lines x.mp4"), ("bell\u{7}", "bell_.mp4"), ("a\u{202E}b", "ab.mp4"), ("👩‍👩‍👧", "👩‍👩‍👧.mp4"),
        ("-o", "-o.mp4"),
        ("100%", "100%.mp4"), ("{row}", "{row}.mp4"),
      ]
      let folder = try folder([["name"]] + cells.map { [$0.0] } + [[long + "1"], [long + "2"]])
      let result = try await batch(folder)
      try #require(result.exitCode == 0, "\(result.errors)")
      let films = try films(folder)
      for (cell, name) in cells { #expect(films[name] != nil && folder.exists("out/\(name)"), "\(cell)") }
      let shortened = films.keys.filter { $0.hasPrefix("ää") }
      #expect(shortened.count == 2 && shortened.allSatisfy { $0.utf8.count <= 210 && $0.contains("~") }, "\(shortened)")
      // The parts between slashes of -o are folders; a column called row goes before the number.
      try folder.write("client,row,title\nA/B,x,1\n.,y,2\n", to: "rows.csv")
      let nested = try await batch(folder, "rows.csv", "{client}/{title}-{row}.mp4", "--manifest", "list.json")
      #expect(
        nested.exitCode == 0 && folder.exists("A_B/1-x.mp4") && folder.exists("_/2-y.mp4")
          && folder.exists("list.json"), "\(nested.errors)")
    }

    @Test("The same command draws what is missing or has changed, and no more")
    func doneFilmsAreKept() async throws {
      var rows = [["name", "title"]] + (0..<6).map { ["f\($0)", "title \($0 / 2)"] }
      let folder = try folder(rows)
      let first = try await batch(folder)
      #expect(
        first.exitCode == 0 && first.errors.contains("6 films: 3 drawn, 3 copied, in "),
        "equal rows are drawn once: \(first.errors)")
      #expect(
        folder.bytes("out/f0.mp4") == folder.bytes("out/f1.mp4")
          && folder.bytes("out/f1.mp4") != folder.bytes("out/f2.mp4"))
      let hashes = try films(folder).mapValues { $0["framesSHA256"] as? String }
      let second = try await batch(folder)
      #expect(second.exitCode == 0 && second.errors.contains("6 films: 6 done before, in "), "\(second.errors)")
      rows[3][1] = "changed"
      try folder.write(Self.csv(rows), to: "rows.csv")
      #expect(unlink(folder["out/f4.mp4"]) == 0)
      let third = try await batch(folder)
      #expect(third.exitCode == 0 && third.errors.contains("6 films: 2 drawn, 4 done before, in "), "\(third.errors)")
      let after = try films(folder).mapValues { $0["framesSHA256"] as? String }
      #expect(
        after["f2.mp4"] != hashes["f2.mp4"]
          && after.filter { $0.key != "f2.mp4" } == hashes.filter { $0.key != "f2.mp4" })
      // A file that no batch has written is not replaced.
      #expect(unlink(folder["out/manifest.json"]) == 0)
      let foreign = try await batch(folder)
      #expect(
        foreign.exitCode == 2
          && foreign.errors.contains(
            "rows.csv:2: row 1: out/f0.mp4 already exists and is not replaced without --force.")
      )
      let forced = try await batch(folder, "rows.csv", "out/{name}.mp4", "--force")
      #expect(forced.exitCode == 0 && forced.errors.contains("6 films: 4 drawn, 2 copied, in "), "\(forced.errors)")
    }

    @Test("A batch that was killed or stopped goes on where it was")
    func interruptedBatchesGoOn() async throws {
      let folder = try folder([["name", "title"]] + (0..<30).map { ["f\($0)", "title \($0)"] })
      let arguments = ["batch", "rows.csv", "card.json", "-o", "out/{name}.mp4", "--size", "640x360"]
      let first = try folder.startMotes(arguments)
      await first.send(SIGKILL) { (filesInFolder(folder["out"]) ?? []).count { $0.hasSuffix(".mp4") } >= 3 }
      _ = try await first.wait()
      let second = try folder.startMotes(arguments)
      await second.send(SIGTERM) { (filesInFolder(folder["out"]) ?? []).count { $0.hasSuffix(".mp4") } >= 8 }
      let stopped = try await second.wait()
      #expect(
        stopped.exitCode == 143 && stopped.errors.contains("Run the same command again to continue."),
        "\(stopped.errors)")
      #expect(
        folder.names.contains("out") && !(filesInFolder(folder["out"]) ?? []).contains { $0.hasSuffix(".partial") })
      let third = try await folder.motes(arguments: arguments)
      #expect(third.exitCode == 0 && third.errors.contains(" done before, in "), "\(third.errors)")
      let whole = try await folder.motes(arguments: [
        "batch", "rows.csv", "card.json", "-o", "whole/{name}.mp4", "--size", "640x360",
      ])
      #expect(whole.exitCode == 0)
      for index in 0..<30 {
        #expect(folder.bytes("out/f\(index).mp4") == folder.bytes("whole/f\(index).mp4"), "\(index)")
      }
      #expect(Set(filesInFolder(folder["out"]) ?? []) == Set((0..<30).map { "f\($0).mp4" } + ["manifest.json"]))
    }

    @Test("Films are the same for any number of jobs and for any division of the rows")
    func jobsAndSlices() async throws {
      let folder = try folder([["name", "title"]] + (0..<12).map { ["f\($0)", "title \($0)"] })
      #expect(try await batch(folder, "rows.csv", "a/{name}.mp4").exitCode == 0)
      #expect(try await batch(folder, "rows.csv", "b/{name}.mp4", "--jobs", "3").exitCode == 0)
      // As the tasks of an array on several hosts do, which share a folder and its manifest.
      let slices = try await folder.bash(
        """
        for task in 0 1 2; do
          "$motes" batch rows.csv card.json -o 'c/{name}.mp4' --rows $((4 * task + 1))-$((4 * task + 4)) --quiet &
        done
        wait
        """)
      #expect(slices.exitCode == 0 && slices.errors.isEmpty, "\(slices.errors)")
      for index in 0..<12 {
        let bytes = folder.bytes("a/f\(index).mp4")
        #expect(
          bytes != nil && bytes == folder.bytes("b/f\(index).mp4") && bytes == folder.bytes("c/f\(index).mp4"),
          "\(index)")
      }
      #expect(
        folder.bytes("a/manifest.json") == folder.bytes("b/manifest.json")
          && folder.bytes("a/manifest.json") == folder.bytes("c/manifest.json"))
      let outside = try await batch(folder, "rows.csv", "c/{name}.mp4", "--rows", "0-3")
      #expect(
        outside.exitCode == 2
          && outside.errors.contains("--rows 0-3: expected numbers from 1 to 12, such as 3 or 3-7,9."))
    }

    @Test("A film that fails does not keep the others from being drawn")
    func othersGoOn() async throws {
      let folder = try folder([["name", "title"], ["A", "a"], ["B", "b"], ["C", "c"]])
      try folder.makeFolder("out")
      // Only when the film is written does it turn out that its partial file has no place.
      try folder.makeFolder("out/B.mp4.partial")
      let result = try await batch(folder)
      #expect(result.exitCode == 3, "\(result.errors)")
      #expect(
        result.errors.contains("rows.csv:3: row 2, out/B.mp4: not drawn. ")
          && result.errors.contains("3 films: 2 drawn, 1 failed, in "), "\(result.errors)")
      #expect(folder.exists("out/A.mp4") && folder.exists("out/C.mp4") && !folder.exists("out/B.mp4"))
    }

    @Test("--dry-run lists the films and draws nothing; --json prints objects")
    func dryRun() async throws {
      let folder = try folder([["name", "size", "duration"], ["A", "", ""], ["B", "128x72", "1"]])
      let result = try await batch(folder, "rows.csv", "out/{name}.mp4", "--dry-run")
      #expect(result.exitCode == 0 && folder.names == ["card.json", "rows.csv"], "\(result.errors)")
      #expect(
        result.lines.count == 4 && result.lines[2].contains("out/B.mp4") && result.lines[2].contains("128x72"),
        "\(result.text)")
      #expect(result.lines[3].hasPrefix("2 films; drawing takes at most about "), "\(result.text)")
      let drawn = try await batch(folder, "rows.csv", "out/{name}.mp4", "--json")
      #expect(drawn.exitCode == 0 && drawn.lines.allSatisfy { $0.hasPrefix("{\"event\":\"") }, "\(drawn.text)")
      #expect(
        drawn.lines.last?.hasPrefix(
          "{\"event\":\"batch\",\"films\":2,\"drawn\":2,\"copied\":0,\"skipped\":0,\"failed\":0,") == true)
      let after = try await batch(folder, "rows.csv", "out/{name}.mp4", "--dry-run")
      #expect(after.lines.last == "2 films, 2 of them done.", "\(after.text)")
    }

    @Test("The options of render hold for all films: alpha, a codec, a clip")
    func optionsOfRender() async throws {
      let folder = try folder([["name", "title", "tint"], ["A", "a", "gold"], ["B", "b", ""]])
      let alpha = try await batch(folder, "rows.csv", "a/{name}.mov", "--alpha")
      #expect(alpha.exitCode == 0, "\(alpha.errors)")
      #expect(try await folder.probe("a/B.mov")["pix_fmt"]?.hasPrefix("yuva444p") == true)
      let notes = alpha.errors.split(separator: "\n").filter { $0.contains("no layer of card.json has") }
      #expect(notes.count == 1, "what concerns all films is said once: \(alpha.errors)")
      _ = try await folder.run("ffmpeg", "-v", "error", "-f", "lavfi", "-i", "testsrc=s=64x36:r=10:d=0.5", "clip.mp4")
      let over = try await batch(folder, "rows.csv", "b/{name}.mp4", "--over", "clip.mp4")
      #expect(over.exitCode == 0 && folder.bytes("b/A.mp4") != folder.bytes("b/B.mp4"), "\(over.errors)")
      #expect(try await folder.probe("b/A.mp4")["nb_read_frames"] == "5")
      for (option, message) in [
        (["--parts", "2"], "--parts: not with motes batch"), (["--stats"], "--stats: not with motes batch"),
        (["--matte", "m.mp4"], "--matte: not with motes batch"),
        (["--jobs", "0"], "--jobs 0: expected a number from 1 to 64."),
        (["--codec", "vp9"], "VP9 is written to .webm, .mkv"), (["--audio", "none.wav"], "Cannot read none.wav"),
      ] {
        let refused = try await folder.motes(
          arguments: ["batch", "rows.csv", "card.json", "-o", "c/{name}.mp4"] + option)
        #expect(refused.exitCode == 2 && refused.errors.contains(message) && !folder.exists("c"), "\(refused.errors)")
      }
    }

    @Test("A text that begins with = reaches the parts of a job, and is a mistake only in a preset's file")
    func textsLikeFormulas() async throws {
      let folder = try folder()
      let planned = try await folder.motes("plan", "card.json", "-o", "job", "--parts", "1", "--set", "title=== x")
      #expect(planned.exitCode == 0, "\(planned.errors)")
      let part = try await folder.motes("part", "job", "--index", "0")
      #expect(part.exitCode == 0, "\(part.errors)")
      try folder.write(Self.card.replacingOccurrences(of: "\"Hello\"", with: "\"= 1 + 1\""), to: "wrong.json")
      let wrong = try await folder.motes("check", "wrong.json")
      #expect(
        wrong.exitCode == 2 && wrong.errors.contains("a knob's value cannot be an expression"),
        "\(wrong.errors)\(wrong.text)")
    }
  }
}
