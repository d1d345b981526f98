import Model

extension FormulaFunction {
  static let colors: [FormulaFunction] = [
    FormulaFunction(
      "rgb", .colors, [.number("red"), .number("green"), .number("blue")],
      "A colour by red, green and blue as sRGB encodes them, 0 to 1; it is converted to the field's space."
    ) { call in
      let parts = FormulaVector(call[0].x, call[1].x, call[2].x)
      return inFieldSpace(parts, call)
    },
    FormulaFunction(
      "hsv", .colors, [.number("hue"), .number("saturation"), .number("value")],
      "A colour by its hue in degrees, and its saturation and value, 0 to 1."
    ) { call in
      // Red, green and blue are value · mix(1, share, saturation). Their shares are the same trapezoid function of the hue,
      // shifted by 0, 240 and 120 degrees.
      let builder = call.builder
      let (zero, one) = (builder.constant(0), builder.constant(1))
      let (hue, saturation, value) = (call[0].x, call[1].x, call[2].x)
      let parts = [0.0, 240, 120].map { offset in
        let sixths = builder.call(.fraction, (hue + builder.constant(offset)) / 360) * 6
        let share = builder.call(.clamp, builder.call(.absolute, sixths - 3) - 1, zero, one)
        return value * builder.call(.mix, one, share, saturation)
      }
      return inFieldSpace(FormulaVector(parts: parts), call)
    },
    FormulaFunction(
      "oklch", .colors, [.number("lightness"), .number("chroma"), .number("hue")],
      "A colour by its lightness, 0 to 1, chroma, 0 to about 0.4, and hue in degrees: even in brightness over all hues."
    ) { call in
      let builder = call.builder
      let (lightness, chroma, hue) = (call[0].x, call[1].x, call[2].x)
      let angle = hue * (Double.pi / 180)
      let (a, b) = (chroma * angle.cosine, chroma * angle.sine)
      // From OKLab to cone responses to linear sRGB: B. Ottosson, "A perceptual color space for image processing" (2020).
      let cubeRootsOfCones = [
        lightness + a * 0.3963377774 + b * 0.2158037573, lightness - a * 0.1055613458 - b * 0.0638541728,
        lightness - a * 0.0894841775 - b * 1.2914855480,
      ]
      let cones = cubeRootsOfCones.map { $0 * $0 * $0 }
      func light(_ l: Double, _ m: Double, _ s: Double) -> FormulaValue { cones[0] * l + cones[1] * m + cones[2] * s }
      let parts = [
        light(4.0767416621, -3.3077115913, 0.2309699292), light(-1.2684380046, 2.6097574011, -0.3413193965),
        light(-0.0041960863, -0.7034186147, 1.7076147010),
      ]
      return FormulaVector(
        parts: call.colorSpace == .linear ? parts : parts.map { builder.apply(.encodeSRGB, [$0])[0] })
    },
    FormulaFunction(
      "palette", .colors, [.number("x"), .vec3("a"), .vec3("b"), .vec3("c"), .vec3("d")], required: 1,
      "A colour that comes back as x grows: a + b · cos(tau · (c · x + d)), after I. Quilez; without the vectors a rainbow."
    ) { call throws(SyntaxFailure) in
      func argument(_ index: Int, or defaultParts: [Double]) -> FormulaVector {
        index < call.argumentCount ? call[index] : FormulaVector(parts: defaultParts.map { call.builder.constant($0) })
      }
      if call.argumentCount > 1, call.argumentCount < 5 {
        throw call.failure(call.argumentCount - 1, "palette takes a number alone, or with all of a, b, c and d")
      }
      let (a, b) = (argument(1, or: [0.5, 0.5, 0.5]), argument(2, or: [0.5, 0.5, 0.5]))
      let (c, d) = (argument(3, or: [1, 1, 1]), argument(4, or: [0, 1.0 / 3, 2.0 / 3]))
      let angle = (c * call[0] + d) * call.builder.constant(2 * Double.pi)
      return a + b * angle.map { $0.cosine }
    },
    FormulaFunction(
      "ramp", .colors, [.number("x")],
      "The colour of the field's stops at the location x, 0 to 1, as a vec4; `ramp(x).rgb` is the colour without alpha."
    ) { call in FormulaVector(parts: call.builder.ramp(at: call[0].x)) },
    FormulaFunction(
      "luminance", .colors, [.vec3("color")], "How bright a colour is, 0 to 1, in linear light."
    ) { call in
      let parts =
        call.colorSpace == .linear ? call[0].parts : call[0].parts.map { call.builder.apply(.decodeSRGB, [$0])[0] }
      // The weights of ITU-R BT.709, whose primaries sRGB has.
      return FormulaVector(parts[0] * 0.2126 + parts[1] * 0.7152 + parts[2] * 0.0722)
    },
  ]

  /// Converts an sRGB-encoded colour to the field's space.
  private static func inFieldSpace(_ encodedColor: FormulaVector, _ call: FormulaCall) -> FormulaVector {
    call.colorSpace == .srgb ? encodedColor : encodedColor.map { call.builder.apply(.decodeSRGB, [$0])[0] }
  }
}
