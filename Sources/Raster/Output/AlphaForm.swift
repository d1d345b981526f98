/// Form of the colours of a frame that has alpha.
public enum AlphaForm: String, Sendable, CaseIterable {
  /// Straight: a colour is that of what covers the pixel, whatever share of it is covered. Where light exceeds its
  /// alpha, as an added glow does, alpha is raised to the light's largest channel, so that no light is lost. PNG, WebP, APNG and VP9
  /// want this, and most editing programs assume it.
  case straight
  /// Premultiplied: a colour is the light that leaves the pixel, encoded as over black, and alpha is the share of the backdrop that it
  /// covers. An added glow keeps its light with little alpha or none.
  case premultiplied
}
