import Lanes

/// Eight premultiplied colours, one in each lane.
struct TextureSample {
  var red: Float8
  var green: Float8
  var blue: Float8
  var alpha: Float8

  @inline(__always)
  static func * (sample: TextureSample, factor: Float8) -> TextureSample {
    TextureSample(
      red: sample.red * factor, green: sample.green * factor, blue: sample.blue * factor,
      alpha: sample.alpha * factor)
  }

  @inline(__always)
  static func += (sum: inout TextureSample, sample: TextureSample) {
    sum.red += sample.red
    sum.green += sample.green
    sum.blue += sample.blue
    sum.alpha += sample.alpha
  }
}
