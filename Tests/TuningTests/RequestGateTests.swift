import MotesTuning
import Testing

@Suite("The tuning page's server answers only its own page") struct RequestGateTests {
  private let gate = RequestGate(token: "0123456789abcdef", host: "127.0.0.1")
  private let path = "/0123456789abcdef/page.css"

  @Test(
    "The page may ask by every name of this machine, and through another port of a tunnel",
    arguments: [
      ("127.0.0.1:8080", "http://127.0.0.1:8080"), ("localhost:9", "http://localhost:9"),
      ("LOCALHOST", "http://localhost"),
      ("[::1]:80", "http://[::1]:80"),
    ])
  func ownNames(host: String, origin: String) throws {
    #expect(try gate.pathBehindToken(path, host: host, origin: origin) == "page.css")
    #expect(try gate.pathBehindToken(path, host: host, origin: nil) == "page.css")
  }

  @Test(
    "Foreign names and pages are refused in a sentence",
    arguments: [
      ("evil.example", nil), ("127.0.0.1.evil.example:80", nil), (nil, nil), ("", nil),
      ("[::1]evil.com", nil), ("[::1", nil), ("127.0.0.1:80.evil.com", nil), ("127.0.0.1, evil.example", nil),
      ("127.0.0.1:80", "http://evil.example"), ("127.0.0.1:80", "http://127.0.0.1:81"), ("127.0.0.1:80", "null"),
      ("127.0.0.1:80", "https://127.0.0.1:80"),
    ] as [(String?, String?)])
  func foreign(host: String?, origin: String?) {
    let refusal = #expect(throws: RequestGate.Refusal.self) {
      try gate.pathBehindToken(path, host: host, origin: origin)
    }
    #expect(refusal?.status == 403)
    #expect(refusal?.sentence.hasSuffix(".") == true)
  }

  @Test("A server that listens on all addresses answers to any of them, but to no other name")
  func allAddresses() throws {
    let open = RequestGate(token: "0123456789abcdef", host: "0.0.0.0")
    for host in ["192.168.1.7:8080", "[fe80::1]:8080", "localhost:8080"] {
      #expect(try open.pathBehindToken(path, host: host, origin: "http://\(host)") == "page.css")
    }
    for host in ["evil.example", "1.2.3.4.evil.example", "1.2.3"] {
      #expect(throws: RequestGate.Refusal.self) { try open.pathBehindToken(path, host: host, origin: nil) }
    }
    #expect(throws: RequestGate.Refusal.self) { try gate.pathBehindToken(path, host: "192.168.1.7", origin: nil) }
  }

  @Test(
    "Without the right token nobody gets in",
    arguments: [
      "/", "", "/page.css", "/0123456789abcdeg/page.css", "/0123456789abcde/page.css", "/0123456789abcdef0/page.css",
    ])
  func tokens(path: String) {
    #expect(throws: RequestGate.Refusal.self) { try gate.pathBehindToken(path, host: "localhost", origin: nil) }
  }

  @Test("A token is long enough and needs no escapes")
  func tokenForm() {
    #expect(RequestGate.isToken("abcdefgh-_012345"))
    for text in ["", "short", "abcdefgh-_01234/", "abcdefgh-_01234é", "abcdefgh 0123456"] {
      #expect(!RequestGate.isToken(text), "\(text)")
    }
  }

  @Test("A page's file is found by its exact name alone")
  func files() {
    #expect(PageFiles.file("")?.type.hasPrefix("text/html") == true)
    #expect(PageFiles.file("main.js")?.bytes.isEmpty == false)
    for name in ["../main.js", "main.js/", "index.html", "codemirror/../../passwd", "codemirror/", "/etc/passwd"] {
      #expect(PageFiles.file(name) == nil, "\(name)")
    }
  }
}
