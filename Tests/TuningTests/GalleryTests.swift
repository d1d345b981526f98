import Foundation
import Motes
import MotesTuning
import Presets
import Testing

@Suite("The gallery is whole and shows what presets say") struct GalleryTests {
  private static let text = """
    { "format": 1, "name": "A", "about": "<script>alert(\\"&\\")</script>", "tags": ["a\\"b"],
      "canvas": { "width": 96, "height": 54, "frameRate": 10, "duration": 3, "seed": 1 },
      "knobs": { "size": { "default": 8, "min": 1, "max": 20, "about": "<i>" } },
      "layers": [ { "gradient": { "stops": ["white", "black"] }, "opacity": "= size / 20" } ] }
    """

  @Test("Names, sentences and texts of a preset are escaped, so that they are shown and not run")
  func escaping() throws {
    let folder = NSTemporaryDirectory() + "gallery-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    try Data(Self.text.utf8).write(to: URL(fileURLWithPath: folder + "/a.json"))
    let gallery = Gallery(
      names: [folder + "/a.json"], settings: PresetSettings(), folder: folder + "/made/",
      clip: PresetClip(maximumSide: 64, frameRate: 10, maximumSeconds: 1, threads: 1))
    #expect(try gallery.write(goesOn: { true }, progress: { _ in }) == 1)
    let files = try FileManager.default.contentsOfDirectory(atPath: folder + "/made").sorted()
    #expect(files == ["a-sheet.jpg", "a.html", "a.jpg", "a.mp4", "index.html"])
    for name in ["index.html", "a.html"] {
      let bytes = FileManager.default.contents(atPath: folder + "/made/" + name) ?? Data()
      let html = String(decoding: bytes, as: UTF8.self)
      #expect(html.contains("&lt;script&gt;alert(&quot;&amp;&quot;)&lt;/script&gt;"))
      #expect(!html.contains("<script>alert") && !html.contains("<i>"))
      #expect(html.contains("<li>a&quot;b</li>"))
      #expect(html.contains("src=\"a.mp4\""))
    }
  }

  @Test("Presets of any names have files of their own, and addresses and commands lead to them")
  func names() throws {
    let folder = NSTemporaryDirectory() + "gallery-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let names = ["a.json", "a-sheet.json", "b c#1.json"].map { folder + "/" + $0 }
    for name in names { try Data(Self.text.utf8).write(to: URL(fileURLWithPath: name)) }
    let gallery = Gallery(
      names: names, settings: PresetSettings(), folder: folder + "/made",
      clip: PresetClip(maximumSide: 64, frameRate: 10, maximumSeconds: 1, threads: 1))
    #expect(try gallery.write(goesOn: { true }, progress: { _ in }) == 3)
    let files = try FileManager.default.contentsOfDirectory(atPath: folder + "/made")
    let stems = ["a", "a-sheet-2", "b c#1"]
    #expect(
      Set(files) == Set(stems.flatMap { [".html", ".jpg", ".mp4", "-sheet.jpg"].map($0.appending) } + ["index.html"]))
    let index = String(decoding: FileManager.default.contents(atPath: gallery.indexPath) ?? Data(), as: UTF8.self)
    #expect(index.contains("href=\"b%20c%231.html\"") && index.contains("src=\"b%20c%231.mp4\""))
    #expect(index.contains("motes render '\(folder)/b c#1.json' -o 'b c#1.mp4'"))
  }

  @Test("A gallery that is stopped has no index page, so that nobody takes it for complete")
  func stopped() throws {
    let folder = NSTemporaryDirectory() + "gallery-\(UUID().uuidString)"
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let settings = PresetSettings(folders: PresetLibrary.shipped.folders)
    let gallery = Gallery(
      names: ["snow"], settings: settings, folder: folder,
      clip: PresetClip(maximumSide: 64, frameRate: 5, maximumSeconds: 1, threads: 1))
    #expect(try gallery.write(goesOn: { false }, progress: { _ in }) == nil)
    #expect(!FileManager.default.fileExists(atPath: gallery.indexPath))
  }

  @Test("A clip keeps the canvas's aspect ratio and is a whole loop, or a part of the middle")
  func clips() throws {
    let settings = PresetSettings(folders: PresetLibrary.shipped.folders)
    let clip = PresetClip(maximumSide: 224, frameRate: 12, maximumSeconds: 2)
    let snow = try clip.preset("snow", settings)
    #expect((snow.scene.canvas.widthPixels, snow.scene.canvas.heightPixels) == (224, 126))
    let frames = clip.frames(of: snow)
    let count = snow.scene.canvas.frameCount
    #expect(snow.scene.canvas.loops ? frames == 0...(count - 1) : frames.count == 24)
    #expect(frames.lowerBound >= 0 && frames.upperBound < count)
    let spinner = try PresetClip(maximumSide: 64, frameRate: 10, maximumSeconds: 20).preset("classic/spinner", settings)
    #expect(spinner.scene.canvas.loops)
    // Tagged as a loop, without being one by itself: it becomes one if it is short enough.
    let hearts = try Preset(named: "hearts", settings: settings)
    #expect(hearts.scene.tags.contains("loop") && !hearts.scene.canvas.loops)
    let halfLength = Int((hearts.scene.canvas.duration.double / 2).rounded(.up))
    for (seconds, loops) in [(halfLength, true), (halfLength / 2, false)] {
      let clip = PresetClip(maximumSide: 64, frameRate: 10, maximumSeconds: seconds)
      #expect(try clip.preset("hearts", settings).scene.canvas.loops == loops)
    }
    let wholeClip = PresetClip(maximumSide: 64, frameRate: 10, maximumSeconds: 20)
    #expect(wholeClip.frames(of: spinner).count == spinner.scene.canvas.frameCount)
  }
}
