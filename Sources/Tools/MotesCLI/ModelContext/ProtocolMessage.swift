import JSON

/// A message of JSON-RPC 2.0, which a client has sent.
enum ProtocolMessage: Sendable {
  /// A question, which gets one answer with its `id`: a text or a whole number.
  case request(id: JSONNode, method: String, parameters: JSONNode?)
  case notification(method: String, parameters: JSONNode?)
  /// An answer. The server asks nothing, so it needs none.
  case response

  /// Reads a message.
  ///
  /// - Throws: why it is none, with its `id` if it has one.
  init(_ node: JSONNode) throws(ProtocolError) {
    guard node.members != nil else {
      throw ProtocolError(.invalidRequest, "A message is an object { … }, not \(node.messageText).")
    }
    let id = node["id"]
    let answerID = id.flatMap { Self.isID($0) ? $0 : nil }
    guard node["jsonrpc"]?.string == "2.0" else {
      throw ProtocolError(.invalidRequest, "A message has \"jsonrpc\": \"2.0\".", id: answerID)
    }
    if node["method"] == nil, node["result"] != nil || node["error"] != nil {
      self = .response
      return
    }
    guard let method = node["method"]?.string else {
      throw ProtocolError(.invalidRequest, "A message has a \"method\", which is a text.", id: answerID)
    }
    guard let id else {
      self = .notification(method: method, parameters: node["params"])
      return
    }
    guard let answerID else {
      throw ProtocolError(
        .invalidRequest, "The \"id\" of a request is a text or a whole number, not \(id.messageText).")
    }
    let parameters = node["params"]
    guard parameters == nil || parameters?.members != nil else {
      throw ProtocolError(.invalidParameters, "\"params\" is an object of named values.", id: answerID)
    }
    self = .request(id: answerID, method: method, parameters: parameters)
  }

  private static func isID(_ node: JSONNode) -> Bool {
    switch node.value {
    case .string: true
    case .number(_, let text): Int(text) != nil
    default: false
    }
  }

  /// The answer to a request.
  static func answer(to id: JSONNode, _ result: JSONValue) -> JSONValue {
    ["jsonrpc": "2.0", "id": JSONValue(id), "result": result]
  }
}

/// Why a message cannot be answered otherwise, in the form that JSON-RPC gives an error.
struct ProtocolError: Error {
  /// The codes of JSON-RPC 2.0, section 5.1, and one of the Model Context Protocol.
  enum Code: Int {
    case parseError = -32_700
    case invalidRequest = -32_600
    case methodNotFound = -32_601
    case invalidParameters = -32_602
    case resourceNotFound = -32_002
  }

  let code: Code
  let message: String
  /// The request's; nil if it is not known.
  var id: JSONNode?

  init(_ code: Code, _ message: String, id: JSONNode? = nil) {
    (self.code, self.message, self.id) = (code, message, id)
  }

  /// The answer to the client.
  var answer: JSONValue {
    [
      "jsonrpc": "2.0", "id": id.map { JSONValue($0) } ?? .null,
      "error": ["code": JSONValue(code.rawValue), "message": JSONValue(message)],
    ]
  }
}
