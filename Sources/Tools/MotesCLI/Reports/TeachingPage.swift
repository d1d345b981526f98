import CTeachingPage

/// The article that teaches the preset language on one page: `motes help --teach`.
enum TeachingPage {
  static var text: String {
    String(
      decoding: UnsafeBufferPointer(start: cTeachingPageBytes(), count: cTeachingPageByteCount()), as: UTF8.self)
  }
}
