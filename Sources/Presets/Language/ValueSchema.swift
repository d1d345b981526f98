import Model

/// What the value of a key looks like: enough for the JSON Schema and the reference page.
indirect enum ValueSchema: Sendable {
  case flag
  case text
  /// A number that is read once.
  case number(NumberRule)
  /// A number that may move.
  case moving(NumberRule)
  /// Two moving numbers, `[x, y]`.
  case point(NumberRule)
  case choice([String])
  case color
  case movingColor
  case colors
  case easing
  /// Numbers over 0...1.
  case curve(NumberRule)
  case pointCurve(NumberRule)
  case colorCurve
  case stops
  case interpolation
  case list(ValueSchema)
  case anyOf([ValueSchema])
  /// An object of a declared kind.
  case object(String)
  /// An object whose keys the author names, each of a declared kind.
  case named(String)
  /// `"30000/1001"`, `29.97` or `"4.5"`.
  case rate, exactSeconds
  case anything
}
