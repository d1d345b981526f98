/// Words as a layer: painted as shapes are, and animated by letters, words or lines.
public struct Lettering: LayerSource {
  /// The texts, or the number, to show.
  public var content: Content
  /// Where the anchor of the words' box lies on the canvas, in points.
  public var position: AnimatedPoint
  /// The point of the box that lies at the position: shares of its width and height.
  public var anchor: AnimatedPoint
  /// Colour, or gradient over the box of all lines; nil for none. Emoji keep their own colours.
  public var fill: Paint?
  /// Points by which the fill's fade extends to each side of its edge. 0 for a sharp edge.
  public var softness: AnimatedNumber
  /// Line along the outlines; nil for none.
  public var stroke: ShapeStroke?
  /// How letters, words or lines are animated one by one; nil if they are not.
  public var units: LetterUnits?
  /// The mark at which letters appear; nil for none.
  public var cursor: TextCursor?
  /// The circle along which the letters stand; nil for straight lines.
  public var circle: TextCircle?

  /// The texts, or the number, that a lettering shows.
  public enum Content: Sendable, Equatable {
    /// Texts, sorted by start; each is shown until the next one starts.
    case passages([Passage])
    /// A number that changes.
    case counter(TextCounter)
  }

  /// A text that is shown from a time on.
  public struct Passage: Sendable, Equatable {
    /// Seconds of the layer's own time at which the text appears; the first text is also shown before.
    public var start: Double
    /// The text.
    public var text: TypesetText

    /// A text that is shown from `start` on.
    public init(start: Double = 0, text: TypesetText) {
      self.start = start
      self.text = text
    }
  }

  /// Words with their paint.
  public init(
    _ content: Content, position: AnimatedPoint, anchor: AnimatedPoint = AnimatedPoint(0.5, 0.5), fill: Paint? = nil,
    softness: AnimatedNumber = 0, stroke: ShapeStroke? = nil, units: LetterUnits? = nil, cursor: TextCursor? = nil,
    circle: TextCircle? = nil
  ) {
    self.content = content
    self.position = position
    self.anchor = anchor
    self.fill = fill
    self.softness = softness
    self.stroke = stroke
    self.units = units
    self.cursor = cursor
    self.circle = circle
  }

  package var animatedValues: AnimatedValues {
    var values = AnimatedValues()
    if case .counter(let counter) = content { values.add("number.value", counter.value) }
    values.add("position", position)
    // In a loop the anchor may move by whole widths or heights of the box, so that copies side by side can run past.
    values.add("anchor", anchor.x, period: 1)
    values.add("anchor", anchor.y, period: 1)
    values.add("softness", softness)
    if let fill { values.add("fill", fill) }
    if let stroke {
      values.add("stroke.paint", stroke.paint)
      values.add("stroke", stroke.animatedGeometryValues)
    }
    if let units { values.add("units", units.animatedValues) }
    if let circle { values.add("circle", circle.animatedValues) }
    return values
  }

  /// Whether the lettering looks the same at all times.
  package var isConstant: Bool {
    guard case .passages(let passages) = content, passages.count == 1 else { return false }
    return cursor == nil && units?.scramble == nil && animatedValues.areConstant
  }

  /// All texts, of which one is shown at a time, for estimates; for a counter, the text of the greatest number that its key allows.
  package var texts: [TypesetText] {
    switch content {
    case .passages(let passages): passages.map(\.text)
    case .counter(let counter):
      [counter.typesetText(counter.text(of: counter.value.range.upperBound))]
    }
  }
}

/// A circle along which letters stand.
public struct TextCircle: Sendable, Equatable {
  /// Distance of the first line's baseline from the lettering's position, in points.
  public var radius: AnimatedNumber
  /// Degrees clockwise from the right to the place on the circle where each line begins, ends or has its middle (`alignment`).
  public var angle: AnimatedNumber
  /// Whether the letters' tops point to the circle's centre and lines run counterclockwise, to be read along the circle's lower
  /// half.
  public var isInside: Bool
  /// The part of each line that stands at `angle`: its beginning, middle or end.
  public var alignment: TextAlignment

  /// A circle.
  public init(
    radius: AnimatedNumber, angle: AnimatedNumber = -90, isInside: Bool = false, alignment: TextAlignment = .center
  ) {
    self.radius = radius
    self.angle = angle
    self.isInside = isInside
    self.alignment = alignment
  }

  var animatedValues: AnimatedValues {
    var values = AnimatedValues()
    values.add("radius", radius)
    values.add("angle", angle, period: 360)
    return values
  }
}

/// A mark after the last letter that has appeared, like the cursor of an editor.
public struct TextCursor: Sendable, Equatable {
  /// The cursor's form.
  public var shape: Shape
  /// Seconds from blink to blink, half of which the cursor is visible; 0 if it never blinks. While letters appear it does not
  /// blink.
  public var blinkSeconds: Double

  /// Forms of a cursor.
  public enum Shape: String, Sendable, CaseIterable {
    /// A thin upright line.
    case bar
    /// A filled rectangle as large as a letter.
    case block
    /// A line below the letters.
    case underscore
  }

  /// A cursor.
  public init(_ shape: Shape = .bar, blinkSeconds: Double = 1) {
    self.shape = shape
    self.blinkSeconds = blinkSeconds
  }

  /// The cursor's box in points, relative to its place on the baseline.
  package func box(lineHeight: Double) -> PlaneRect {
    // Points of an em, as if lines had the default height of 1.2 em.
    let em = lineHeight / 1.2
    return switch shape {
    case .bar: PlaneRect(x: 0.04 * em, y: -0.8 * em, width: 0.07 * em, height: 1.0 * em)
    case .block: PlaneRect(x: 0.04 * em, y: -0.8 * em, width: 0.52 * em, height: 1.0 * em)
    case .underscore: PlaneRect(x: 0.04 * em, y: 0.1 * em, width: 0.52 * em, height: 0.09 * em)
    }
  }
}
