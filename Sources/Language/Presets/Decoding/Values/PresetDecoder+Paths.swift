import JSON
import Model

extension PresetDecoder {
  /// Reads SVG path data.
  ///
  /// - Parameter needsExtent: whether to refuse a path whose points all lie on one line: true for paths that are only filled.
  func pathData(_ unresolved: JSONNode, needsExtent: Bool = true) -> VectorPath? {
    guard let node = resolved(unresolved) else { return nil }
    guard case .string(let text) = node.value else {
      report("should be SVG path data such as \"M0-9L8 7H-8Z\", not \(node.messageText)", at: node)
      return nil
    }
    do throws(PathDataParser.Failure) {
      let path = try PathDataParser.path(text)
      pathElementCount += path.elements.count
      guard pathElementCount <= Limits.pathElements else {
        report("the preset's paths have more than \(grouped(Limits.pathElements)) pieces in total", at: node)
        return nil
      }
      guard path.hasExtent || !needsExtent else {
        report("this path has no extent: it needs at least three points that are not on one line", at: node)
        return nil
      }
      return path
    } catch {
      // The issue is reported at the character that is wrong, not at the start of the text.
      report(error.message, at: sources.origin(ofByte: error.offset, inStringAt: node.origin))
      return nil
    }
  }
}
