import Hashing
import Presets

extension Preset {
  /// SHA-256 of the preset after `extends` and overrides, whatever its spelling: equal hashes draw equal frames.
  public var sha256: String { Hashing.sha256(canonicalJSON) }
}
