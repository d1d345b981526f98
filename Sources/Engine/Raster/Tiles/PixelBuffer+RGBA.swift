extension PixelBuffer {
  /// The samples of an `rgb24` or `rgba` frame as straight RGBA without padding: the format of a browser's canvas.
  package var rgbaBytes: [UInt8] {
    [UInt8](unsafeUninitializedCapacity: width * height * 4) { buffer, count in
      var target = buffer.baseAddress!
      forEachRow { row in
        guard let source = row.baseAddress?.assumingMemoryBound(to: UInt8.self) else { return }
        if format == .rgba {
          target.update(from: source, count: width * 4)
        } else {
          // Four bytes are read for each pixel. The fourth byte is the next pixel's red; it is replaced by an alpha of 255. The
          // last pixel of the row has no next pixel, so it is copied below.
          let (from, to) = (UnsafeRawPointer(source), UnsafeMutableRawPointer(target))
          for x in 0..<(width - 1) {
            let color = UInt32(littleEndian: from.loadUnaligned(fromByteOffset: 3 * x, as: UInt32.self))
            to.storeBytes(of: (color | 0xFF00_0000).littleEndian, toByteOffset: 4 * x, as: UInt32.self)
          }
          let last = width - 1
          for channel in 0..<3 { target[4 * last + channel] = source[3 * last + channel] }
          target[4 * last + 3] = 255
        }
        target += width * 4
      }
      count = width * height * 4
    }
  }
}
