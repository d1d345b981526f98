import Hashing
import Model
import Testing

@Suite struct AssetRecordTests {
  private func font(_ file: String, _ hash: Character, name: String = "font Inter 400") -> AssetRecord {
    AssetRecord(name: name, file: file, sha256: String(repeating: hash, count: 64))
  }

  @Test("A hash file lists the assets that were shown, after its recipe") func lines() throws {
    var file = FrameHashFile(frameRate: 60, width: 4, height: 4, lines: [.init(frame: 0, byteCount: 48, hash: "ab")])
    file.recipe = sampleRecipe
    file.assets = [
      font("Inter.otf", "a"), AssetRecord(name: "a b/ä.png", file: "ä 100%.png", sha256: "unreadable"),
    ]
    let text = file.text
    #expect(text.contains("\n#shows: name=font%20Inter%20400 file=Inter.otf sha256=aaaa"))
    let read = try FrameHashFile(parsing: Array(text.utf8), path: "x")
    #expect(read == file && read.text == text)
    // FFmpeg's form of the text has no lines of Motes.
    #expect(!file.text(includingRecipe: false).contains("#shows"))
    #expect(throws: FrameHashError.self) {
      try FrameHashFile(
        parsing: Array(text.replacing("file=Inter.otf", with: "fil=Inter.otf").utf8), path: "x")
    }
  }

  @Test("Changes of assets are described by kind, name and hash") func changes() {
    let inter = font("Inter.otf", "a")
    #expect(AssetRecord.changes(from: [inter], to: [inter]).isEmpty)
    // A file with the same hash under another name is no change.
    #expect(AssetRecord.changes(from: [inter], to: [font("Inter-2.otf", "a", name: "font X 400")]).isEmpty)
    #expect(
      AssetRecord.changes(from: [inter], to: [font("Inter.otf", "b")]) == [
        "another font for Inter 400: Inter.otf, SHA-256 bbbbbbbbbbbb… (its SHA-256 was aaaaaaaaaaaa…)"
      ])
    #expect(
      AssetRecord.changes(from: [inter], to: [font("Arial.ttf", "b", name: "font Arial 400")]) == [
        "another font for Inter 400: Arial.ttf, SHA-256 bbbbbbbbbbbb… (it was Inter.otf, SHA-256 aaaaaaaaaaaa…)"
      ])
    let badge = AssetRecord(name: "badge.png", file: "badge.png", sha256: String(repeating: "c", count: 64))
    #expect(
      AssetRecord.changes(from: [inter, badge], to: [inter]) == [
        "no longer the picture badge.png (SHA-256 cccccccccccc…)"
      ])
    #expect(
      AssetRecord.changes(from: [inter], to: [badge, inter]) == ["also the picture badge.png (SHA-256 cccccccccccc…)"])
  }
}
