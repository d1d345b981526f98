import Foundation
import TestSupport
import Testing

extension CommandTests {
  /// The files of Sources/Examples/Guarding, which users copy.
  @Suite("The workflow and the Containerfile work") struct GuardingFileTests {
    private static let folder = "\(Command.repository)/Sources/Examples/Guarding"

    private static func text(_ path: String) throws -> String {
      String(decoding: try #require(readFile(path), "\(path) is missing"), as: UTF8.self)
    }

    /// The command lines of the workflow, in order.
    private static func workflowCommands() throws -> [String] {
      try text("\(folder)/presets.yml").split(separator: "\n").compactMap { line in
        line.range(of: "run: ").map { String(line[$0.upperBound...]) }
      }
    }

    @Test("The workflow is YAML, and its commands are the ones that are tried here")
    func workflowIsRead() async throws {
      let folder = try TemporaryFolder()
      let script = """
        import json, sys
        try:
            import yaml
        except ImportError:
            sys.exit(69)
        jobs = yaml.safe_load(open(sys.argv[1]))["jobs"]
        print(json.dumps([step["run"] for job in jobs.values() for step in job["steps"] if "run" in step]))
        """
      let result = try await folder.run("python3", "-c", script, "\(Self.folder)/presets.yml")
      let commands = try Self.workflowCommands()
      #expect(commands.count == 2)
      // Where there is no yaml package, the commands below are all that can be tried.
      if result.exitCode == 69 { return }
      #expect(result.exitCode == 0, "\(result.errors)")
      #expect(try JSONSerialization.jsonObject(with: Data(result.output)) as? [String] == commands)
    }

    @Test("The workflow's commands pass for unchanged presets, and fail with pictures for changed ones")
    func workflowVerifies() async throws {
      let folder = try TemporaryFolder()
      // `motes/Scripts/motes` stands for the checkout that the workflow makes.
      let made = try await folder.bash(
        #"mkdir -p presets motes/Scripts && ln -s "$motes" motes/Scripts/motes"#)
      try #require(made.exitCode == 0, "\(made.errors)")
      try folder.write(Sample.sparks, to: "presets/sparks.json")
      let hashed = try await folder.motes(
        "hash", "presets/sparks.json", "--size", "64x36", "--frames", ":20", "--keep-pictures", "-o",
        "presets/sparks.framehash")
      try #require(hashed.exitCode == 0, "\(hashed.errors)")
      let commands = try Self.workflowCommands().joined(separator: " && ")
      let passed = try await folder.bash(commands)
      #expect(passed.exitCode == 0, "\(passed.text)\(passed.errors)")
      #expect(!folder.exists("differences"))
      // Presets in subfolders are checked, too; the schema beside them is not taken for a preset.
      let schema = try await folder.bash(#"mkdir presets/deep && cd presets/deep && "$motes" new fresh --schema"#)
      try #require(schema.exitCode == 0, "\(schema.errors)")
      let more = try await folder.bash(commands)
      #expect(more.exitCode == 0 && more.errors.contains("presets/deep/fresh.json has no hashes"), "\(more.errors)")
      try folder.write("{ \"format\": 1, \"layer\": [] }", to: "presets/deep/broken.json")
      let broken = try await folder.bash(commands)
      #expect(broken.exitCode != 0 && broken.errors.contains("presets/deep/broken.json:1:"), "\(broken.errors)")
      _ = try await folder.run("rm", "presets/deep/broken.json")
      try folder.write(try Sample.sparks(replacing: "#ffb066", with: "#66b0ff"), to: "presets/sparks.json")
      let failed = try await folder.bash(commands)
      #expect(failed.exitCode == 1, "\(failed.text)\(failed.errors)")
      #expect(folder.exists("differences"), "the folder that the workflow keeps")
      #expect(try Self.text("\(Self.folder)/presets.yml").contains("path: differences\n"))
    }

    @Test(
      "The action's last script passes for unchanged presets; for changed ones it fails, names the frame and keeps the report"
    )
    func actionVerifies() async throws {
      let action = try Self.text("\(Command.repository)/action.yml")
      let line = try #require(action.split(separator: "\n").first { $0.contains("verify-presets") })
      let command = try #require(line.range(of: "run: ").map { line[$0.upperBound...] }).dropFirst().dropLast()
      #expect(action.contains("path: differences\n"))
      let folder = try TemporaryFolder()
      try folder.makeFolder("presets")
      try folder.makeFolder("bin")
      try folder.write(Sample.sparks, to: "presets/sparks.json")
      let script = """
        ln -sf "$motes" bin/motes
        export PATH="$PWD/bin:$PATH" GITHUB_ACTION_PATH='\(Command.repository)' FOLDER=presets GITHUB_STEP_SUMMARY=summary
        [ -e presets/sparks.framehash ] || motes hash presets -o presets --size 64x36 --frames :20 --keep-pictures
        \(command)
        """
      let passed = try await folder.bash(script)
      #expect(passed.exitCode == 0 && !folder.exists("differences"), "\(passed.text)\(passed.errors)")
      try folder.write(try Sample.sparks(replacing: "#ffb066", with: "#66b0ff"), to: "presets/sparks.json")
      let failed = try await folder.bash(script)
      #expect(failed.exitCode == 1 && folder.exists("differences/index.html"), "\(failed.text)\(failed.errors)")
      #expect(failed.text.contains("the first is frame 0"), "\(failed.text)")
      let summary = try #require(readFile("\(folder.path)/summary"))
      #expect(String(decoding: summary, as: UTF8.self).contains("the first is frame 0"))
    }

    @Test("The page's command for the first hashes hashes a folder, and verify accepts them")
    func firstHashes() async throws {
      let page = try Self.text("\(Command.repository)/Sources/Motes/Motes.docc/Guarding.md")
      let line = try #require(page.split(separator: "\n").first { $0.contains("motes hash presets -o presets") })
      let folder = try TemporaryFolder()
      try folder.makeFolder("presets")
      for name in ["one", "two words"] { try folder.write(Sample.sparks, to: "presets/\(name).json") }
      let result = try await folder.bash("motes() { \"$motes\" \"$@\"; }\n\(line)\nmotes verify presets")
      #expect(result.exitCode == 0 && result.errors.isEmpty, "\(result.errors)")
      #expect(
        result.lines.last == "all 2 are equal." && result.text.contains("two words.framehash: 6 frames"),
        "\(result.text)")
    }

    /// The instructions of the Containerfile, with continued lines joined.
    private static func instructions() throws -> [String] {
      try text("\(folder)/Containerfile").replacingOccurrences(of: "\\\n", with: " ").split(separator: "\n")
        .filter { !$0.hasPrefix("#") }.map(String.init)
    }

    /// The packages that each `apt-get install` of the Containerfile names.
    private static func packages() throws -> [Set<String>] {
      try instructions().compactMap { line in
        guard let install = line.range(of: "apt-get install -y --no-install-recommends ") else { return nil }
        return Set(line[install.upperBound...].prefix { $0 != "&" }.split(separator: " ").map(String.init))
      }
    }

    @Test("The Containerfile builds with the packages that Scripts/setup installs")
    func packagesAreThoseOfSetup() async throws {
      let folder = try TemporaryFolder()
      // Without any program in PATH, every package counts as missing.
      let missing = try await folder.bash(
        """
        source <(sed -n '/^missing_packages()/,/^}/p' '\(Command.repository)/Scripts/setup')
        tests=no PATH=/nowhere missing_packages
        """)
      #expect(missing.exitCode == 0 && missing.lines.count == 13, "\(missing.text)\(missing.errors)")
      #expect(try Self.packages().first == Set(missing.lines))
    }

    @Test("The Containerfile's image has the libraries that the command loads")
    func librariesAreThoseOfTheCommand() async throws {
      // On another system than the image's, libraries have other versions.
      guard let system = readFile("/etc/os-release"), String(decoding: system, as: UTF8.self).contains("bookworm")
      else { return }
      let folder = try TemporaryFolder()
      let loaded = try await folder.bash(
        // FFmpeg's libraries are not among those that are loaded at the start; their names lie among the command's texts.
        #"{ readelf -d "$motes" | grep NEEDED; grep -aoE 'lib(av|sw)[a-z]+\.so\.[0-9]+' "$motes"; } |"#
          + #" grep -oE 'lib(av|sw|crypto|fontconfig|freetype|fribidi|harfbuzz|z)[a-z]*\.so\.[0-9]+' | sort -u"#)
      // Debian names a library's package after the library and its version, except libcrypto (in libssl's), HarfBuzz and zlib.
      let names = loaded.lines.map { line in
        line.replacingOccurrences(of: ".so.", with: "")
          .replacingOccurrences(of: "libcrypto", with: "libssl")
          .replacingOccurrences(of: "libharfbuzz0", with: "libharfbuzz0b")
          .replacingOccurrences(of: "libz1", with: "zlib1g")
      }
      #expect(names.count == 11, "\(loaded.text)")
      // The fonts of presets with words.
      let fonts: Set = ["fonts-inter", "fonts-jetbrains-mono", "fonts-noto-color-emoji"]
      #expect(try Self.packages().last == Set(names).union(fonts))
    }

    @Test("The Containerfile copies existing files, and its motes commands work")
    func instructionsHold() async throws {
      let instructions = try Self.instructions()
      let copied = instructions.filter { $0.hasPrefix("COPY ") && !$0.contains("--from") }
        .compactMap { $0.split(separator: " ").dropFirst().first }
      #expect(copied == ["Package.swift", "Sources", "Tests", "Presets"])
      for path in copied {
        let file = "\(Command.repository)/\(path)"
        #expect(readFile(file) != nil || filesInFolder(file) != nil, "\(path)")
      }
      let folder = try TemporaryFolder()
      let commands = instructions.filter { $0.hasPrefix("RUN motes ") }.map { String($0.dropFirst("RUN motes ".count)) }
      #expect(commands.count == 1)
      for command in commands {
        let result = try await folder.bash("\"$motes\" \(command)")
        #expect(result.exitCode == 0, "\(command): \(result.errors)")
      }
      // One version of Swift, the one that the README names.
      let readme = try Self.text("\(Command.repository)/README.md")
      let pages = try Self.text("\(Self.folder)/Containerfile") + Self.text("\(Self.folder)/presets.yml")
      let versions = pages.components(separatedBy: "swift:").dropFirst().map { $0.prefix { $0.isNumber || $0 == "." } }
      #expect(versions.count == 3)
      for version in versions { #expect(readme.contains("which \(version) was tried"), "\(version)") }
    }
  }
}
