import Lanes

// The formulas of blend modes that work on premultiplied light, whose values may lie above white (1). `BlendFormula` explains s, b, αs
// and αb, in code `sa` and `ba`.

/// s + b(1 − αs).
enum NormalFormula: ChannelFormula {
  static var opaqueSourceReplacesBackdrop: Bool { true }
  @inline(__always) static func color(_ s: Float8, _ b: Float8, _ sa: Float8, _ ba: Float8) -> Float8 {
    s + b * (1 - sa)
  }
  @inline(__always) static func alpha(_ sa: Float8, _ ba: Float8) -> Float8 { sa + ba * (1 - sa) }
}

/// s + b, α = min(1, αs + αb).
enum AddFormula: ChannelFormula {
  static var readsSourceAlpha: Bool { false }
  @inline(__always) static func color(_ s: Float8, _ b: Float8, _ sa: Float8, _ ba: Float8) -> Float8 { s + b }
  @inline(__always) static func alpha(_ sa: Float8, _ ba: Float8) -> Float8 { Lanes.min(sa + ba, 1) }
}

/// s + b − min(s, 1)·min(b, 1), so that a backdrop above 1 is not darkened.
enum ScreenFormula: ChannelFormula {
  static var readsSourceAlpha: Bool { false }
  @inline(__always) static func color(_ s: Float8, _ b: Float8, _ sa: Float8, _ ba: Float8) -> Float8 {
    s + b - Lanes.min(s, 1) * Lanes.min(b, 1)
  }
  @inline(__always) static func alpha(_ sa: Float8, _ ba: Float8) -> Float8 { sa + ba - sa * ba }
}

/// s′b′ + s(1 − αb) + b(1 − αs), where s′ is s clamped to 0...αs and b′ is b clamped to 0...αb. So the product treats light
/// above white as white.
enum MultiplyFormula: ChannelFormula {
  static var readsBackdropAlpha: Bool { true }
  @inline(__always) static func color(_ s: Float8, _ b: Float8, _ sa: Float8, _ ba: Float8) -> Float8 {
    Lanes.min(Lanes.max(s, 0), sa) * Lanes.min(Lanes.max(b, 0), ba) + s * (1 - ba) + b * (1 - sa)
  }
  @inline(__always) static func alpha(_ sa: Float8, _ ba: Float8) -> Float8 { sa + ba - sa * ba }
}

/// CSS's plus-lighter: max(min(s + b, 1), b), α = min(1, αs + αb). The maximum keeps a backdrop above 1 from being darkened.
enum PlusLighterFormula: ChannelFormula {
  static var readsSourceAlpha: Bool { false }
  @inline(__always) static func color(_ s: Float8, _ b: Float8, _ sa: Float8, _ ba: Float8) -> Float8 {
    Lanes.max(Lanes.min(s + b, 1), b)
  }
  @inline(__always) static func alpha(_ sa: Float8, _ ba: Float8) -> Float8 { Lanes.min(sa + ba, 1) }
}
