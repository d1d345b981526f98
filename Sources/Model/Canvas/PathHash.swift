/// Hashes of the paths of names from the root to layers and cells: the roots of all random draws.
///
/// Only names are hashed, or indices among siblings for the unnamed, so that a new layer does not change the pixels of others.
package enum PathHash {
  /// The path of a layer or cell that has not been given one yet.
  package static let unnamed: UInt64 = 0
  package static let root: UInt64 = 0x6D6F_7465_73

  /// The hash of a named child.
  package static func child(of parent: UInt64, named name: String) -> UInt64 {
    // FNV-1a over the bytes, starting from the parent.
    var hash = mixed(parent) ^ 0xCBF2_9CE4_8422_2325
    for byte in name.utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
    return mixed(hash)
  }

  /// The hash of an unnamed child. It hashes the byte 0xFF, which occurs in no UTF-8 name.
  package static func child(of parent: UInt64, at index: Int) -> UInt64 {
    var hash = mixed(parent) ^ 0xCBF2_9CE4_8422_2325
    hash = (hash ^ 0xFF) &* 0x100_0000_01B3
    return mixed(hash ^ UInt64(truncatingIfNeeded: index))
  }

  /// The finaliser of SplitMix64 (Steele, Lea, Flood 2014): every bit of the result depends on every bit of `value`.
  static func mixed(_ value: UInt64) -> UInt64 {
    var x = value
    x = (x ^ (x >> 30)) &* 0xBF58_476D_1CE4_E5B9
    x = (x ^ (x >> 27)) &* 0x94D0_49BB_1331_11EB
    return x ^ (x >> 31)
  }
}
