import TestSupport
import Testing

extension CommandTests {
  @Suite("The preset language is explained in the terminal") struct HelpTests {
    @Test("help lists and explains commands")
    func commandsAreExplained() async throws {
      let folder = try TemporaryFolder()
      let all = try await folder.motes("help")
      let root = try await folder.motes("--help")
      #expect(all.exitCode == 0 && all.text == root.text && all.text.contains("render"))
      #expect(root.text.contains("motes help topics") && root.text.contains("motes schema --reference"))
      for name in ["render", "help", "new"] {
        let asked = try await folder.motes("help", name)
        let own = try await folder.motes(name, "--help")
        #expect(asked.exitCode == 0 && asked.text == own.text, "\(name)")
      }
    }

    @Test("help explains objects, keys and lists, in lines that fit")
    func topicsAreExplained() async throws {
      let folder = try TemporaryFolder()
      for (topic, expected) in [
        ("cell", "birthRate"), ("cell.intensity", "default  1"), ("easings", "easeOutBack"), ("topics", "sprites"),
      ] {
        let result = try await folder.motes("help", topic)
        #expect(result.exitCode == 0 && result.errors.isEmpty, "\(topic): \(result.errors)")
        #expect(result.text.contains(expected), "\(topic): \(result.text)")
        #expect(!result.text.contains("\u{1B}") && result.lines.allSatisfy { $0.count <= 80 }, "\(topic)")
      }
    }

    @Test("Other words are searched for")
    func wordsAreSearchedFor() async throws {
      let folder = try TemporaryFolder()
      for (words, expected) in [
        (["gravity"], "cell.yAcceleration"), (["softDisc"], "A disc whose light falls off"),
        (["top", "left"], "[\"0%\", \"0%\"]"),
      ] {
        let result = try await folder.motes(arguments: ["help"] + words)
        #expect(
          result.exitCode == 0 && result.errors.isEmpty && result.text.contains(expected), "\(words): \(result.text)")
        #expect(result.lines.allSatisfy { $0.count <= 80 })
      }
    }

    @Test("help answers questions of several words, and names options of the command")
    func questionsAreAnswered() async throws {
      let folder = try TemporaryFolder()
      for (words, expected) in [
        (["audio"], "--audio <track>"),
        (["blur", "a", "layer"], "\"filters\": [{ \"type\": \"blur\", \"radius\": 8 }]"),
        (["letter by letter"], "\"units\""), (["size", "limits"], "--max-bytes"), (["loop"], "--loop"),
      ] {
        let result = try await folder.motes(arguments: ["help"] + words)
        #expect(result.exitCode == 0 && result.text.contains(expected), "\(words): \(result.text)\(result.errors)")
      }
    }

    @Test("A misspelt command is guessed, and a preset in its place is told how to be drawn")
    func misspeltCommands() async throws {
      let folder = try TemporaryFolder()
      for (arguments, expected) in [
        (["rendr", "snow"], "motes: there is no command \"rendr\". Did you mean render?"),
        (["snow"], "motes: there is no command \"snow\". To draw this preset: motes render snow"),
        (["xylophone"], "motes: there is no command \"xylophone\". motes help lists the commands."),
      ] {
        let result = try await folder.motes(arguments: arguments)
        #expect(result.exitCode == 2 && result.output.isEmpty)
        #expect(result.errors == expected + "\n" || result.errors == expected, "\(result.errors)")
      }
    }

    @Test("Presets are found by words and tags, and recipes by name")
    func presetsAreFound() async throws {
      let folder = try TemporaryFolder()
      let words = try await folder.motes("list", "confetti", "GOLD")
      #expect(words.exitCode == 0 && words.text.contains("confetti-gold") && !words.text.contains("snow"))
      let tagged = try await folder.motes("list", "--tag", "night", "--json")
      #expect(tagged.exitCode == 0 && tagged.text.contains("\"night\""), "\(tagged.errors)")
      for (arguments, expected) in [
        (["list", "xylophone"], "no preset has \"xylophone\""), (["list", "--tag", "nihgt"], "Did you mean night?"),
        (["describe", "loader"], "loader: this is a recipe to copy, which is named by its file: "),
      ] {
        let result = try await folder.motes(arguments: arguments)
        #expect(result.exitCode == 2 && result.errors.contains(expected), "\(arguments): \(result.errors)")
      }
      let recipe = try await folder.motes("describe", "loader").errors.split(separator: " ").last.map(String.init) ?? ""
      let described = try await folder.motes("describe", recipe.filter { $0 != "\n" })
      #expect(described.exitCode == 0, "\(recipe): \(described.errors)")
    }

    @Test("describe --paths lists paths that --set takes")
    func pathsAreTaken() async throws {
      let folder = try TemporaryFolder()
      try folder.write(
        """
        { "format": 1, "canvas": { "width": 64, "height": 64, "duration": 1 },
          "layers": [ { "name": "sky", "gradient": { "stops": ["red", "blue"] } },
                      { "name": "a.b", "opacity": 0.5, "emitter": { "cells": [ { "name": "flake", "birthRate": 5, "lifetime": 1 } ] } } ] }
        """, to: "x.json")
      let described = try await folder.motes("describe", "x.json", "--paths")
      let rows = described.lines.filter { $0.hasPrefix("  ") }.map {
        $0.split(separator: " ", omittingEmptySubsequences: true).map(String.init)
      }
      #expect(rows.contains(["layers[1].emitter.cells.flake.birthRate", "5"]), "\(described.text)")
      #expect(rows.contains(["layers.sky.gradient.stops", "[\"red\",\"blue\"]"]), "\(described.text)")
      for row in rows where row.count == 2 {
        let result = try await folder.motes("describe", "x.json", "--set", "\(row[0])=\(row[1])")
        #expect(result.exitCode == 0, "\(row): \(result.errors)")
      }
    }

    @Test("An unknown topic is a mistake, answered with similar names and all topics")
    func unknownTopics() async throws {
      let folder = try TemporaryFolder()
      for (topic, near) in [("sprits", "sprites"), ("rendr", "render"), ("cell.intensty", "cell.intensity")] {
        let result = try await folder.motes("help", topic)
        #expect(result.exitCode == 2 && result.output.isEmpty, "\(topic)")
        #expect(result.errors.contains("Did you mean \(near)"), "\(result.errors)")
        #expect(result.errors.contains("easings") && result.errors.contains("motionPath"), "\(result.errors)")
      }
      let spaced = try await folder.motes("help", "cell", "intensity")
      let dotted = try await folder.motes("help", "cell.intensity")
      #expect(spaced.exitCode == 0 && spaced.text == dotted.text)
    }
  }

  @Suite("Editors find the schema") struct SchemaFileTests {
    @Test("--install writes the whole schema, also over an earlier one, and prints its address")
    func schemaIsInstalled() async throws {
      let folder = try TemporaryFolder()
      let data = folder["data files"]
      let printed = try await folder.motes("schema")
      for _ in 0..<2 {
        let result = try await folder.motes("schema", "--install", environment: ["XDG_DATA_HOME": data])
        #expect(result.exitCode == 0, "\(result.errors)")
        #expect(result.text.contains("\(data)/motes/motes.schema.json: written."))
        #expect(result.text.contains("data%20files/motes/motes.schema.json\""), "\(result.text)")
        #expect(folder.bytes("data files/motes/motes.schema.json") == [UInt8](printed.output))
        #expect(filesInFolder("\(data)/motes") == ["motes.schema.json"], "nothing else is left")
      }
      // By the XDG Base Directory Specification a path that is not absolute is ignored.
      let home = try await folder.motes("schema", "--install", environment: ["XDG_DATA_HOME": "data"])
      #expect(home.exitCode == 0 && folder.exists(".local/share/motes/motes.schema.json") && !folder.exists("data"))
    }

    @Test("A file that is no schema of Motes is kept", arguments: ["{}", "notes", "{\"title\": \"Motes preset\"}", ""])
    func foreignFilesStay(text: String) async throws {
      let folder = try TemporaryFolder()
      for name in ["motes", "motes/motes.schema.json"] {
        name == "motes" ? try folder.makeFolder(name) : try folder.write(text, to: name)
      }
      let installed = try await folder.motes("schema", "--install", environment: ["XDG_DATA_HOME": folder.path])
      #expect(installed.exitCode == 2 && installed.errors.contains("motes.schema.json"), "\(installed.errors)")
      #expect(folder.bytes("motes/motes.schema.json") == Array(text.utf8))

      let made = try await folder.motes("new", "motes/glow", "--schema")
      #expect(made.exitCode == 2 && !folder.exists("motes/glow.json"))
      #expect(folder.bytes("motes/motes.schema.json") == Array(text.utf8))
      // A preset that is made beside such a file does not name it as its schema.
      let plain = try await folder.motes("new", "motes/glow")
      #expect(plain.exitCode == 0, "\(plain.errors)")
      #expect(!String(decoding: folder.bytes("motes/glow.json") ?? [], as: UTF8.self).contains("$schema"))
    }

    @Test("new names the schema beside the preset, else the installed one, else none")
    func newNamesTheSchema() async throws {
      let folder = try TemporaryFolder()
      func text(_ name: String) -> String { String(decoding: folder.bytes(name) ?? [], as: UTF8.self) }
      _ = try await folder.motes("new", "plain")
      #expect(!text("plain.json").contains("$schema"))

      _ = try await folder.motes("schema", "--install")
      _ = try await folder.motes("new", "far")
      let address = "file://\(folder.path)/.local/share/motes/motes.schema.json"
      #expect(text("far.json").contains("\"$schema\": \"\(address)\","), "\(text("far.json"))")

      let made = try await folder.motes("new", "near", "--schema")
      #expect(made.exitCode == 0 && made.text.contains("motes.schema.json"), "\(made.errors)")
      #expect(text("near.json").contains("\"$schema\": \"./motes.schema.json\","))
      _ = try await folder.motes("new", "next")
      #expect(text("next.json").contains("\"$schema\": \"./motes.schema.json\","), "the one that is there already")

      let checked = try await folder.motes("check", "plain.json", "far.json", "near.json", "next.json")
      #expect(checked.exitCode == 0, "\(checked.errors)")
      let listed = try await folder.motes("list", "--presets", folder.path)
      #expect(listed.text.contains("near") && !listed.text.contains("motes.schema"), "the schema is no preset")
      let refused = try await folder.motes("new", "motes.schema", "--force")
      #expect(refused.exitCode == 2, "a preset does not replace the schema")
    }
  }
}
