import FrameHashes
import Presets

extension LoadedPreset {
  /// SHA-256 of the preset after `extends` and overrides, whatever its spelling: equal hashes draw equal frames.
  public var sha256: String { FrameHashes.sha256(canonicalJSON) }
}
