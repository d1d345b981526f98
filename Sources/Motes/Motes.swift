@_exported import FrameHashes
@_exported import Movies
@_exported import Presets
@_exported import Raster
@_exported import Scenes

/// Facts about this build.
public enum Release {
  /// The release; written into hash files, so that a later one can tell what made them.
  public static let version = "0.1.0"
}
