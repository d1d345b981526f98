/// The form of the colours in a frame with alpha.
public enum AlphaForm: String, Sendable, CaseIterable, Codable {
  /// Straight: the colour of what covers the pixel, which does not depend on the covered share. If light exceeds its alpha, as an
  /// added glow does, alpha is raised to the light's largest channel, so that no light is lost. PNG, WebP, APNG and VP9 require
  /// straight colours, and most editing programs assume them.
  case straight
  /// Premultiplied: the colour is that of the pixel over black, and alpha is the share of what lies behind that the pixel covers.
  /// An added glow keeps its light with little or no alpha.
  case premultiplied
}
