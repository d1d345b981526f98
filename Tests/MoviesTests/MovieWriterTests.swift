import Raster
import TestSupport
import Testing

@testable import Movies

@Suite struct MovieWriterTests {
  @Test func ffprobeReadsWhatWasAskedFor() throws {
    let folder = try TemporaryFolder()
    let path = folder.file("a.mp4")
    try writeMovie(path, count: 90, settings: testSettings(preset: "medium"))
    let values = try probe(path)
    #expect(values["codec_name"] == "h264")
    #expect(values["pix_fmt"] == "yuv420p")
    #expect(values["color_range"] == "tv")
    #expect(values["color_space"] == "bt709")
    #expect(values["color_primaries"] == "bt709")
    #expect(values["color_transfer"] == "bt709")
    #expect(values["chroma_location"] == "left")
    #expect(values["sample_aspect_ratio"] == "1:1")
    #expect(values["r_frame_rate"] == "60/1")
    #expect(values["avg_frame_rate"] == "60/1")
    #expect(values["nb_frames"] == "90")
    #expect(values["nb_read_frames"] == "90")
    #expect(values["start_time"] == "0.000000")
    #expect(values["start_pts"] == "0")
    #expect(values["duration"] == "1.500000")
    #expect(values["format.duration"] == "1.500000")
    #expect(values["has_b_frames"] == "2")
    #expect(values["errors"] == nil)
    #expect(folder.names == ["a.mp4"])
  }
}
