import CFreeType
import CHarfBuzz

extension FontFace {
  /// The tag of OpenType's weight axis, "wght".
  private static let weightAxis: hb_tag_t = 0x7767_6874

  /// Sets a variable font to the nearest weight that it has, for FreeType's outlines and HarfBuzz's widths. Other axes keep their
  /// defaults. A font without a weight axis is not changed.
  func setWeight(_ weight: Int) {
    guard has(.variations) else { return }
    var master: UnsafeMutablePointer<FT_MM_Var>?
    guard FT_Get_MM_Var(face, &master) == 0, let master else { return }
    defer { FT_Done_MM_Var(library, master) }
    let axes = UnsafeBufferPointer(start: master.pointee.axis, count: Int(master.pointee.num_axis))
    // Coordinates are fixed-point numbers with 16 fractional bits.
    var coordinates = axes.map(\.def)
    guard let index = axes.firstIndex(where: { UInt32(truncatingIfNeeded: $0.tag) == Self.weightAxis }) else { return }
    let value = min(max(FT_Fixed(weight) << 16, axes[index].minimum), axes[index].maximum)
    coordinates[index] = value
    guard FT_Set_Var_Design_Coordinates(face, FT_UInt(coordinates.count), &coordinates) == 0 else { return }
    var setting = hb_variation_t(tag: Self.weightAxis, value: Float(value) / 65_536)
    hb_font_set_variations(shaper, &setting, 1)
  }
}
