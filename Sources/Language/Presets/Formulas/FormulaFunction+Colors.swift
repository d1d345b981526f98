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
      "blackbody", .colors, [.number("kelvins")],
      "The colour of something that glows at a temperature of 800 to 40000 kelvins: 1900 is a candle, 2850 a lamp, 6500 daylight; its greatest part is 1."
    ) { call in blackbody(call) },
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

  /// Linear light of a temperature, by polynomials in u = 1000 ÷ kelvins, fitted to `Blackbody.color` with an error below 0.0014: where the
  /// temperature is below 6,542 kelvins red is 1, above it blue is.
  private static func blackbody(_ call: FormulaCall) -> FormulaVector {
    let builder = call.builder
    let one = builder.constant(1)
    let kelvins = builder.call(.clamp, call[0].x, builder.constant(800), builder.constant(40_000))
    let u = builder.constant(1000) / kelvins
    func polynomial(_ coefficients: [Double]) -> FormulaValue {
      let highest = builder.constant(coefficients[coefficients.count - 1])
      return coefficients.dropLast().reversed().reduce(highest) { $0 * u + builder.constant($1) }
    }
    let isWarm = builder.call(.less, kelvins, builder.constant(6_542))
    func choose(_ warm: FormulaValue, _ cold: FormulaValue) -> FormulaValue {
      builder.call(.choose, isWarm, warm, cold)
    }
    let parts = [
      choose(one, polynomial([0.299073, 1.41507, 13.0683, 17.4457, 213.357])),
      choose(
        polynomial([1.68992, -6.32364, 11.1365, -11.0129, 5.73894, -1.22075]),
        polynomial([0.439225, 1.40911, 10.6265, 5.63647, 42.3831])),
      choose(
        polynomial([3.95854, -33.1372, 122.715, -257.423, 325.293, -244.983, 101.176, -17.6195]), one),
    ]
    return FormulaVector(parts: call.colorSpace == .linear ? parts : parts.map { builder.apply(.encodeSRGB, [$0])[0] })
  }

  /// Converts an sRGB-encoded colour to the field's space.
  private static func inFieldSpace(_ encodedColor: FormulaVector, _ call: FormulaCall) -> FormulaVector {
    call.colorSpace == .srgb ? encodedColor : encodedColor.map { call.builder.apply(.decodeSRGB, [$0])[0] }
  }
}
