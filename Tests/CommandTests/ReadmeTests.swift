import TestSupport
import Testing

extension CommandTests {
  @Suite("The README and the documentation tell the truth") struct ReadmeTests {
    /// The README, then the articles of the documentation: paths relative to the repository, and texts.
    private static let pages: [(path: String, text: String)] = {
      let folder = "Sources/Motes/Motes.docc"
      let articles = (filesInFolder("\(Command.repository)/\(folder)") ?? []).filter { $0.hasSuffix(".md") }.sorted()
      return (["README.md"] + articles.map { "\(folder)/\($0)" }).map { path in
        (path, String(decoding: readFile("\(Command.repository)/\(path)") ?? [], as: UTF8.self))
      }
    }()

    /// The texts of all fenced blocks of a language on a page, without their indentation.
    private func blocks(of language: String, in page: String) -> [String] {
      var blocks: [String] = []
      var block: [Substring]?
      for line in page.split(separator: "\n", omittingEmptySubsequences: false) {
        let text = line.drop { $0 == " " }
        if let lines = block, text == "```" {
          blocks.append(lines.joined(separator: "\n") + "\n")
          block = nil
        } else if block != nil {
          block?.append(line)
        } else if text == "```\(language)" {
          block = []
        }
      }
      return blocks
    }

    @Test("Every preset on a page is accepted and draws something that moves")
    func presetsWork() async throws {
      var count = 0
      for (path, text) in Self.pages {
        for preset in blocks(of: "json", in: text) {
          count += 1
          let folder = try TemporaryFolder()
          try folder.write(preset, to: "shown-\(count).json")
          let check = try await folder.motes("check", "shown-\(count).json")
          #expect(check.exitCode == 0, "\(path): \(check.text)\(check.errors)")
          let hashes = try await folder.hashes("shown-\(count).json", "--size", "64x36", "--frames", "30-31")
          #expect(Set(hashes.hashes.values).count == 2, "\(path): it moves")
        }
      }
      #expect(count >= 3)
    }

    @Test("Every headline preset is on a page and shipped, and every linked file exists")
    func namesExist() async throws {
      let folder = try TemporaryFolder()
      let list = try await folder.motes("list").text
      let all = Self.pages.map(\.text).joined()
      for preset in ShippedFrameTests.presets {
        #expect(all.contains("`\(preset)`"), "\(preset) is in no page")
        #expect(list.contains(preset), "\(preset) is not shipped")
      }
      var count = 0
      for (path, text) in Self.pages {
        let folder = path.split(separator: "/").dropLast().map { "\($0)/" }.joined()
        for link in text.split(separator: "](").dropFirst() {
          let target = link.prefix { $0 != ")" && $0 != "#" }
          guard !target.isEmpty, !target.contains(":") else { continue }
          count += 1
          let file = "\(Command.repository)/\(folder)\(target)"
          #expect(readFile(file) != nil || filesInFolder(file) != nil, "\(path): \(target) is missing")
        }
      }
      #expect(count >= 20)
    }

    @Test("Every subcommand and option on a page is in the help")
    func optionsExist() async throws {
      let folder = try TemporaryFolder()
      var helpTexts: [Substring: String] = [:]
      let lines = Self.pages.flatMap { $0.text.split(separator: "\n") }
      for line in lines where line.hasPrefix("motes ") || line.hasPrefix("Scripts/motes ") {
        let command = line.split(separator: "#")[0].split(separator: "|")[0]
        let words = command.split(separator: " ")
        let name = words[1]
        if helpTexts[name] == nil {
          let help = try await folder.motes(String(name), "--help")
          #expect(help.exitCode == 0, "there is no motes \(name)")
          helpTexts[name] = help.text
        }
        for option in words where option.hasPrefix("--") {
          #expect(helpTexts[name]?.contains(option) == true, "motes \(name) has no \(option)")
        }
      }
      #expect(helpTexts.count >= 5)
    }

    @Test("The README's excerpt of glow.json is what motes new writes")
    func excerptIsTheTemplate() async throws {
      let folder = try TemporaryFolder()
      let made = try await folder.motes("new", "glow")
      try #require(made.exitCode == 0, "\(made.errors)")
      let text = String(decoding: try #require(folder.bytes("glow.json")), as: UTF8.self)
      var remainingLines = text.split(separator: "\n")[...]
      let excerpts = blocks(of: "jsonc", in: Self.pages[0].text)
      try #require(excerpts.count == 1)
      let lines = excerpts[0].split(separator: "\n")
      #expect(lines.count > 30)
      for (line, next) in zip(lines, lines.dropFirst() + [""]) where line.drop(while: { $0 == " " }) != "…" {
        let place = try #require(remainingLines.firstIndex(of: line), "glow.json has no line \(line)")
        remainingLines = remainingLines[(place + 1)...]
        // Lines may be left out only where the excerpt has an ellipsis.
        let isFollowed = remainingLines.first == next || next.drop { $0 == " " } == "…" || next.isEmpty
        #expect(isFollowed, "glow.json has other lines after \(line)")
      }
      #expect(remainingLines.isEmpty, "the end of glow.json is missing")
      // The knob of the walk-through exists, and its mistake gives the message that the pages show.
      #expect(Self.pages[0].text.contains("`--set sparks=400`"))
      let described = try await folder.motes("describe", "glow.json", "--set", "sparks=400")
      #expect(described.exitCode == 0, "\(described.errors)")
      let typo = try await folder.bash(#"sed -i 's/"birthRate"/"birthrate"/' glow.json; "$motes" check glow.json"#)
      let message = try #require(typo.errors.split(separator: "\n").first, "\(typo.text)")
      for (path, page) in Self.pages where page.contains("glow.json:") && page.contains("birthrate") {
        #expect(page.contains(message), "\(path) shows another message than \(message)")
      }
      #expect(Self.pages[0].text.contains(message))
    }
  }
}
