import Foundation
import JSON
import Presets

/// Makes JSON nodes of XML elements.
enum XMLNodes {
  /// The position of all nodes made here: unlike nodes of JSON, they do not know where they stand in the file.
  private static let origin = JSONNode.Position(source: 0, offset: 0)

  private static func member(_ key: String, _ node: JSONNode) -> JSONNode.Member {
    JSONNode.Member(key: shortKey(key), keyOrigin: node.origin, node: node)
  }

  /// Makes an object of any element: its attributes, its children by their names, and its text under "text".
  static func node(of element: XMLTree) -> JSONNode {
    var members: [JSONNode.Member] = []
    for attribute in element.attributes {
      members.append(member(attribute.name, JSONNode(.string(attribute.value), at: origin)))
    }
    for child in element.children { members.append(member(child.name, node(of: child))) }
    let text = element.text.trimmingCharacters(in: .whitespacesAndNewlines)
    if !text.isEmpty { members.append(member("text", JSONNode(.string(text), at: origin))) }
    return JSONNode(.object(members), at: origin)
  }

  /// Makes a node of an element of a property list.
  static func propertyList(_ element: XMLTree) -> JSONNode {
    switch element.name {
    case "plist": return element.children.first.map { propertyList($0) } ?? JSONNode(.null, at: origin)
    case "dict":
      var members: [JSONNode.Member] = []
      var key: String?
      for child in element.children {
        if child.name == "key" {
          key = child.text
        } else if let name = key {
          members.append(member(name, propertyList(child)))
          key = nil
        }
      }
      return JSONNode(.object(members), at: origin)
    case "array":
      return JSONNode(.array(element.children.map { propertyList($0) }), at: origin)
    case "true", "false": return JSONNode(.bool(element.name == "true"), at: origin)
    case "real", "integer":
      let text = element.text.trimmingCharacters(in: .whitespacesAndNewlines)
      if let value = Double(text), value.isFinite { return JSONNode(.number(value, text: text), at: origin) }
      return JSONNode(.string(text), at: origin)
    // Text, dates, and data in base64.
    default: return JSONNode(.string(element.text), at: origin)
    }
  }
}
