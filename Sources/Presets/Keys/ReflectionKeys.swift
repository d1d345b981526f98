import Model

extension Declarations {
  static let reflection = Declaration<Reflection>(
    "reflection",
    "A floor below a layer or group that mirrors it: polished, rough, or water. Where the layer itself reaches over the floor, it covers its reflection.",
    defaults: { scope in Reflection(line: AnimatedNumber(scope.height * 0.75)) },
    [
      .animatedNumber("line", \.line, NumberSchema(.points).percentages(of: .height), "y at which the floor begins.")
        .defaults(to: "three quarters of the canvas's height"),
      .animatedNumber("amount", \.amount, .share, 0...1, "How much of the light is mirrored at the line."),
      .animatedNumber(
        "fade", \.fade, NumberSchema(.points, 0...1e6).percentages(of: .height),
        "How far below the line the reflection has faded out; 0 for never."),
      .animatedNumber(
        "stretch", \.stretch, .factor, 0.05...20, "How much longer the reflection is than what it mirrors."),
      .animatedNumber(
        "roughness", \.roughness, .share, 0...2,
        "The radius of the reflection's blur as a share of the distance from the line; 0 is polished."),
      .animatedNumber(
        "ripples", \.ripples, .points, 0...1_000, "How far ripples move the reflection at the most; 0 for none."),
      .animatedNumber("wavelength", \.wavelength, .points, 1...1e4, "From one ripple to the next.").effective(
        beside: "ripples"),
      .animatedNumber(
        "phase", \.phase, .none, Limits.numbers,
        "Cycles by which the ripples have run down: \"= t\" lets one pass in a second."
      ).effective(beside: "ripples"),
    ])
}
