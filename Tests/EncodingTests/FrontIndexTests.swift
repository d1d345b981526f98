import Encoding
import Foundation
import Model
import Raster
import TestSupport
import Testing

/// Matroska's and WebM's cues lie in front of the frames, and point at their clusters.
@Suite struct FrontIndexTests {
  /// An EBML element: its ID, and the range of its content in the file.
  private struct Element {
    let id: UInt32
    let content: Range<Int>
  }

  /// The IDs of Segment, Cues, Cluster, CuePoint, CueTrackPositions and CueClusterPosition.
  private static let (segment, cues, cluster, point, positions, offset):
    (UInt32, UInt32, UInt32, UInt32, UInt32, UInt32) = (
      0x1853_8067, 0x1C53_BB6B, 0x1F43_B675, 0xBB, 0xB7, 0xF1
    )

  /// The elements that follow each other in a range of a file.
  private func elements(_ bytes: [UInt8], in range: Range<Int>) -> [Element] {
    var found: [Element] = []
    var position = range.lowerBound
    while position < range.upperBound {
      // The leading zero bits of the first byte of an ID or a size tell how many bytes follow.
      let idLength = bytes[position].leadingZeroBitCount + 1
      let id = bytes[position..<position + idLength].reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
      let sizeAt = position + idLength
      let sizeLength = bytes[sizeAt].leadingZeroBitCount + 1
      let mask = UInt64(1) << UInt64(7 * sizeLength) - 1
      let size = Int(bytes[sizeAt..<sizeAt + sizeLength].reduce(UInt64(0)) { $0 << 8 | UInt64($1) } & mask)
      let start = sizeAt + sizeLength
      found.append(Element(id: id, content: start..<min(start + size, range.upperBound)))
      position = start + size
    }
    return found
  }

  static let movies: [(codec: Codec, fileExtension: String, frames: Int)] = [
    (.ffv1, "mkv", 40), (.h264, "mkv", 150), (.vp9, "webm", 150), (.vp8, "webm", 20), (.ffv1, "mkv", 1),
  ]

  @Test("Cues come before the first cluster, point at clusters, and waste little room", arguments: movies.indices)
  func cuesLieInFront(index: Int) throws {
    let (codec, fileExtension, frames) = Self.movies[index]
    let folder = try TemporaryFolder()
    let name = "a.\(fileExtension)"
    var settings = MovieSettings(width: 64, height: 48, frameRate: 25, codec: codec, pixelFormat: .yuv420p).with {
      $0.encoderPreset = codec.encoderPresets?.trialValue
      $0.threads = 1
    }
    if codec != .ffv1 { settings.encoderOptions = ["g": "10"] }
    try writeMovie(folder.file(name), count: frames, settings: settings)
    let bytes = try #require(folder.bytes(name))
    let segment = try #require(elements(bytes, in: 0..<bytes.count).last)
    #expect(segment.id == Self.segment && segment.content.upperBound == bytes.count)
    let parts = elements(bytes, in: segment.content)
    let cues = try #require(parts.firstIndex { $0.id == Self.cues })
    let firstCluster = try #require(parts.firstIndex { $0.id == Self.cluster })
    #expect(cues < firstCluster)
    #expect(parts.count { $0.id == Self.cues } == 1)
    // Offsets count from the segment's content to a cluster's beginning, four bytes of ID and the size before the cluster's content.
    let starts = Set(parts[firstCluster...].filter { $0.id == Self.cluster }.map { $0.content.lowerBound })
    let points = elements(bytes, in: parts[cues].content).filter { $0.id == Self.point }
    #expect(points.count >= (codec == .ffv1 ? frames : frames / 50), "\(points.count) cues")
    for point in points {
      let place = elements(bytes, in: point.content).first { $0.id == Self.positions }
      let offset = place.flatMap { elements(bytes, in: $0.content).first { $0.id == Self.offset } }
      let value = try #require(offset).content.reduce(0) { $0 << 8 | Int(bytes[$1]) }
      let cluster = elements(bytes, in: segment.content.lowerBound + value..<bytes.count)[0]
      #expect(cluster.id == Self.cluster && starts.contains(cluster.content.lowerBound))
    }
    // A "Void" element fills the reserved room that the cues leave.
    let between = parts[firstCluster].content.lowerBound - parts[cues].content.upperBound
    #expect(between <= parts[cues].content.count / 8 + 64, "\(between) bytes beside \(parts[cues].content.count)")
    let facts = try probe(folder.file(name))
    #expect(facts["nb_read_frames"] == "\(frames)" && facts["errors"] == nil)
    let seconds = Double(facts["format.duration"] ?? facts["duration"] ?? "") ?? 0
    #expect(abs(seconds - Double(frames) / 25) < 0.002, "\(seconds) s")
    #expect(folder.names == [name])
  }
}
