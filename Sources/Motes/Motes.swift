@_exported import Encoding
@_exported import Hashing
@_exported import Model
@_exported import Presets
@_exported import Raster

/// Facts about this build.
public enum Release {
  /// The release; written into hash files, so that a later one can tell what made them.
  public static let version = "0.1.0"
}
