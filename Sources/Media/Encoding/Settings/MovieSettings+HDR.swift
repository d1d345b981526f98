import Raster

extension MovieSettings {
  /// The content light levels that HDR10 states for a PQ movie; nil for other movies, or if the levels are not known.
  var hdr10LightLevels: ContentLight? { colorEncoding.dynamicRange == .pq ? contentLight : nil }

  /// Refuses HDR if the codec, the container or the samples cannot hold it. Refuses premultiplied colours if the codec's specification says
  /// that colours are straight.
  func validateColors(in container: Container?) throws(MediaError) {
    let range = colorEncoding.dynamicRange
    if range.isHigh {
      let name = range.rawValue.uppercased()
      guard codec.holdsHDR, container?.storesColorTags ?? true else {
        throw MediaError(
          .settings, "\(codec.title) files cannot be marked as \(name); these can: \(Codec.names { $0.holdsHDR })."
        )
      }
      guard pixelFormat.holds(range) else {
        let names = codec.pixelFormats.filter { $0.holds(range) }.map(\.rawValue).joined(separator: ", ")
        throw MediaError(
          .settings, "\(pixelFormat.rawValue) has too few bits for \(name); \(codec.title) takes \(names).")
      }
    }
    if colorEncoding.alphaForm == .premultiplied, pixelFormat.hasAlpha, codec.alphaConvention == .straight {
      throw MediaError(
        .settings,
        "\(codec.title) files hold straight colours by specification: premultiplied ones would be shown wrongly. These can hold "
          + "them: \(Codec.names { $0.holdsAlpha && $0.alphaConvention == .undeclared }).")
    }
  }
}
