import Model

/// The numbers of `PlaceColors` in the simulation's units.
struct PlaceColorParameters: BitwiseCopyable {
  var along: PlaceColors.Coordinate
  // Pixels from the shape's centre; read where they are given, otherwise the shape's own edges are taken.
  var from: Float
  var hasFrom: Bool
  var to: Float
  var hasTo: Bool
  /// The formula that the colours follow in place of `along`; kept by the program's memory.
  var formula: Unmanaged<PlaceFormulaReader>?
  /// `ColorTable.entryCount` straight colours. A transparent one has the red, green and blue of an opaque one beside it.
  var colors: UnsafePointer<SIMD4<Float>>

  init(_ colors: PlaceColors, canvas: Canvas, memory: EmitterProgramMemory) {
    along = colors.along
    (from, hasFrom) = (Float((colors.from ?? 0) * canvas.pixelsPerPoint), colors.from != nil)
    (to, hasTo) = (Float((colors.to ?? 0) * canvas.pixelsPerPoint), colors.to != nil)
    formula = colors.formula.map { Unmanaged.passUnretained(memory.keep(PlaceFormulaReader($0, canvas: canvas))) }
    let entries = ColorTable.entries(
      colors.stops, interpolation: colors.interpolation, encoded: canvas.blending == .srgb)
    let (premultiplied, straight) = (entries.prefix(ColorTable.entryCount), entries.suffix(ColorTable.entryCount))
    self.colors = memory.keep(zip(premultiplied, straight).map { SIMD4($1.x, $1.y, $1.z, $0.w) })
  }
}
