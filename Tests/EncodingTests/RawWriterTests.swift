import Encoding
import Foundation
import Glibc
import Model
import Raster
import TestSupport
import Testing

@Suite struct RawWriterTests {
  /// Bytes that a thread of its own receives (a task could wait for ever behind the writer); read them once `done` is signalled.
  private final class Received: @unchecked Sendable {
    var bytes: [UInt8] = []
    let done = DispatchSemaphore(value: 0)
  }

  private func pipePair() throws -> (read: Int32, write: Int32) {
    var ends: [Int32] = [0, 0]
    try #require(pipe(&ends) == 0)
    // Programs that other tests start must not inherit the ends, or the pipe would never end.
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    return (ends[0], ends[1])
  }

  @Test("ffmpeg reads YUV4MPEG2 with its size, rate and samples", arguments: Codec.y4m.pixelFormats)
  func y4m(format: PixelFormat) throws {
    let folder = try TemporaryFolder()
    let path = folder.file("a.y4m")
    let descriptor = open(path, O_WRONLY | O_CREAT, 0o600)
    let writer = try RawWriter(
      y4mTo: descriptor, format: format, width: 64, height: 48, frameRate: Rational(30_000, 1_001))
    for index in 0..<3 { try writer.append(testFrame(index, format)) }
    let size = lseek(descriptor, 0, SEEK_END)
    close(descriptor)
    #expect(writer.bytesWritten == Int(size))
    let facts = try probe(path)
    #expect(facts["nb_read_frames"] == "3" && facts["avg_frame_rate"] == "30000/1001")
    #expect(facts["pix_fmt"] == format.rawValue && facts["width"] == "64" && facts["height"] == "48")
    #expect(facts["color_range"] == "tv" && facts["errors"] == nil)
    if format == .yuv420p { #expect(facts["chroma_location"] == "left") }
    #expect(try decode(path, format) == (0..<3).flatMap { packedBytes(testFrame($0, format)) })
  }

  @Test("YUV4MPEG2 states the aspect ratio of pixels") func y4mPixelAspect() throws {
    let folder = try TemporaryFolder()
    let path = folder.file("a.y4m")
    let descriptor = open(path, O_WRONLY | O_CREAT, 0o600)
    let writer = try RawWriter(
      y4mTo: descriptor, format: .yuv420p, width: 64, height: 48, frameRate: 25, pixelAspect: Rational(16, 11))
    try writer.append(testFrame(0, .yuv420p))
    close(descriptor)
    #expect(try probe(path)["sample_aspect_ratio"] == "16:11")
  }

  @Test("YUV4MPEG2 has no RGB and no alpha", arguments: [PixelFormat.rgb24, .yuva420p, .floatPlanes])
  func y4mRefuses(format: PixelFormat) {
    let error = #expect(throws: MediaError.self) {
      try RawWriter(y4mTo: 1, format: format, width: 64, height: 48, frameRate: 25)
    }
    #expect(error?.description.contains("it takes yuv420p") == true)
  }

  @Test(
    "Frames arrive packed through a slow pipe",
    arguments: [PixelFormat.yuv420p, .rgb24, .yuv420p10, .yuv422p, .yuva420p, .floatPlanes])
  func framesArrivePackedThroughASlowPipe(format: PixelFormat) throws {
    let ends = try pipePair()
    // Non-blocking: writes stop half way and report EAGAIN.
    #expect(fcntl(ends.write, F_SETFL, O_NONBLOCK) == 0)
    let received = Received()
    let reader = Thread {
      var block = [UInt8](repeating: 0, count: 5_003)
      while true {
        let count = read(ends.read, &block, block.count)
        if count <= 0 { break }
        received.bytes += block[0..<count]
      }
      received.done.signal()
    }
    reader.start()
    let frames = (0..<4).map { testFrame($0, format, width: 150, height: 98) }
    let writer = RawWriter(descriptor: ends.write)
    for frame in frames { try writer.append(frame) }
    close(ends.write)
    let expected = frames.flatMap { packedBytes($0) }
    received.done.wait()
    #expect(received.bytes == expected)
    #expect(writer.bytesWritten == expected.count)
    #expect(writer.framesAppended == 4)
    close(ends.read)
  }

  @Test("A reader that has gone is a broken pipe") func aReaderThatHasGoneIsABrokenPipe() throws {
    signal(SIGPIPE, SIG_IGN)
    let ends = try pipePair()
    close(ends.read)
    defer { close(ends.write) }
    let writer = RawWriter(descriptor: ends.write)
    let error = #expect(throws: MediaError.self) { try writer.append(testFrame(0)) }
    #expect(error?.kind == .brokenPipe)
    #expect(writer.framesAppended == 0)
  }

  @Test("A full disk is an error") func aFullDiskIsAnError() throws {
    let full = open("/dev/full", O_WRONLY)
    defer { close(full) }
    let error = #expect(throws: MediaError.self) { try RawWriter(descriptor: full).append(testFrame(0)) }
    #expect(error?.kind == .diskFull)
    #expect(error?.frame == 0)
  }
}
