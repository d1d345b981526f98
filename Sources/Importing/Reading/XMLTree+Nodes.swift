import Foundation
import Presets

/// Makes JSON nodes of XML elements. A node's position is an index into `lines`, the line numbers of the nodes.
struct XMLNodes {
  private(set) var lines: [Int32] = []

  private mutating func position(line: Int) -> JSONNode.Position {
    lines.append(Int32(clamping: line))
    return JSONNode.Position(source: 0, offset: lines.count - 1)
  }

  private mutating func member(_ key: String, _ node: JSONNode) -> JSONNode.Member {
    JSONNode.Member(key: shortKey(key), keyOrigin: node.origin, node: node)
  }

  /// Makes an object of any element: its attributes, its children by their names, and its text under "text".
  mutating func node(of element: XMLTree) -> JSONNode {
    let origin = position(line: element.line)
    var members: [JSONNode.Member] = []
    for attribute in element.attributes {
      members.append(member(attribute.name, JSONNode(.string(attribute.value), at: position(line: element.line))))
    }
    for child in element.children { members.append(member(child.name, node(of: child))) }
    let text = element.text.trimmingCharacters(in: .whitespacesAndNewlines)
    if !text.isEmpty { members.append(member("text", JSONNode(.string(text), at: origin))) }
    return JSONNode(.object(members), at: origin)
  }

  /// Makes a node of an element of a property list.
  mutating func propertyList(_ element: XMLTree) -> JSONNode {
    let origin = position(line: element.line)
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
