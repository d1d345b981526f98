import Model
import Presets
import Raster

/// A chart of known colours: bars above, a ramp from black to white below.
package enum ColorChart {
  /// Width and height in pixels: large enough for every encoder, and multiples of 16, the side of the areas that `FormatCheck`
  /// compares.
  package static let size = (width: 320, height: 192)

  /// Colours of the ten bars, each 32 pixels wide. With alpha, the ninth bar is half transparent and the tenth fully transparent.
  private static func bars(hasAlpha: Bool) -> [String] {
    ["#ffffff", "#bfbf00", "#00bfbf", "#00bf00", "#bf00bf", "#bf0000", "#0000bf", "#808080"]
      + (hasAlpha ? ["#ff800080", "#00000000"] : ["#ff8000", "#000000"])
  }

  /// The chart as a preset's JSON. The bars cover the upper half, the opaque ramp covers the lower half.
  private static func presetJSON(hasAlpha: Bool) -> String {
    let (width, height) = size
    let colors = bars(hasAlpha: hasAlpha)
    let bars = colors.enumerated().map { index, color in
      let center = "\(32 * index + 16), \(height / 4)"
      return """
        { "shape": { "type": "rectangle", "center": [\(center)], "size": [32, \(height / 2)], "fill": "\(color)" } }
        """
    }
    return """
      { "format": 1, "name": "Chart", "about": "Bars and a ramp.", "tags": ["test"],
        "canvas": { "width": \(width), "height": \(height), "frameRate": 25, "duration": 1, "seed": 1 },
        "layers": [ \(bars.joined(separator: ",\n")),
          { "shape": { "type": "rectangle", "center": [\(width / 2), \(3 * height / 4)], "size": [\(width), \(height / 2)],
            "fill": { "angle": 90, "stops": ["#000000", "#ffffff"] } } } ] }
      """
  }

  /// Draws the chart in a pixel format. If the format has alpha, two bars are transparent unless `isOpaque` is true.
  package static func frame(_ format: PixelFormat, isOpaque: Bool = false) throws -> PixelBuffer {
    let preset = try Preset(json: presetJSON(hasAlpha: format.hasAlpha && !isOpaque), named: "chart.json")
    return try Renderer(preset, format: format, threads: 1).frame(number: 0)
  }
}
