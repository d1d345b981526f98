/// Hashes of the names from the scene down to a layer or cell (`Layer.path`, `Cell.cellPath`), from which all random numbers of
/// the layer or cell follow.
///
/// The hash of a layer or cell follows from its parent's hash and its own name or, if it has no name, its index among its
/// siblings. So a new layer does not change the pixels of layers that have names.
package enum PathHash {
  /// The value of `Layer.path` and `Cell.cellPath` as long as no hash was computed for the layer or cell.
  package static let notComputed: UInt64 = 0
  /// The scene's own hash: "motes" in ASCII. Another root would change every picture.
  package static let root: UInt64 = 0x6D6F_7465_73

  private static let fnvOffsetBasis: UInt64 = 0xCBF2_9CE4_8422_2325
  private static let fnvPrime: UInt64 = 0x100_0000_01B3

  /// The hash of a named child: FNV-1a over the bytes of its name, begun from the parent's hash.
  package static func child(of parent: UInt64, named name: String) -> UInt64 {
    var hash = mixed(parent) ^ fnvOffsetBasis
    for byte in name.utf8 { hash = (hash ^ UInt64(byte)) &* fnvPrime }
    return mixed(hash)
  }

  /// The hash of an unnamed child by its index. The byte 0xFF, which occurs in no UTF-8 name, makes it differ from the hashes of
  /// names.
  package static func child(of parent: UInt64, at index: Int) -> UInt64 {
    var hash = mixed(parent) ^ fnvOffsetBasis
    hash = (hash ^ 0xFF) &* fnvPrime
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
