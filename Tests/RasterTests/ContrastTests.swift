import Raster
import Testing

@Test("Contrast is the sum of the channels' variances, also of a frame so large that n · Σx² exceeds Int")
func contrast() {
  let width = 4096
  let height = 2160
  let buffer = PixelBuffer(format: .rgb24, width: width, height: height)
  for row in 0..<height {
    let samples = buffer.plane(0) + row * buffer.stride(ofPlane: 0)
    // Half of the columns are white, the other half black in red and white in green and blue.
    for index in 0..<(3 * width) { samples[index] = index % 6 == 0 ? 0 : 255 }
  }
  let pixels = Double(width * height)
  let variance = 127.5 * 127.5
  #expect(abs(buffer.contrast / (pixels * pixels) - variance) < 1e-6)
}
