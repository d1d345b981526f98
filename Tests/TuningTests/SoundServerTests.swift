import Foundation
import Listening
import Motes
import MotesTuning
import Presets
import TestSupport
import Testing

@Suite("The tuning page's server and a song", .serialized) struct SoundServerTests {
  private static let token = RunningServer.token
  private static let song = String((0..<100).map { "\($0 % 10)" }.joined())

  /// A running server of a preset that follows a list of beats, with a song beside its file of curves.
  private struct Running {
    private let server: RunningServer
    var folder: TemporaryFolder { server.folder }

    init() throws {
      var settings = PresetSettings()
      settings.assetLoader = .files
      server = try RunningServer(settings: settings) { folder in
        try folder.write(
          """
          { "curves": "song.curves.json", "canvas": { "width": 64, "height": 36, "duration": 4 },
            "layers": [ { "shape": { "type": "circle", "radius": "= 4 + 8 * beat", "fill": "red" } } ] }
          """, to: "a.json")
        // Older than the curves, so that nobody tries to decode it.
        try folder.write(song, to: "song.wav")
        try FileManager.default.setAttributes(
          [.modificationDate: Date(timeIntervalSince1970: 1e9)], ofItemAtPath: folder["song.wav"])
        try folder.write(
          """
          {"format": "motes sound curves", "version": 1, "duration": 4, "beats": {"times": [0.5, 1, 1.5]},
           "onsets": {"all": {"times": [0.5]}}}
          """, to: "song.curves.json")
      }
    }

    /// What the server answers to a request for a path, with a header.
    func ask(_ path: String, _ header: String = "Accept: */*") -> String {
      let connection = BrowserConnection(port: server.port)
      connection.send("GET \(path) HTTP/1.1\r\nHost: 127.0.0.1\r\n\(header)\r\nConnection: close\r\n\r\n".utf8)
      return connection.receive()
    }

    /// A page's socket, whose greeting has arrived.
    func page() -> (socket: BrowserConnection, greeting: String) {
      let connection = BrowserConnection(port: server.port)
      connection.send(
        ("GET /\(token)/socket HTTP/1.1\r\nHost: 127.0.0.1\r\nOrigin: http://127.0.0.1\r\nUpgrade: websocket\r\n"
          + "Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n")
          .utf8)
      return (connection, connection.receive(until: "\"text\":"))
    }
  }

  /// Sends a message whose mask is 0. Its length is written in one byte if it fits.
  private func send(_ message: String, on socket: BrowserConnection) {
    let count = message.utf8.count
    let size: [UInt8] = count < 126 ? [UInt8(0x80 | count)] : [0xFE, UInt8(count >> 8), UInt8(count & 0xFF)]
    socket.send([0x81] + size + [0, 0, 0, 0] + message.utf8)
  }

  /// Sends a message, and returns what is answered to it.
  private func answer(_ message: String, id: Int, on socket: BrowserConnection) -> String {
    send(message, on: socket)
    return socket.receive(until: "\"id\":\(id)")
  }

  @Test("A song has an address as soon as a page follows it, and is served in parts, to who has the token") func song()
    throws
  {
    let running = try Running()
    #expect(running.ask("/\(Self.token)/song/0").hasPrefix("HTTP/1.1 404 "), "no page is open")
    let (socket, greeting) = running.page()
    #expect(greeting.contains("\"song\":\"song/0\"") && greeting.contains("\"songName\":\"song.wav\""))
    let whole = running.ask("/\(Self.token)/song/0")
    #expect(whole.hasPrefix("HTTP/1.1 200 OK\r\nContent-Type: audio/wav\r\nContent-Length: 100\r\n"))
    #expect(whole.contains("\r\nAccept-Ranges: bytes\r\n") && whole.hasSuffix("\r\n\r\n" + Self.song))
    let part = running.ask("/\(Self.token)/song/0", "Range: bytes=15-24")
    #expect(part.hasPrefix("HTTP/1.1 206 Partial Content\r\n") && part.contains("\r\nContent-Length: 10\r\n"))
    #expect(part.contains("\r\nContent-Range: bytes 15-24/100\r\n") && part.hasSuffix("\r\n\r\n5678901234"))
    let beyond = running.ask("/\(Self.token)/song/0", "Range: bytes=100-")
    #expect(beyond.hasPrefix("HTTP/1.1 416 ") && beyond.contains("\r\nContent-Range: bytes */100\r\n"))
    for path in ["/song/0", "/wrong-token-0000000/song/0"] { #expect(running.ask(path).hasPrefix("HTTP/1.1 403 ")) }
    #expect(running.ask("/\(Self.token)/song/0", "Origin: http://evil.example").hasPrefix("HTTP/1.1 403 "))
    for path in ["song/1", "song/-1", "song/", "song/../a.json", "song/0/../../a.json"] {
      #expect(running.ask("/\(Self.token)/\(path)").hasPrefix("HTTP/1.1 404 "), "\(path)")
    }
    try FileManager.default.removeItem(atPath: running.folder["song.wav"])
    #expect(running.ask("/\(Self.token)/song/0").hasPrefix("HTTP/1.1 404 "), "a song that is gone")
    _ = socket
  }

  @Test("Moments are followed, saved, and refused in a sentence when they are nonsense") func moments() throws {
    let running = try Running()
    let (socket, _) = running.page()
    let path = running.folder["song.curves.json"]
    func change(_ lists: String, path: String = path) -> String {
      "\"moments\":{\"path\":\"\(path)\",\"lists\":\(lists)}"
    }
    let moved = answer(
      "{\"id\":1,\(change("[{\"times\":[0.75,1.5],\"strengths\":[1,0.5]}]"))}", id: 1, on: socket)
    #expect(moved.contains("\"soundIsChanged\":true"))
    for (number, lists) in [
      "[{\"times\":[2,1],\"strengths\":[1,1]}]", "[{\"times\":[-1],\"strengths\":[1]}]",
      "[{\"times\":[1],\"strengths\":[7]}]",
      "[{\"times\":[1],\"strengths\":[1,1]}]", "[{\"band\":\"drop\",\"times\":[1],\"strengths\":[1]}]",
      // The first of two lists is good, the second is not: neither is taken.
      "[{\"times\":[3],\"strengths\":[1]},{\"times\":[2,1],\"strengths\":[1,1]}]",
    ].enumerated() {
      let refused = answer("{\"id\":\(10 + number),\(change(lists)),\"saveSound\":{}}", id: 10 + number, on: socket)
      #expect(refused.contains("\"problem\":\"") && !refused.contains("\"saved\""), "\(lists): \(refused)")
    }
    let foreign = answer(
      "{\"id\":20,\(change("[]", path: "/etc/passwd")),\"saveSound\":{\"replaces\":true}}", id: 20, on: socket)
    #expect(foreign.contains("these moments are of /etc/passwd"))
    for message in ["\"moments\":7", "\"moments\":{\"lists\":[]}", "\"saveSound\":[]"] {
      send("{\"id\":30,\(message)}", on: socket)
      #expect(socket.receive(until: "not a request").contains("This message is not a request of the tuning page."))
    }
    #expect(try SoundCurvesFile.read(path).beats.times == [0.5, 1, 1.5], "nothing was saved yet")
    let saved = answer("{\"id\":40,\"saveSound\":{}}", id: 40, on: socket)
    #expect(saved.contains("\"saved\":\"") && saved.contains("\"soundIsChanged\":false"))
    #expect(try SoundCurvesFile.read(path).beats.times == [0.75, 1.5])
  }
}
