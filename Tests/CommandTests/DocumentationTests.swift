import Foundation
import TestSupport
import Testing

extension CommandTests {
  /// Generated pages are up to date, pages and files that are named exist, and the Swift code of all pages compiles as a user's would.
  @Suite("The documentation is up to date") struct DocumentationTests {
    private static let catalogue = "\(Command.repository)/Sources/Motes/Motes.docc"

    private static func text(_ path: String) -> String { String(decoding: readFile(path) ?? [], as: UTF8.self) }

    @Test(
      "Generated pages are what the command prints; Scripts/reference writes them",
      arguments: [("PresetLanguage.md", ["schema", "--reference"]), ("Formats.md", ["formats", "--markdown"])])
    func generatedPagesAreCurrent(page: String, arguments: [String]) async throws {
      let folder = try TemporaryFolder()
      let printed = try await folder.motes(arguments: arguments)
      #expect(printed.exitCode == 0)
      let isCurrent = readFile("\(Self.catalogue)/\(page)") == [UInt8](printed.output)
      #expect(isCurrent, "Scripts/reference writes it.")
    }

    @Test("The landing page leads to every other page")
    func pagesAreReachable() throws {
      let landing = Self.text("\(Self.catalogue)/Motes.md")
      let pages = try #require(filesInFolder(Self.catalogue)).filter { $0.hasSuffix(".md") && $0 != "Motes.md" }
      #expect(pages.count >= 10)
      for page in pages { #expect(landing.contains("](\(page))"), "\(page) is in no list of Motes.md") }
    }

    @Test(
      "Every file that the recipes and the architecture name is there",
      arguments: ["CONTRIBUTING.md", "ARCHITECTURE.md"])
    func namedFilesExist(page: String) {
      let words = Self.text("\(Command.repository)/\(page)").split(separator: "`", omittingEmptySubsequences: false)
      // Every second piece stands between backquotes.
      let paths = words.enumerated().filter { $0.offset % 2 == 1 }.map(\.element).filter { word in
        ["Sources/", "Tests/", "Scripts/", "Presets/"].contains { word.hasPrefix($0) } && !word.contains("<")
          && !word.contains("*")
      }
      for path in paths.map({ $0.prefix { $0 != " " } }) {
        let file = "\(Command.repository)/\(path)"
        #expect(readFile(file) != nil || filesInFolder(file) != nil, "\(page): \(path) is missing")
      }
    }

    /// A Swift block of a page or of a comment.
    struct Snippet {
      let source: String
      let code: String
    }

    /// Swift blocks of the README, of the articles, and of the comments in the module Motes.
    private static func snippets() throws -> [Snippet] {
      let articles = try #require(filesInFolder(catalogue)).filter { $0.hasSuffix(".md") }.map { "\(catalogue)/\($0)" }
      let publicSources = "\(Command.repository)/Sources/Motes"
      let sources = try #require(filesInFolder(publicSources)).filter { $0.hasSuffix(".swift") }.map {
        "\(publicSources)/\($0)"
      }
      return (["\(Command.repository)/README.md"] + articles + sources).sorted().flatMap { path in
        var lines = text(path).split(separator: "\n", omittingEmptySubsequences: false)[...]
        if path.hasSuffix(".swift") {
          lines =
            lines.map { $0.drop { $0 == " " } }.map { $0.hasPrefix("///") ? $0.dropFirst(3).drop { $0 == " " } : "" }[
              ...]
        }
        var snippets: [Snippet] = []
        while let start = lines.firstIndex(of: "```swift") {
          let end = lines[start...].firstIndex(of: "```") ?? lines.endIndex
          snippets.append(Snippet(source: path, code: lines[(start + 1)..<end].joined(separator: "\n")))
          lines = lines[end...].dropFirst()
        }
        return snippets
      }
    }

    @Test("Every Swift block compiles against the public declarations alone")
    func swiftBlocksCompile() async throws {
      let snippets = try Self.snippets()
      #expect(snippets.count >= 10)
      var file = "import Motes\n"
      for (index, snippet) in snippets.enumerated() {
        let code = snippet.code.split(separator: "\n").filter { $0 != "import Motes" }.joined(separator: "\n    ")
        // A block that does not make a preset or a renderer of its own uses these parameters.
        file += """

          // \(snippet.source)
          func snippet\(index)(preset: Preset, renderer: Renderer) \(code.contains("await") ? "async " : "")throws {
            do {
              \(code)
            }
          }

          """
      }
      let folder = try TemporaryFolder()
      try folder.write(file, to: "snippets.swift")
      let build = try Command.path().split(separator: "/").dropLast().map { "/\($0)" }.joined()
      let maps = ["CFFmpeg", "CCrypto", "CFontconfig", "CFreeType", "CFriBidi", "CHarfBuzz"]
        .map { "-Xcc -fmodule-map-file=Sources/System/\($0)/module.modulemap" }.joined(separator: " ")
      let sources = ["Engine/CLanes", "System/CUnibreak"].map { path in
        let name = path.split(separator: "/")[1]
        return
          "-Xcc -fmodule-map-file='\(build)/\(name).build/module.modulemap' -Xcc -ISources/\(path)/include"
      }.joined(separator: " ")
      let result = try await folder.bash(
        """
        snippets=$PWD/snippets.swift
        includes=$(pkg-config --cflags-only-I fontconfig freetype2 fribidi harfbuzz | sed 's/-I/-Xcc -I/g')
        cd '\(Command.repository)'
        swiftc -typecheck -parse-as-library -swift-version 6 -suppress-warnings -I '\(build)/Modules' \
          \(sources) \(maps) $includes "$snippets"
        """)
      #expect(result.exitCode == 0, "\(result.errors)")
    }
  }
}
