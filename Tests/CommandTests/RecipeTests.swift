import TestSupport
import Testing

extension CommandTests {
  /// The lists of files in CONTRIBUTING.md.
  @Suite("The recipes for contributors agree with the source") struct RecipeTests {
    /// A recipe: the words of the example in its title, and the source files that it names.
    private struct Recipe {
      let title: String
      let words: [Substring]
      let files: Set<String>
    }

    private static let recipes: [Recipe] = {
      let page = String(decoding: readFile("\(Command.repository)/CONTRIBUTING.md") ?? [], as: UTF8.self)
      return page.split(separator: "\n### ").dropFirst().map { section in
        let text = section.split(separator: "\n## ")[0]
        let title = text.split(separator: "\n")[0]
        let files = codeSpans(in: text.dropFirst(title.count)).filter { $0.hasPrefix("Sources/") }
        return Recipe(title: String(title), words: codeSpans(in: title), files: Set(files.map(String.init)))
      }
    }()

    /// The texts between backquotes.
    private static func codeSpans(in text: Substring) -> [Substring] {
      text.split(separator: "`", omittingEmptySubsequences: false).enumerated().compactMap {
        $0.offset % 2 == 1 ? $0.element : nil
      }
    }

    /// Paths of all Swift sources in a folder and its subfolders, relative to the repository.
    private static func sources(in folder: String = "Sources") -> [String] {
      (filesInFolder("\(Command.repository)/\(folder)") ?? []).flatMap { name in
        name.hasSuffix(".swift") ? ["\(folder)/\(name)"] : sources(in: "\(folder)/\(name)")
      }
    }

    @Test("Every file that a recipe names is there")
    func filesExist() {
      #expect(Self.recipes.count >= 5)
      for recipe in Self.recipes {
        for file in recipe.files {
          let path = "\(Command.repository)/\(file)"
          #expect(readFile(path) != nil || filesInFolder(path) != nil, "\(recipe.title): \(file) is missing")
        }
      }
    }

    @Test("A recipe's example occurs in the files that the recipe lists, and in no others")
    func listsAreComplete() {
      // Importers write keys as presets do: a new key needs no change in them.
      let texts = Self.sources().filter { !$0.hasPrefix("Sources/Tools/Importing/") }.map {
        ($0, String(decoding: readFile("\(Command.repository)/\($0)") ?? [], as: UTF8.self))
      }
      let examples = Self.recipes.filter { !$0.words.isEmpty }
      #expect(examples.count >= 3)
      for recipe in examples {
        let files = texts.filter { _, text in
          let words = text.split { !($0.isLetter || $0.isNumber || $0 == "_") }
          return words.contains { recipe.words.contains($0) }
        }
        #expect(Set(files.map(\.0)) == recipe.files, "\(recipe.title)")
      }
    }
  }
}
