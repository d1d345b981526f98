import Glibc
import JSON
import Motes

/// A server of the Model Context Protocol: answers a client's messages in the order in which they came.
///
/// Written after the protocol's specification, revisions 2024-11-05 to 2025-11-25 (modelcontextprotocol.io). It has the tools of `ContextTool` and
/// the resources of `ContextResource`, and asks the client nothing. A client that begins without `initialize` is answered, too.
struct ContextServer {
  /// The revisions of the protocol that are spoken, the newest last. What the server sends is the same in all of them.
  static let revisions = ["2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25"]
  /// The only revision that allows several messages in a list.
  private static let revisionWithBatches = "2025-03-26"
  /// The most messages of such a list.
  private static let maximumBatch = 50

  private let inbox: ProtocolInbox
  private let write: @Sendable (JSONValue) -> Void
  private let workplace: ContextWorkplace
  private let signals: StopSignals
  private var revision = revisions[revisions.count - 1]

  /// How long the server waits for a message before it looks for signals, in milliseconds.
  private static let patience = 100

  /// - Parameter write: sends a message to the client.
  init(workplace: ContextWorkplace, signals: StopSignals, write: @escaping @Sendable (JSONValue) -> Void) {
    (self.workplace, self.signals, self.write) = (workplace, signals, write)
    inbox = ProtocolInbox(write: write)
  }

  /// Serves until the input ends, a signal comes, or nobody reads the answers.
  mutating func run(reading descriptor: Int32) {
    inbox.start(reading: descriptor)
    while signals.latest == nil, Terminal.outputFailure == nil {
      guard let item = inbox.next(within: Self.patience) else { continue }
      switch item {
      case .end: return
      case .unreadable(let error): write(error.answer)
      case .message(let message): if let answer = answer(to: message) { write(answer) }
      case .batch(let elements): write(answers(to: elements))
      }
    }
  }

  private mutating func answers(to elements: [JSONNode]) -> JSONValue {
    guard revision == Self.revisionWithBatches, (1...Self.maximumBatch).contains(elements.count) else {
      return ProtocolError(
        .invalidRequest,
        "Lists of 1 to \(Self.maximumBatch) messages belong to revision \(Self.revisionWithBatches) of the protocol; this session has \(revision). Send each message on a line of its own."
      ).answer
    }
    var answers: [JSONValue] = []
    for element in elements {
      do {
        if let answer = answer(to: try ProtocolMessage(element)) { answers.append(answer) }
      } catch {
        answers.append(error.answer)
      }
    }
    return JSONValue(answers)
  }

  /// The answer to a message; nil for one that gets none.
  private mutating func answer(to message: ProtocolMessage) -> JSONValue? {
    guard case .request(let id, let method, let parameters) = message else { return nil }
    defer { inbox.close(id) }
    if inbox.isCancelled(id) { return nil }
    do throws(ProtocolError) {
      let result = try result(of: method, parameters, id: id)
      return inbox.isCancelled(id) ? nil : ProtocolMessage.answer(to: id, result)
    } catch {
      var error = error
      error.id = id
      return error.answer
    }
  }

  private mutating func result(
    of method: String, _ parameters: JSONNode?, id: JSONNode
  ) throws(ProtocolError) -> JSONValue {
    switch method {
    case "initialize": return initialize(parameters)
    case "ping": return [:]
    case "tools/list": return ["tools": JSONValue(ContextTool.all.map(\.description))]
    case "tools/call": return try call(parameters, id: id)
    case "resources/list": return ["resources": JSONValue(ContextResource.all.map(\.description))]
    case "resources/templates/list": return ["resourceTemplates": []]
    case "resources/read": return try ContextResource.read(parameters)
    default:
      throw ProtocolError(
        .methodNotFound,
        "There is no method \(quoted(method)). There are initialize, ping, tools/list, tools/call, resources/list and resources/read."
      )
    }
  }

  private mutating func initialize(_ parameters: JSONNode?) -> JSONValue {
    // A revision that is not spoken is answered with the newest one that is, and the client decides.
    let asked = parameters?["protocolVersion"]?.string
    revision = Self.revisions.first { $0 == asked } ?? Self.revisions[Self.revisions.count - 1]
    return [
      "protocolVersion": JSONValue(revision),
      "capabilities": ["tools": [:], "resources": [:]],
      "serverInfo": ["name": "motes", "title": "Motes", "version": JSONValue(Motes.version)],
      "instructions":
        "Motes draws particle and procedural effects from presets, which are JSON. Call teach once before you write a preset; then check, frame or sheet until it looks right, and render. list and describe tell of the presets that are there.",
    ]
  }

  private func call(_ parameters: JSONNode?, id: JSONNode) throws(ProtocolError) -> JSONValue {
    let names = ContextTool.all.map(\.name)
    guard let name = parameters?["name"]?.string else {
      throw ProtocolError(.invalidParameters, "\"name\" says which tool is called: \(listed(names)).")
    }
    guard let tool = ContextTool.all.first(where: { $0.name == name }) else {
      throw ProtocolError(
        .invalidParameters, "There is no tool \(quoted(name)). There are \(listed(names, conjunction: "and")).")
    }
    let given = parameters?["arguments"]
    guard given == nil || given?.members != nil else {
      throw ProtocolError(.invalidParameters, "\"arguments\" is an object of named values.")
    }
    let token = parameters?["_meta"]?["progressToken"]
    let context = ContextCall(
      workplace: workplace,
      isStopped: { [inbox, signals] in
        inbox.isCancelled(id) || signals.latest != nil || Terminal.outputFailure != nil
      },
      reportProgress: { [write] done, total in
        guard let token else { return }
        write([
          "jsonrpc": "2.0", "method": "notifications/progress",
          "params": ["progressToken": JSONValue(token), "progress": JSONValue(done), "total": JSONValue(total)],
        ])
      })
    do {
      return try tool.work(try ToolArguments(given, of: tool), context).value
    } catch {
      return ToolResult.failure("\(error)").value
    }
  }
}
