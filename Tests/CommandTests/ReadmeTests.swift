import TestSupport
import Testing

extension CommandTests {
  @Suite("The README tells the truth") struct ReadmeTests {
    private let readme = String(decoding: readFile(Command.repository + "/README.md") ?? [], as: UTF8.self)

    /// The texts of all fenced blocks of a language, without their indentation.
    private func blocks(of language: String) -> [String] {
      var blocks: [String] = []
      var block: [Substring]?
      for line in readme.split(separator: "\n", omittingEmptySubsequences: false) {
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

    @Test("Every preset in it is accepted and draws something")
    func presetsWork() async throws {
      let presets = blocks(of: "json")
      #expect(presets.count >= 2)
      for (index, preset) in presets.enumerated() {
        let folder = try TemporaryFolder()
        try folder.write(preset, to: "readme-\(index).json")
        let check = try await folder.motes("check", "readme-\(index).json")
        #expect(check.exitCode == 0, "\(check.text)\(check.errors)")
        let hashes = try await folder.hashes("readme-\(index).json", "--size", "64x36", "--frames", "30-31")
        #expect(Set(hashes.hashes.values).count == 2, "it moves")
      }
    }

    @Test("Every preset, file and script that it names is there")
    func namesExist() async throws {
      let folder = try TemporaryFolder()
      let list = try await folder.motes("list").text
      for preset in SameFrameTests.presets {
        #expect(readme.contains("`\(preset)`"), "\(preset) is not in the README")
        #expect(list.contains(preset), "\(preset) is not shipped")
      }
      for part in readme.split(separator: "](").dropFirst() {
        let target = part.prefix { $0 != ")" }
        guard !target.hasPrefix("http") else { continue }
        #expect(readFile("\(Command.repository)/\(target)") != nil, "\(target) is missing")
      }
    }

    @Test("Every subcommand and option that it shows is in the help")
    func optionsExist() async throws {
      let folder = try TemporaryFolder()
      var helps: [Substring: String] = [:]
      for line in readme.split(separator: "\n") where line.hasPrefix("motes ") || line.hasPrefix("Scripts/motes ") {
        let command = line.split(separator: "#")[0].split(separator: "|")[0]
        let words = command.split(separator: " ")
        let name = words[1]
        if helps[name] == nil {
          let help = try await folder.motes(String(name), "--help")
          #expect(help.exitCode == 0, "there is no motes \(name)")
          helps[name] = help.text
        }
        for option in words where option.hasPrefix("--") {
          #expect(helps[name]?.contains(option) == true, "motes \(name) has no \(option)")
        }
      }
      #expect(helps.count >= 5)
    }
  }
}
