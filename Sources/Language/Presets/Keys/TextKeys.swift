import JSON
import Model

/// A text layer as written. Lengths are in points; `lineHeight` is a factor of `size`.
struct TextDraft: Sendable {
  /// The value of the key `words`, read only after all other keys, since these decide how words are typeset.
  var words: JSONNode?
  var counter: CounterDraft?
  var font = FontRequest()
  var size = 64.0
  var tracking = 0.0
  var lineHeight = 1.2
  var wrapWidth: Double?
  var maximumWidth: Double?
  var alignment = TextAlignment.center
  var position: AnimatedPoint
  var anchor = AnimatedPoint(0.5, 0.5)
  var fill: Paint?
  var showsEmoji = true
  var softness: AnimatedNumber = 0
  var stroke: ShapeStroke?
  var units: UnitsDraft?
  var typewriter: TypewriterDraft?
  var cursor: TextCursor?
  var circle: TextCircle?
}

/// One of several texts that follow each other, as written.
struct PassageDraft: Sendable {
  var words: String?
  /// When the text begins, in seconds of the layer's own time.
  var start = 0.0
}

/// A counter (a number that is shown as text) as written.
struct CounterDraft: Sendable {
  var value: AnimatedNumber?
  var format = TextCounter.Format.number
  var decimals = 0
  var grouping = ""
  var decimalPoint = "."
  var prefix = ""
  var suffix = ""
  var isTabular = true
}

/// The units of a text as written.
struct UnitsDraft: Sendable {
  var letterUnits = LetterUnits()
  var scramble: ScrambleDraft?
}

/// A scramble as written: random letters until a unit's own letters appear.
struct ScrambleDraft: Sendable {
  var letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789#%&*+=?"
  /// How many times a second each random letter changes.
  var rate = 15.0
  /// The unit's own time, in seconds, from which its own letters are shown.
  var until = 0.0
}

/// A typewriter as written: letters that appear one after another.
struct TypewriterDraft: Sendable {
  /// Letters a second.
  var rate = 12.0
  /// When the first letter appears, in seconds of the layer's own time from the start of the text (`PassageDraft.start`).
  var begin = 0.0
}

extension Declarations {
  private static let lengths = NumberSchema(.points, 0.1...1e5)

  static let text = Declaration<TextDraft>(
    "text", "Words in a font, drawn as outlines: letters, words or lines may move one after the other.",
    defaults: { scope in TextDraft(position: scope.center) },
    [
      Key(
        "words", .anyOf([.text, .list(.object(Declarations.passage))]),
        "What it says, a line feed (\\n) between lines; or several texts, each with the time at which it begins. A knob is read by `= name`, and pieces are joined by `= 'Dear ' + name`."
      ) { node, _, draft in draft.words = node },
      .optionalObject(
        "number", \.counter, Declarations.counter, "A number in place of words, updated as it changes."),
    ] + fontKeys(\.font) + [
      .number("size", \.size, lengths, "Size of the font."),
      .number("tracking", \.tracking, NumberSchema(.points, -1_000...1e4), "Space added after each letter."),
      .number("lineHeight", \.lineHeight, .factor, 0.1...100, "Distance of lines, times size."),
      .optionalNumber(
        "wrapWidth", \.wrapWidth, lengths.percentages(of: .width),
        "How wide lines may be before they are broken between words."),
      .optionalNumber(
        "maxWidth", \.maximumWidth, lengths.percentages(of: .width),
        "How wide the text may be at the most: a wider one is drawn smaller."),
      .choice("align", \.alignment, "Where lines lie that are shorter than the box."),
      .animatedPoint("position", \.position, "Where the anchor lies.").defaults(to: "the canvas's centre"),
      .animatedPoint(
        "anchor", \.anchor, .share, -100...100,
        "The point of the text's box that lies at position: shares of its width and height. A change by 1 moves the text by its own width or height."
      ),
      .paint(
        "fill", \.fill,
        "Its colour, or a gradient over the box of the whole text; white if neither fill nor stroke is given. Emoji keep their own colours."
      ),
      .flag(
        "emoji", \.showsEmoji,
        "Whether emoji are drawn; false leaves their places empty, for example for a glow of the letters alone."),
      .animatedNumber(
        "softness", \.softness, .points, 0...1e4,
        "How far the fill's fade extends to each side of its edges. 0 is sharp."),
      .optionalObject("stroke", \.stroke, Declarations.stroke, "A line along the outlines."),
      .optionalObject(
        "units", \.units, Declarations.textUnits, "How letters, words or lines move, one after the other."),
      .optionalObject(
        "typewriter", \.typewriter, Declarations.typewriter, "Letters appear one after the other, in place of units."
      )
      .replaced(by: "units"),
      .optionalObject("cursor", \.cursor, Declarations.cursor, "A mark after the last letter that has appeared."),
      .optionalObject(
        "circle", \.circle, Declarations.textCircle,
        "A circle about position along which the letters stand; anchor has no effect."),
    ])

  static let passage = Declaration<PassageDraft>(
    "passage", "One of several texts of a layer, seen until the next begins.", PassageDraft(),
    [
      .optional("words", \.words, .text, "What it says.") { $0.words($1) }.required,
      .number("at", \.start, .seconds, 0...1e6, "When it begins; units count their time from there."),
    ])

  static let counter = Declaration<CounterDraft>(
    "counter", "A number as words: a ticker, a countdown, a clock.", CounterDraft(),
    [
      .optional(
        "value", \.value, .animatedNumber(NumberSchema(.none, -1e15...1e15)), "The number; seconds for a clock."
      ) {
        $0.animatedNumber($1, NumberSchema(.none, -1e15...1e15))
      }.required,
      .choice("format", \.format, "How it is written."),
      .whole("decimals", \.decimals, 0...9, "Digits after the point."),
      .value(
        "grouping", \.grouping, .text,
        "The separator of thousands, such as a comma or a narrow space; none if not given."
      ) {
        $0.words($1)
      },
      .value("point", \.decimalPoint, .text, "The decimal point.") { $0.words($1) }.defaults(to: "\".\""),
      .value("prefix", \.prefix, .text, "Text before it.") { $0.words($1) },
      .value("suffix", \.suffix, .text, "Text after it.") { $0.words($1) },
      .flag("tabular", \.isTabular, "Whether all digits are as wide as the widest, so that nothing jumps."),
    ])

  static let textUnits = Declaration<UnitsDraft>(
    "units",
    "How parts of a text move: every value is read at the part's own time, which begins later for each part.",
    UnitsDraft(),
    [
      .choice("by", \.letterUnits.kind, "What moves by itself."),
      .number("begin", \.letterUnits.begin, .seconds, -1e5...1e5, "When the first part's own time is 0."),
      .number("stagger", \.letterUnits.stagger, .seconds, 0...1e4, "How much later the next part begins."),
      .choice("order", \.letterUnits.order, "The order in which parts begin."),
      .animatedNumber(
        "opacity", \.letterUnits.opacity, .share, 0...1, "How opaque a part is over its own time; t is that time."),
      .animatedPoint("offset", \.letterUnits.offset, "How far it is moved."),
      .animatedPair(
        "scale", \.letterUnits.scale, .factor, Limits.numbers, "How much larger it is drawn, about its middle."),
      .animatedNumber(
        "rotation", \.letterUnits.rotation, .degrees, "How far it is rotated about its middle, clockwise."),
      .animatedNumber("blur", \.letterUnits.blur, .points, 0...1e3, "How far it is blurred, as CSS's blur()."),
      .optionalObject(
        "scramble", \.scramble, Declarations.scramble, "Letters at random until a letter's own time has come."),
    ])

  static let scramble = Declaration<ScrambleDraft>(
    "scramble", "Letters at random in place of a text's own.", ScrambleDraft(),
    [
      .value("letters", \.letters, .text, "The letters that are drawn at random.") { $0.words($1) }
        .defaults(to: "capitals, digits and signs"),
      .number("rate", \.rate, .none, 0.1...240, "How often a second each changes."),
      .number(
        "until", \.until, .seconds, -1e5...1e5, "Second of a part's own time from which its own letters are seen."),
    ])

  static let typewriter = Declaration<TypewriterDraft>(
    "typewriter", "Letters appear one after the other.", TypewriterDraft(),
    [
      .number("rate", \.rate, .none, 0.1...1_000, "Letters a second."),
      .number("begin", \.begin, .seconds, -1e5...1e5, "When the first appears."),
    ])

  static let cursor = Declaration<TextCursor>(
    "cursor", "A mark where the next letter will stand, in the paint of the words.", TextCursor(),
    [
      .choice("type", \.shape, "Its form."),
      .number(
        "blink", \.blinkSeconds, .seconds, 0...1e4,
        "How long a blink lasts: the cursor is seen for half of it. With 0, and while letters appear, it does not blink."
      ),
    ])

  static let textCircle = Declaration<TextCircle>(
    "textCircle", "A circle on which letters stand.", TextCircle(radius: 200),
    [
      .animatedNumber("radius", \.radius, .points, 1...1e5, "Distance of the first line from the middle."),
      .animatedNumber(
        "angle", \.angle, .degrees, "Where the text is aligned, clockwise from the right; -90 is the top."),
      .flag("inside", \.isInside, "Whether letters stand inwards, to be read along the lower half."),
    ])
}
