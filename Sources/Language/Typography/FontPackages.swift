/// Debian's packages of common fonts, so that a message can say what to install.
enum FontPackages {
  /// Families in lower case; "*" at the end of a name stands for any continuation. The first entry that fits is used.
  private static let packages: [(family: String, package: String)] = [
    ("dejavu *", "fonts-dejavu-core"), ("inter*", "fonts-inter"), ("roboto*", "fonts-roboto"),
    ("noto color emoji", "fonts-noto-color-emoji"), ("noto sans cjk*", "fonts-noto-cjk"),
    ("noto serif cjk*", "fonts-noto-cjk"), ("noto mono", "fonts-noto-mono"), ("noto sans mono", "fonts-noto-mono"),
    ("noto *", "fonts-noto-core"), ("open sans*", "fonts-open-sans"), ("lato*", "fonts-lato"),
    ("liberation *", "fonts-liberation"), ("arial", "fonts-liberation"), ("helvetica", "fonts-liberation"),
    ("times new roman", "fonts-liberation"), ("courier new", "fonts-liberation"), ("fira code*", "fonts-firacode"),
    ("jetbrains mono*", "fonts-jetbrains-mono"), ("cascadia code*", "fonts-cascadia-code"), ("hack", "fonts-hack"),
    ("cantarell*", "fonts-cantarell"), ("comfortaa*", "fonts-comfortaa"), ("quicksand*", "fonts-quicksand"),
    ("eb garamond*", "fonts-ebgaramond"), ("lobster*", "fonts-lobster"), ("linux libertine*", "fonts-linuxlibertine"),
  ]

  /// The package with a family; nil if the family is not listed.
  static func package(ofFamily family: String) -> String? {
    let name = family.lowercased()
    return packages.first { entry in
      entry.family.hasSuffix("*") ? name.hasPrefix(entry.family.dropLast()) : name == entry.family
    }?.package
  }

  /// The package with a font that has a letter.
  static func package(ofLetter letter: Character) -> String {
    if letter.isColorEmoji { return "fonts-noto-color-emoji" }
    switch letter.unicodeScalars.first?.value ?? 0 {
    case 0x1100...0x11FF, 0x2E80...0x9FFF, 0xAC00...0xD7FF, 0xF900...0xFAFF, 0xFF00...0xFFEF, 0x20000...0x3FFFF:
      return "fonts-noto-cjk"
    default: return "fonts-noto-core"
    }
  }
}

extension Character {
  /// Whether the character is to be shown as a coloured picture: an emoji by default, or by a variation selector (U+FE0F).
  var isColorEmoji: Bool {
    guard let first = unicodeScalars.first else { return false }
    if first.properties.isEmojiPresentation { return true }
    return first.properties.isEmoji && unicodeScalars.contains { $0.value == 0xFE0F }
  }
}
