import Encoding
import Motes
import Raster

/// The difference between two pictures over all channels of all pixels, in steps of 8 bits.
struct PictureDifference {
  let mean: Double
  /// The smallest difference that 99.9 % of the values do not exceed.
  let percentile999: Double
  let largest: Int

  init(_ a: PixelBuffer, _ b: PixelBuffer) {
    precondition(a.width == b.width && a.height == b.height, "Pictures of one size are compared.")
    var counts = Array(repeating: 0, count: 256)
    for y in 0..<a.height {
      let (first, second) = (a.plane(0) + y * a.stride(ofPlane: 0), b.plane(0) + y * b.stride(ofPlane: 0))
      for index in 0..<3 * a.width { counts[abs(Int(first[index]) - Int(second[index]))] += 1 }
    }
    let total = counts.reduce(0, +)
    mean = Double(counts.enumerated().reduce(0) { $0 + $1.offset * $1.element }) / Double(total)
    largest = counts.lastIndex { $0 > 0 } ?? 0
    var valuesLeft = total / 1000
    var difference = 255
    while difference > 0, valuesLeft >= counts[difference] {
      valuesLeft -= counts[difference]
      difference -= 1
    }
    percentile999 = Double(difference)
  }
}

/// A picture and the preset that should draw it, side by side in Tests/References.
struct ReferencePicture {
  let drawn: PixelBuffer
  let expected: PixelBuffer

  init(_ name: String) throws {
    let folder = #filePath.split(separator: "/").dropLast(2).map { "/" + $0 }.joined() + "/References/"
    expected = try PictureReader.read(folder + name + ".png")
    var settings = PresetSettings(folders: [folder])
    settings.size = .pixels(width: expected.width, height: expected.height)
    drawn = try Renderer(Preset.load(folder + name + ".json", settings)).frame(at: .zero)
  }

  var difference: PictureDifference { PictureDifference(drawn, expected) }
}
