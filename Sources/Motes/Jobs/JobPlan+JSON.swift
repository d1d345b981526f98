import Encoding
import Hashing
import JSON
import Model
import Presets
import Raster

// Writing and reading a plan as JSON.

extension JobPlan {
  /// The value of the key `kind` in every plan.
  private static let kind = "motes job 1"

  /// The plan as JSON, without its fingerprint.
  private var content: JSONNode {
    .object([
      "kind": .text(Self.kind), "name": .text(name), "versions": .texts(versions), "files": .texts(files),
      "canvas": canvasNode, "backdrop": backdropNode, "encoding": encodingNode,
      "frames": .object([
        "first": .wholeNumber(frames.lowerBound), "last": .wholeNumber(frames.upperBound),
        "perPart": .wholeNumber(framesPerPart),
        "parts": .wholeNumber(partCount),
      ]),
      "sound": .text(sound), "clips": .texts(clips),
    ])
  }

  /// SHA-256 of the plan: parts that were drawn for plans with equal fingerprints belong together.
  package var fingerprint: String { sha256(JSONWriter.canonical(content)) }

  /// The text of `plan.json`.
  package var text: String {
    var members = content.members ?? []
    members.append(contentsOf: JSONNode.object(["fingerprint": .text(fingerprint)]).members ?? [])
    return JSONNode.object(members).laidOut() + "\n"
  }

  private var canvasNode: JSONNode {
    .object([
      "width": .wholeNumber(movie.width), "height": .wholeNumber(movie.height), "rate": .text("\(movie.frameRate)"),
      "duration": .text("\(duration)"), "seed": .text("\(seed)"), "loops": .flag(loops),
      "forceLimits": .flag(ignoresLimits),
    ])
  }

  private var backdropNode: JSONNode {
    switch backdrop {
    case .layers: .object(["layers": .flag(true)])
    case .word(let word): .object(["word": .text(word)])
    case .picture(let file): .object(["picture": .text(file)])
    }
  }

  private var encodingNode: JSONNode {
    .object([
      "codec": .text(movie.codec.name), "pixelFormat": .text(movie.pixelFormat.rawValue),
      "dynamicRange": .text(movie.colorEncoding.dynamicRange.rawValue),
      "alphaForm": .text(movie.colorEncoding.alphaForm.rawValue), "quality": movie.quality.map { .number($0) } ?? .null,
      "bitrate": movie.bitrate.map { .wholeNumber($0) } ?? .null, "profile": .text(movie.profile),
      "encoderPreset": .text(movie.encoderPreset), "threads": .wholeNumber(movie.threads),
      "options": .texts(movie.encoderOptions),
    ])
  }
}

// MARK: Reading

extension JobPlan {
  /// The largest plan that is read, in bytes.
  package static let maximumBytes = 1 << 20

  /// Reads the text of a `plan.json`.
  ///
  /// - Throws: `MediaError` for a text that is no plan, and for a plan that was changed after it was written.
  package init(text bytes: [UInt8], path: String) throws(MediaError) {
    var reader = JSONReader(bytes, source: 0)
    let root = reader.read()
    guard reader.problems.isEmpty, let root, root["kind"]?.string == Self.kind else {
      throw MediaError(
        .settings, "\(path) is no plan of a job of this version of Motes. Make one with `motes plan`.", path: path)
    }
    let fields = PlanFields(root, path: path)
    let (canvas, encoding, frames) = (
      try fields.object("canvas"), try fields.object("encoding"), try fields.object("frames")
    )
    let codec: Codec
    do { codec = try Codec(named: encoding.text("codec")) } catch {
      throw MediaError(.settings, "\(path): encoding.codec: \(error.sentence)", path: path)
    }
    var movie = MovieSettings(
      width: try canvas.whole("width", in: 1...Limits.sidePixels),
      height: try canvas.whole("height", in: 1...Limits.sidePixels), frameRate: try canvas.rational("rate"),
      codec: codec, pixelFormat: try encoding.choice("pixelFormat"))
    movie.colorEncoding = ColorEncoding(
      dynamicRange: try encoding.choice("dynamicRange"), alphaForm: try encoding.choice("alphaForm"))
    movie.quality = try encoding.optionalNumber("quality")
    movie.bitrate = try encoding.optionalWhole("bitrate")
    movie.profile = try encoding.optionalText("profile")
    movie.encoderPreset = try encoding.optionalText("encoderPreset")
    movie.threads = try encoding.whole("threads", in: 1...128)
    movie.encoderOptions = try encoding.texts("options")
    let first = try frames.whole("first", in: 0...Limits.frames - 1)
    let last = try frames.whole("last", in: first...Limits.frames - 1)
    let perPart = try frames.whole("perPart", in: 1...Limits.frames)
    guard let seed = UInt64(try canvas.text("seed")) else { throw canvas.wrongValue("seed", "a whole number") }
    self.init(
      name: try fields.fileName("name"), files: try fields.texts("files"), movie: movie,
      duration: try canvas.rational("duration"), seed: seed, loops: try canvas.flag("loops"),
      ignoresLimits: try canvas.flag("forceLimits"), backdrop: try Self.backdrop(fields.object("backdrop")),
      frames: first...last, framesPerPart: perPart, sound: try fields.optionalText("sound"),
      clips: try fields.texts("clips"),
      versions: try fields.texts("versions"))
    guard partCount <= Self.maximumParts else {
      throw MediaError(
        .settings, "\(path): \(partCount) parts are more than the \(Self.maximumParts) of a job.", path: path)
    }
    for name in usedFiles where files[name] == nil {
      throw MediaError(.settings, "\(path): \(name) is none of its files.", path: path)
    }
    for name in files.keys.sorted() where !PlanFields.isPlainName(name) {
      throw MediaError(.settings, "\(path): files: \"\(name)\" is not the name of a file of the job.", path: path)
    }
    guard root["fingerprint"]?.string == fingerprint else {
      throw MediaError(
        .settings, "\(path) was changed after it was made. Make a new plan: parts of this one would not fit.",
        path: path)
    }
  }

  /// Names of the files to which the plan refers.
  private var usedFiles: [String] {
    var names = clips.values.sorted() + [Self.presetFile]
    if let sound { names.append(sound) }
    if case .picture(let name) = backdrop { names.append(name) }
    return names
  }

  private static func backdrop(_ fields: PlanFields) throws(MediaError) -> BackdropChoice {
    if let file = try fields.optionalText("picture") { return .picture(file) }
    if let word = try fields.optionalText("word") { return .word(word) }
    return .layers
  }
}

/// Reads the keys of one object of a plan. Errors name the key.
private struct PlanFields {
  private let node: JSONNode
  private let path: String
  private let keyPath: String

  init(_ node: JSONNode, path: String, keyPath: String = "") {
    (self.node, self.path, self.keyPath) = (node, path, keyPath)
  }

  /// The error for a value of another kind than expected.
  func wrongValue(_ key: String, _ expected: String) -> MediaError {
    MediaError(.settings, "\(path): \(keyPath)\(key) should be \(expected).", path: path)
  }

  func object(_ key: String) throws(MediaError) -> PlanFields {
    guard let inner = node[key], inner.members != nil else { throw wrongValue(key, "an object") }
    return PlanFields(inner, path: path, keyPath: "\(keyPath)\(key).")
  }

  func text(_ key: String) throws(MediaError) -> String {
    guard let text = node[key]?.string else { throw wrongValue(key, "a text") }
    return text
  }

  func optionalText(_ key: String) throws(MediaError) -> String? { isAbsent(key) ? nil : try text(key) }

  private func isAbsent(_ key: String) -> Bool {
    switch node[key]?.value {
    case nil, .null: true
    default: false
    }
  }

  /// The name of a file, without any folder.
  func fileName(_ key: String) throws(MediaError) -> String {
    let name = try text(key)
    guard Self.isPlainName(name) else { throw wrongValue(key, "a name without slashes") }
    return name
  }

  /// Whether a name cannot lead out of the folder in which it is looked up, and has no control characters.
  static func isPlainName(_ name: String) -> Bool {
    !name.isEmpty && name != "." && name != ".." && name.utf8.count <= 200
      && !name.utf8.contains { $0 == UInt8(ascii: "/") || $0 < 0x20 }
  }

  func flag(_ key: String) throws(MediaError) -> Bool {
    guard case .bool(let flag) = node[key]?.value else { throw wrongValue(key, "true or false") }
    return flag
  }

  func whole(_ key: String, in range: ClosedRange<Int>) throws(MediaError) -> Int {
    guard let value = try optionalWhole(key), range.contains(value) else {
      throw wrongValue(key, "a whole number from \(range.lowerBound) to \(range.upperBound)")
    }
    return value
  }

  func optionalWhole(_ key: String) throws(MediaError) -> Int? {
    if isAbsent(key) { return nil }
    guard case .number(_, let text) = node[key]?.value, let value = Int(text) else {
      throw wrongValue(key, "a whole number")
    }
    return value
  }

  func optionalNumber(_ key: String) throws(MediaError) -> Double? {
    if isAbsent(key) { return nil }
    guard case .number(let value, _) = node[key]?.value else { throw wrongValue(key, "a number") }
    return value
  }

  func rational(_ key: String) throws(MediaError) -> Rational {
    let terms = try text(key).split(separator: "/", omittingEmptySubsequences: false).map { Int64($0) }
    guard (1...2).contains(terms.count), let numerator = terms[0], let denominator = terms.count == 1 ? 1 : terms[1],
      (1...1_000_000_000).contains(numerator), (1...1_000_000_000).contains(denominator)
    else { throw wrongValue(key, "a number such as 30 or 30000/1001") }
    return Rational(numerator, denominator)
  }

  func choice<Choice: RawRepresentable<String> & CaseIterable>(_ key: String) throws(MediaError) -> Choice {
    guard let choice = Choice(rawValue: try text(key)) else {
      throw wrongValue(key, "one of \(Choice.allCases.map(\.rawValue).joined(separator: ", "))")
    }
    return choice
  }

  func texts(_ key: String) throws(MediaError) -> [String: String] {
    guard let members = node[key]?.members else { throw wrongValue(key, "an object") }
    var texts: [String: String] = [:]
    for member in members {
      guard let text = member.node.string else { throw wrongValue("\(key).\(member.key)", "a text") }
      texts[member.key] = text
    }
    return texts
  }
}
