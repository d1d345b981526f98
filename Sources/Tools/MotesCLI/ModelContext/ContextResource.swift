import JSON
import Motes

/// A text that clients may read.
struct ContextResource: Sendable {
  let address: String
  let name: String
  let about: String
  let mediaType: String
  let text: @Sendable () -> String

  static let all = [
    ContextResource(
      address: "motes://teaching", name: "The preset language on one page",
      about: "How presets are written, with ten to copy.", mediaType: "text/markdown", text: { TeachingPage.text }),
    ContextResource(
      address: "motes://schema", name: "The JSON Schema of presets", about: "Every key with its range and default.",
      mediaType: "application/schema+json", text: { JSONSchema.json() }),
  ]

  /// The resource as `resources/list` lists it.
  var description: JSONValue {
    [
      "uri": JSONValue(address), "name": JSONValue(name), "description": JSONValue(about),
      "mimeType": JSONValue(mediaType),
    ]
  }

  /// The answer to `resources/read`.
  static func read(_ parameters: JSONNode?) throws(ProtocolError) -> JSONValue {
    let addresses = all.map(\.address)
    guard let address = parameters?["uri"]?.string else {
      throw ProtocolError(.invalidParameters, "\"uri\" says which resource is read: \(listed(addresses)).")
    }
    guard let resource = all.first(where: { $0.address == address }) else {
      throw ProtocolError(
        .resourceNotFound,
        "There is no resource \(quoted(address)). There are \(listed(addresses, conjunction: "and")).")
    }
    return [
      "contents": [
        ["uri": JSONValue(address), "mimeType": JSONValue(resource.mediaType), "text": JSONValue(resource.text())]
      ]
    ]
  }
}
