import Lanes
import Model

/// What a sheet is made of: the numbers of a `Sheet` that its pixels need.
struct SheetStyle: Sendable {
  let form: Sheet.Form
  /// The share of the light from behind that shines through, and the strength of highlights.
  let lightThrough: Float
  let gloss: Float
  let veins: Float
  let serration: Float
  /// Depth of the notch in half lengths.
  let notch: Float
  /// Tangent of the angle by which each half is turned up along the middle.
  let crease: Float

  init(_ sheet: Sheet) {
    form = sheet.form
    lightThrough = Float(sheet.shareThrough)
    gloss = Float(sheet.highlight)
    veins = Float(sheet.veins)
    serration = Float(sheet.serration)
    notch = Float(sheet.notchDepth * 2)
    crease = Float(sheet.crease)
  }
}
