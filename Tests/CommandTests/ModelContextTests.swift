import Foundation
import TestSupport
import Testing

extension CommandTests {
  /// `motes mcp`, spoken to with the messages of the protocol's specification.
  @Suite("Language models are served by the Model Context Protocol") struct ModelContextTests {
    /// A small preset as JSON inside of JSON.
    private static let preset =
      #"{ \"canvas\": { \"width\": 64, \"height\": 36, \"frameRate\": 10, \"duration\": 1 }, \"layers\": [ { \"gradient\": { \"stops\": [\"red\", \"blue\"] } } ] }"#

    /// Sends lines to a server in a folder, and returns its answers.
    private func answers(
      in folder: TemporaryFolder, to lines: [String], arguments: String = ""
    ) async throws -> [[String: Any]] {
      try folder.write(lines.joined(separator: "\n") + "\n", to: ".messages")
      let result = try await folder.bash("\"$motes\" mcp \(arguments) < .messages")
      try #require(result.exitCode == 0, "\(result.errors)")
      return try result.lines.map { line in
        let object = try JSONSerialization.jsonObject(with: Data(line.utf8))
        let answer = try #require(object as? [String: Any], "\(line)")
        #expect(answer["jsonrpc"] as? String == "2.0", "\(line)")
        return answer
      }
    }

    private func request(_ method: String, _ parameters: String = "{}", id: Int = 1) -> String {
      #"{"jsonrpc":"2.0","id":\#(id),"method":"\#(method)","params":\#(parameters)}"#
    }

    private func call(_ tool: String, _ arguments: String = "{}", id: Int = 1) -> String {
      request("tools/call", #"{"name":"\#(tool)","arguments":\#(arguments)}"#, id: id)
    }

    private func initialize(_ revision: String) -> String {
      request(
        "initialize",
        #"{"protocolVersion":"\#(revision)","capabilities":{"roots":{"listChanged":true},"sampling":{}},"clientInfo":{"name":"ExampleClient","version":"1.0.0"}}"#
      )
    }

    /// What a tool answers: its text, and whether it has failed.
    private func content(_ answer: [String: Any]) throws -> (text: String, isFailure: Bool, parts: [[String: Any]]) {
      let result = try #require(answer["result"] as? [String: Any], "\(answer)")
      let parts = try #require(result["content"] as? [[String: Any]])
      let texts = parts.compactMap { $0["text"] as? String }
      return (texts.joined(separator: "\n"), try #require(result["isError"] as? Bool), parts)
    }

    /// The text of a tool's only answer.
    private func text(
      in folder: TemporaryFolder, _ tool: String, _ arguments: String, fails: Bool = false
    ) async throws -> String {
      let answers = try await answers(in: folder, to: [call(tool, arguments)])
      let content = try content(try #require(answers.first))
      #expect(content.isFailure == fails, "\(tool) \(arguments): \(content.text)")
      return content.text
    }

    // MARK: The protocol

    @Test(
      "The handshake agrees on a revision that both know",
      arguments: [
        ("2024-11-05", "2024-11-05"), ("2025-03-26", "2025-03-26"), ("2025-06-18", "2025-06-18"),
        ("2025-11-25", "2025-11-25"), ("1999-01-01", "2025-11-25"),
      ])
    func handshake(asked: String, agreed: String) async throws {
      let answers = try await answers(
        in: TemporaryFolder(),
        to: [
          initialize(asked), #"{"jsonrpc":"2.0","method":"notifications/initialized"}"#, request("ping", id: 2),
          #"{"jsonrpc":"2.0","id":"a","method":"tools/list"}"#,
        ])
      // A ping may overtake.
      #expect(answers.count == 3, "notifications get no answer")
      let first = try #require(answers.first { $0["id"] as? Int == 1 }?["result"] as? [String: Any])
      #expect(first["protocolVersion"] as? String == agreed)
      #expect(Set((first["capabilities"] as? [String: Any] ?? [:]).keys) == ["tools", "resources"])
      #expect((first["serverInfo"] as? [String: Any])?["name"] as? String == "motes")
      #expect((answers.first { $0["id"] as? Int == 2 }?["result"] as? [String: Any])?.isEmpty == true)
      let tools = (answers.first { $0["id"] as? String == "a" }?["result"] as? [String: Any])?["tools"]
      let names = (tools as? [[String: Any]] ?? []).compactMap { $0["name"] as? String }
      #expect(names == ["teach", "help", "list", "describe", "check", "frame", "sheet", "render"])
      for tool in tools as? [[String: Any]] ?? [] {
        let schema = try #require(tool["inputSchema"] as? [String: Any])
        #expect(schema["type"] as? String == "object" && schema["properties"] is [String: Any])
        #expect((tool["description"] as? String)?.isEmpty == false)
      }
    }

    @Test("Messages that cannot be answered get JSON-RPC's errors, and the next one is answered")
    func errors() async throws {
      let cases: [(line: String, code: Int, id: Int?)] = [
        ("{\"jsonrpc\":\"2.0\",\"id\":1,", -32_700, nil), ("hello", -32_700, nil), ("{} {}", -32_700, nil),
        ("7", -32_600, nil), ("{}", -32_600, nil), ("[]", -32_600, nil),
        (#"[{"jsonrpc":"2.0","id":1,"method":"ping"}]"#, -32_600, nil),
        (#"{"id":1,"method":"ping"}"#, -32_600, 1), (#"{"jsonrpc":"2.0","id":1}"#, -32_600, 1),
        (#"{"jsonrpc":"2.0","id":null,"method":"ping"}"#, -32_600, nil),
        (#"{"jsonrpc":"2.0","id":[1],"method":"ping"}"#, -32_600, nil),
        (#"{"jsonrpc":"2.0","id":1,"method":7}"#, -32_600, 1),
        (#"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":[1]}"#, -32_602, 1),
        (request("no/such/method"), -32_601, 1), (request("prompts/list"), -32_601, 1), (call("draw"), -32_602, 1),
        (request("tools/call"), -32_602, 1), (request("tools/call", #"{"name":"list","arguments":[]}"#), -32_602, 1),
        (request("resources/read", #"{"uri":"file:///etc/passwd"}"#), -32_002, 1),
        ("\"" + String(repeating: "x", count: 5 << 20) + "\"", -32_600, nil),
        (String(repeating: "[", count: 100_000), -32_700, nil),
      ]
      let folder = try TemporaryFolder()
      for (line, code, id) in cases {
        let answers = try await answers(in: folder, to: [line, "", call("help", #"{"topic":"cell.drag"}"#, id: 9)])
        try #require(answers.count == 2, "\(line.prefix(80))")
        let error = try #require(answers[0]["error"] as? [String: Any], "\(answers[0])")
        #expect(error["code"] as? Int == code, "\(line.prefix(80)): \(error)")
        #expect((error["message"] as? String)?.hasSuffix(".") == true, "\(error)")
        #expect(answers[0]["id"] as? Int == id && answers[0]["id"] != nil, "\(line.prefix(80)): \(answers[0])")
        #expect(answers[1]["id"] as? Int == 9)
      }
    }

    @Test("Lists of messages are answered as lists in the one revision that has them")
    func batches() async throws {
      let folder = try TemporaryFolder()
      let list = "[\(request("ping", id: 2)),\(#"{"jsonrpc":"2.0","method":"notifications/initialized"}"#),7]"
      try folder.write([initialize("2025-03-26"), list].joined(separator: "\n"), to: "messages")
      let lines = try await folder.bash("\"$motes\" mcp < messages").lines
      try #require(lines.count == 2)
      let answers = try #require(try JSONSerialization.jsonObject(with: Data(lines[1].utf8)) as? [[String: Any]])
      #expect(answers.map { $0["id"] as? Int } == [2, nil] && answers[1]["error"] != nil, "\(lines[1])")
    }

    @Test("An input that ends in the middle of a message is answered and ends; the last line needs no line feed")
    func endOfInput() async throws {
      let folder = try TemporaryFolder()
      let half = try await folder.bash(#"printf '{"jsonrpc":"2.0","id":1,"meth' | "$motes" mcp"#)
      #expect(half.exitCode == 0 && half.text.contains("-32700") && half.lines.count == 1, "\(half.text)")
      let whole = try await folder.bash(#"printf '{"jsonrpc":"2.0","id":1,"method":"ping"}' | "$motes" mcp"#)
      #expect(whole.exitCode == 0 && whole.text == #"{"jsonrpc":"2.0","id":1,"result":{}}"# + "\n")
      let nothing = try await folder.bash("\"$motes\" mcp < /dev/null")
      #expect(nothing.exitCode == 0 && nothing.output.isEmpty && nothing.errors.isEmpty)
    }

    @Test("The teaching page and the schema are resources")
    func resources() async throws {
      let folder = try TemporaryFolder()
      let answers = try await answers(
        in: folder, to: [request("resources/list"), request("resources/read", #"{"uri":"motes://teaching"}"#, id: 2)])
      let listed = (answers[0]["result"] as? [String: Any])?["resources"] as? [[String: Any]] ?? []
      #expect(listed.compactMap { $0["uri"] as? String } == ["motes://teaching", "motes://schema"])
      let contents = (answers[1]["result"] as? [String: Any])?["contents"] as? [[String: Any]] ?? []
      let page = try await folder.motes("help", "--teach").text
      #expect(contents.first?["text"] as? String == page)
    }

    @Test("A cancelled request gets no answer and leaves no file; a signal ends the server")
    func cancelling() async throws {
      let folder = try TemporaryFolder()
      let movie = call("render", #"{"preset":"fireworks","path":"long.mp4","duration":50}"#, id: 5)
      let cancel = #"{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":5,"reason":"no"}}"#
      let result = try await folder.bash(
        """
        (printf '%s\\n' '\(movie)'; sleep 2; printf '%s\\n' '\(request("ping", id: 6))'; sleep 1; printf '%s\\n' '\(cancel)'
        printf '%s\\n' '\(call("list", #"{"words":"snow"}"#, id: 7))') | "$motes" mcp
        """)
      #expect(
        result.lines.count == 2 && result.text.contains("\"id\":6") && result.text.contains("\"id\":7"),
        "\(result.text)")
      #expect(filesInFolder(folder.path) == [], "nothing is left")
      let stopped = try await folder.bash(
        """
        mkfifo input; exec 3<>input; "$motes" mcp < input & server=$!
        sleep 1; kill -TERM $server; wait $server; echo $?
        """)
      #expect(stopped.text == "143\n", "\(stopped.text)")
    }

    // MARK: The tools

    @Test("teach, help, list and describe tell what the command tells")
    func tellingTools() async throws {
      let folder = try TemporaryFolder()
      let page = try await folder.motes("help", "--teach").text
      #expect(try await text(in: folder, "teach", "{}") == page)
      #expect(try await text(in: folder, "help", #"{"topic":"blur a layer"}"#).contains("\"type\": \"blur\""))
      let unknown = try await text(in: folder, "help", #"{"topic":"sprits"}"#, fails: true)
      #expect(unknown.contains("Did you mean sprites"))
      let confetti = try await text(in: folder, "list", #"{"words":"confetti GOLD"}"#)
      #expect(confetti.contains("\nconfetti-gold: ") && !confetti.contains("snow: "), "\(confetti)")
      #expect(try await text(in: folder, "list", #"{"tag":"nihgt"}"#, fails: true).contains("Did you mean night?"))
      #expect(try await text(in: folder, "describe", #"{"preset":"snow"}"#).contains("Knobs"))
      #expect(
        try await text(in: folder, "describe", #"{"preset":"snow","paths":true}"#).contains("emitter.cells"))
    }

    @Test("check tells every mistake with its line, column and path, and warnings")
    func checking() async throws {
      let folder = try TemporaryFolder()
      let lines = [
        call("check", "{\"json\":\"\(Self.preset)\"}"),
        call("check", #"{"json":"{ \"layers\": [\n  { \"gradiant\": 1, \"opacity\": 2 } ] }"}"#, id: 2),
        call("check", #"{"json":"{ \"knobs\": { \"a\": { \"default\": 1 } }, \"layers\": [ ] }"}"#, id: 3),
        call("check", #"{"preset":"snow","set":{"amuont":2}}"#, id: 4),
      ]
      let answers = try await answers(in: folder, to: lines)
      let values = answers.map { ($0["result"] as? [String: Any])?["structuredContent"] as? [String: Any] ?? [:] }
      #expect(values.map { $0["ok"] as? Bool } == [true, false, true, false])
      let issues = values[1]["issues"] as? [[String: Any]] ?? []
      let misspelt = try #require(
        issues.first { ($0["message"] as? String)?.contains("gradient") == true }, "\(issues)")
      #expect(misspelt["line"] as? Int == 2 && misspelt["column"] as? Int == 5 && misspelt["file"] as? String == "json")
      #expect(values[1]["issueCount"] as? Int == issues.count && issues.count == 2)
      #expect((values[2]["warnings"] as? [[String: Any]])?.first?["path"] as? String == "knobs.a")
      #expect(try content(answers[3]).text.contains("Did you mean amount?"))
      for answer in answers { #expect(try !content(answer).isFailure, "a preset with mistakes is a result") }
    }

    @Test("frame and sheet send pictures, the same each time")
    func pictures() async throws {
      let folder = try TemporaryFolder()
      let lines = [
        call("frame", "{\"json\":\"\(Self.preset)\",\"time\":0.5,\"size\":\"32x18\"}"),
        call("frame", #"{"preset":"snow","set":{"amount":2},"seed":3}"#, id: 2),
        call("sheet", #"{"preset":"snow"}"#, id: 3),
        call("frame", "{\"json\":\"\(Self.preset)\",\"alpha\":true}", id: 4),
      ]
      let answers = try await answers(in: folder, to: lines)
      var sizes: [[Int]] = []
      for answer in answers {
        let parts = try content(answer).parts
        #expect(parts[0]["type"] as? String == "image" && parts[0]["mimeType"] as? String == "image/png")
        let bytes = [UInt8](try #require(Data(base64Encoded: parts[0]["data"] as? String ?? "")))
        try #require(bytes.prefix(8) == [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A])
        sizes.append([16, 20].map { Int(bytes[$0 + 2]) << 8 | Int(bytes[$0 + 3]) })
      }
      #expect(sizes == [[32, 18], [768, 432], [1040, 529], [64, 36]], "\(sizes)")
      let again = try await self.answers(in: folder, to: lines)
      #expect(NSArray(array: answers) == NSArray(array: again))
      let still = try await folder.motes(
        "frame", "snow", "--set", "amount=2", "--seed", "3", "--size", "768x432", "-o", "a.png")
      #expect(still.exitCode == 0)
      let sent = try content(answers[1]).parts[0]["data"] as? String
      #expect(Data(folder.bytes("a.png") ?? []).base64EncodedString() == sent, "it is the command's picture")
      let late = try await text(in: folder, "frame", #"{"preset":"snow","size":"4000x4000"}"#, fails: true)
      #expect(late.contains("at most 2048"))
    }

    @Test("render writes movies, tells its progress, and replaces only its own")
    func rendering() async throws {
      let folder = try TemporaryFolder()
      try folder.write("mine", to: "mine.mp4")
      let arguments = "\"json\":\"\(Self.preset)\""
      let lines = [
        request(
          "tools/call",
          "{\"name\":\"render\",\"arguments\":{\(arguments),\"path\":\"a.mp4\"},\"_meta\":{\"progressToken\":\"p\"}}"),
        call("render", "{\(arguments),\"path\":\"a.mp4\",\"duration\":2}", id: 2),
        call("render", "{\(arguments),\"path\":\"mine.mp4\"}", id: 3),
      ]
      let answers = try await answers(in: folder, to: lines)
      let progress = answers.filter { $0["method"] as? String == "notifications/progress" }
      #expect(progress.count == 10)
      let last = progress.last?["params"] as? [String: Any]
      #expect(
        last?["progressToken"] as? String == "p" && last?["progress"] as? Int == 10 && last?["total"] as? Int == 10)
      let results = answers.filter { $0["id"] != nil }
      #expect(try content(results[0]).text.hasPrefix("a.mp4: 10 frames, 1 s, "))
      #expect(try content(results[1]).text.hasPrefix("a.mp4: 20 frames, 2 s, "), "its own movie is replaced")
      let refused = try content(results[2])
      #expect(refused.isFailure && refused.text.contains("was not written by this server"), "\(refused.text)")
      #expect(folder.bytes("mine.mp4") == Array("mine".utf8))
      #expect(try await folder.probe("a.mp4")["nb_read_frames"] == "20")
      // Another server has not written it.
      let other = try await text(in: folder, "render", "{\(arguments),\"path\":\"a.mp4\"}", fails: true)
      #expect(other.contains("is not replaced"))
      for (more, expected) in [
        (#""path":"x.txt""#, "expected a movie: .mp4"), (#""path":".x.mp4""#, "such as snow.mp4"),
        (#""path":"no/x.mp4""#, "there is no folder no"), (#""path":"x.mp4","duration":61"#, "at most 60 s"),
        (#""path":"x.mp4","size":"5000x5000""#, "at most 3840"), (#""path":"x.mp4","fps":0"#, "--fps 0: expected"),
      ] {
        let text = try await text(in: folder, "render", "{\(arguments),\(more)}", fails: true)
        #expect(text.contains(expected), "\(more): \(text)")
      }
    }

    @Test("A loop of another length is refused where values jump, and loop says that the end need not meet the start")
    func loops() async throws {
      let folder = try TemporaryFolder()
      let loop = Self.preset.replacing("1 }", with: #"1, \"loop\": true }"#)
        .replacing(#"\"gradient\""#, with: #"\"opacity\": \"= 0.5 + 0.5 * cos(tau * t)\", \"gradient\""#)
      let arguments = "\"json\":\"\(loop)\",\"path\":\"x.mp4\",\"duration\":1.5"
      let refused = try await text(in: folder, "render", "{\(arguments)}", fails: true)
      #expect(refused.contains("--no-loop"), "\(refused)")
      #expect(
        try await text(in: folder, "render", "{\(arguments),\"loop\":false}").hasPrefix("x.mp4: 15 frames, 1.5 s, "))
    }

    @Test(
      "Arguments that are missing, unknown or of another kind are explained",
      arguments: [
        ("frame", "{}", "a preset is missing"), ("frame", #"{"preset":"snow","json":"{}"}"#, "both given"),
        ("frame", #"{"preset":7}"#, "preset should be a text, not the number 7"),
        ("frame", #"{"preset":"snow","tmie":1}"#, "Did you mean time?"),
        ("frame", #"{"preset":"snow","time":-1}"#, "expected seconds from 0"),
        ("frame", #"{"preset":"snow","size":"big"}"#, "expected WIDTHxHEIGHT"),
        ("frame", #"{"preset":"snow","seed":1.5}"#, "seed should be a whole number"),
        ("frame", #"{"preset":"snwo"}"#, "Did you mean snow?"), ("help", "{}", "help needs the argument topic"),
        ("teach", #"{"x":1}"#, "It has none."), ("render", #"{"preset":"snow"}"#, "render needs the argument path"),
      ])
    func badArguments(tool: String, arguments: String, expected: String) async throws {
      let text = try await text(in: TemporaryFolder(), tool, arguments, fails: true)
      #expect(text.contains(expected), "\(text)")
    }

    @Test("Neither names nor texts nor links lead out of the working folder")
    func foldersAreKept() async throws {
      let outside = try TemporaryFolder()
      let shown = #"{ "layers": [ { "gradient": { "stops": ["red", "blue"] } } ] }"#
      for name in ["secret.json", "secret.png"] { try outside.write(shown, to: name) }
      let folder = try TemporaryFolder()
      try folder.makeFolder("inner")
      try folder.write(shown, to: "inner/own.json")
      let linked = try await folder.bash("ln -s '\(outside.path)' out; ln -s '\(outside.path)/secret.json' link.json")
      #expect(linked.exitCode == 0)
      let texts = [
        "{\"preset\":\"\(outside.path)/secret.json\"}", #"{"preset":"../secret.json"}"#,
        #"{"preset":"out/secret.json"}"#,
        #"{"preset":"link.json"}"#, #"{"preset":"/etc/passwd"}"#, #"{"preset":"/no/such.json"}"#,
        "{\"json\":\"{ \\\"extends\\\": \\\"\(outside.path)/secret.json\\\" }\"}",
        "{\"json\":\"{ \\\"layers\\\": [ { \\\"image\\\": { \\\"file\\\": \\\"\(outside.path)/secret.png\\\" } } ] }\"}",
        #"{"json":"{ \"layers\": [ { \"image\": { \"file\": \"out/secret.png\" } } ] }"}"#,
      ]
      for arguments in texts {
        let text = try await text(in: folder, "describe", arguments, fails: true)
        #expect(text.contains("lies outside of the"), "\(arguments): \(text)")
      }
      #expect(try await text(in: folder, "describe", #"{"preset":"inner/own.json"}"#).contains("inner/own.json"))
      let kept = try await text(in: folder, "describe", #"{"preset":"snow","set":{"name":"@/etc/hostname"}}"#)
      #expect(kept.hasPrefix("@/etc/hostname"), "@ names no file here")
      for path in ["../x.mp4", "\(outside.path)/x.mp4", "out/x.mp4"] {
        let text = try await text(in: folder, "render", "{\"preset\":\"snow\",\"path\":\"\(path)\"}", fails: true)
        #expect(text.contains("lies outside of the working folder"), "\(text)")
      }
      #expect(Set(filesInFolder(outside.path) ?? []) == ["secret.json", "secret.png"])
      let root = try await folder.bash("cd / && \"$motes\" mcp < /dev/null")
      #expect(root.exitCode == 2 && root.errors.contains("--folder"), "\(root.errors)")
      let named = try await answers(
        in: folder, to: [call("describe", #"{"preset":"own.json"}"#)], arguments: "--folder inner")
      #expect(try !content(named[0]).isFailure)
    }
  }
}
