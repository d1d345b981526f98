import JSON
import Presets

extension CanvasConfetti {
  /// The library's seven default colours.
  private static let defaultColors = ["#26ccff", "#a25afd", "#ff5e7e", "#88ff5a", "#fcff42", "#ffa62d", "#ff36ff"]

  /// The most colours that are read.
  private static let maximumColors = 1024

  func colors(_ options: SourceObject) -> [String] {
    guard let (node, path) = options.find("colors") else { return Self.defaultColors }
    let elements = node.elements ?? [node]
    let read = elements.prefix(Self.maximumColors)
    let colors = read.compactMap { element in element.string.flatMap(SourceColor.init(text:)) }
    guard !colors.isEmpty else {
      options.reading.note(path, .unreadable, "it has no colour; the usual seven are used")
      return Self.defaultColors
    }
    options.reading.carry(path)
    if colors.count < read.count {
      options.reading.note(path, .unreadable, "entries that are not colours were left out")
    }
    if read.count < elements.count {
      options.reading.note(path, .approximated, "only the first \(Self.maximumColors) colours are read")
    }
    return colors.map(\.opaqueCSS)
  }

  func sprites(_ options: SourceObject, _ scalar: Double) -> Written {
    // A square of the library is a parallelogram whose diagonal stays 10 pixels long while it turns, 32 square pixels on average; a circle an
    // ellipse of 36. A rectangle and a disc of these sizes cover as much while they tumble. Flat pieces keep their full size.
    let isFlat = options.flag("flat") == true
    let square = isFlat ? (width: 10.0, height: 10.0) : (width: 10, height: 5)
    let defaultSprites: [Written] = [
      .object(["type": "square", "size": .list([.number(square.width * scalar), .number(square.height * scalar)])]),
      .sprite("disc", (isFlat ? 12 : 8.5) * scalar),
    ]
    guard let (node, path) = options.find("shapes") else { return .list(defaultSprites) }
    var sprites: [Written] = []
    for (index, element) in (node.elements ?? [node]).prefix(256).enumerated() {
      let elementPath = "\(path)[\(index)]"
      switch element.string {
      case "square"?: sprites.append(defaultSprites[0])
      case "circle"?: sprites.append(defaultSprites[1])
      case "star"?: sprites.append(.object(["type": "star", "size": .number(16 * scalar), "ratio": 0.5]))
      case let word?:
        options.reading.note(
          path, .unsupported, "\(JSONWriter.quoted(String(word.prefix(40)))) is not a shape of canvas-confetti")
      case nil:
        let object = SourceObject(element, path: elementPath, options.reading)
        let type = element.members == nil ? nil : object.text("type")
        if type == "text", let text = object.text("text"), !text.isEmpty, text.utf8.count <= 200 {
          // A text is drawn with letters of 10 pixels × `scalar`; its own `scalar` only says how sharp they are.
          object.carry("scalar")
          object.reportLeftOut(
            ["color", "fontFamily"], .unsupported, "letters have the colour of their piece, and emoji their own")
          sprites.append(.object(["type": "text", "text": .text(text), "size": .number(10 * scalar), "font": "emoji"]))
          continue
        }
        guard type == "path", let data = object.text("path") else {
          options.reading.note(elementPath, .unsupported, "a shape from a bitmap; squares are used instead")
          sprites.append(defaultSprites[0])
          continue
        }
        let matrix = object.numbers("matrix") ?? []
        if !matrix.isEmpty {
          object.reportApproximated(
            "matrix", "the outline is fitted into 10 pixels, the size of path shapes in canvas-confetti")
        }
        sprites.append(.object(["type": "path", "path": .text(data), "size": .number(10 * scalar)]))
      }
    }
    options.reading.carry(path)
    return sprites.isEmpty ? .list(defaultSprites) : sprites.count == 1 ? sprites[0] : .list(sprites)
  }
}
