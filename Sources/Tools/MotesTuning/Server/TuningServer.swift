import Foundation
import Motes
import Synchronization

/// The server of the tuning page. It serves one preset to the pages whose address has the server's token.
package final class TuningServer: Sendable {
  /// The preset that is served, and how.
  package struct Options: Sendable {
    /// The preset's file, or the name of a shipped preset.
    package var preset: String
    /// How presets are read. The settings' overrides override the text and are not saved.
    package var settings: PresetSettings
    /// The song of `settings.curves`; nil for the one beside the curves, if there is one.
    package var song: String?
    /// The arguments, besides preset and overrides, that other commands need to draw the same.
    package var otherArguments: [String]
    /// The address to listen on.
    package var host: String
    /// The port; 0 for any free port.
    package var port: UInt16
    /// The secret in the address; nil for a new one.
    package var token: String?
    /// Threads that draw; nil for one on each core.
    package var threads: Int?
    /// Seconds of a clock that only goes forward.
    package var clock: @Sendable () -> Double

    package init(
      preset: String, settings: PresetSettings, song: String? = nil, arguments: [String] = [], host: String,
      port: UInt16, token: String?, threads: Int?, clock: @escaping @Sendable () -> Double
    ) {
      (self.preset, self.settings, self.host, self.port) = (preset, settings, host, port)
      (self.song, otherArguments) = (song, arguments)
      (self.token, self.threads, self.clock) = (token, threads, clock)
    }
  }

  /// Why a server cannot start.
  package struct StartFailure: Error, CustomStringConvertible {
    package let description: String
  }

  /// The least length of a token.
  package static let minimumTokenLength = RequestGate.minimumTokenLength

  /// Whether a text can be a token.
  package static func isToken(_ text: String) -> Bool { RequestGate.isToken(text) }

  private let options: Options
  private let gate: RequestGate
  private let connectionGuard = ConnectionGuard()
  private let file: PresetFile
  private let thumbnails: Thumbnails
  private let songs = SongShelf()
  private let sessions = Mutex<[ObjectIdentifier: TuningSession]>([:])
  private let listeningSocket = Mutex<ListeningSocket?>(nil)

  /// The most seconds that a connection may take for a whole request, or be idle between two.
  private static let maximumRequestSeconds = 10.0

  /// Makes a server for a preset; `start` makes it listen.
  ///
  /// - Throws: `PresetError` for a preset that does not exist.
  package init(_ options: Options) throws {
    self.options = options
    gate = RequestGate(token: options.token ?? Self.newToken(), host: options.host)
    file = try PresetFile(options.preset, options.settings)
    thumbnails = Thumbnails(settings: options.settings)
  }

  /// Begins to listen.
  ///
  /// - Returns: the page's address.
  /// - Throws: `StartFailure` if the server cannot listen, because the port is taken, for example.
  package func start() throws(StartFailure) -> String {
    let socket = try ListeningSocket(host: options.host, port: options.port)
    listeningSocket.withLock { $0 = socket }
    startThread {
      while let accepted = socket.accept() {
        let connection = Connection(accepted.descriptor, peer: accepted.peer, clock: self.options.clock)
        if let leaving = self.connectionGuard.admit(connection) { Self.turnAway(leaving) }
        startThread {
          self.serve(connection)
          self.connectionGuard.remove(connection)
        }
      }
    }
    let host = ["0.0.0.0", "::"].contains(options.host) ? "localhost" : options.host
    return "http://\(host.contains(":") ? "[\(host)]" : host):\(socket.port)/\(gate.token)/"
  }

  /// Ends the server and everything that it draws.
  package func stop() {
    listeningSocket.withLock { $0 }?.shutDown()
    connectionGuard.close()
    for session in sessions.withLock({ Array($0.values) }) { session.end() }
  }

  /// The preset's file, and the files from which pages' presets were last read.
  package var watchedFiles: [String] {
    let sessionFiles = sessions.withLock { $0.values.flatMap(\.watchedFiles) }
    var seen: Set<String> = []
    return ([file.path].compactMap { $0 } + sessionFiles).filter { seen.insert($0).inserted }
  }

  /// Lets all pages read their files again. To be called when another program has changed a file.
  package func rereadFiles() {
    for session in sessions.withLock({ Array($0.values) }) { session.rereadFiles() }
  }

  // MARK: Connections

  /// Answers the requests of a connection until it ends.
  private func serve(_ connection: Connection) {
    var arrived: [UInt8] = []
    while true {
      let request: RequestHead
      let name: String
      do throws(RequestGate.Refusal) {
        guard let (head, rest) = try receiveHead(connection, after: arrived) else { return connection.shutDown() }
        (request, arrived) = (head, rest)
        name = try allowedName(request, on: connection)
      } catch {
        // Who has not shown the token, or asks for what is not allowed, has to connect again.
        HTTPAnswer(error).send(on: connection, keepsConnection: false)
        return connection.endSending()
      }
      if name == Self.socketName { return openWebSocket(request, on: connection, after: arrived) }
      let answer = answer(name, range: request.headers["range"])
      guard answer.send(on: connection, keepsConnection: request.keepsConnection), request.keepsConnection
      else { return connection.endSending() }
    }
  }

  /// Waits for a whole request.
  ///
  /// - Returns: the request and the bytes behind it; nil if the connection ends, or the request does not come in time.
  private func receiveHead(
    _ connection: Connection, after arrived: [UInt8]
  ) throws(RequestGate.Refusal) -> (head: RequestHead, rest: [UInt8])? {
    let deadline = options.clock() + Self.maximumRequestSeconds
    var reader = RequestHeadReader()
    if let whole = try reader.take(arrived) { return whole }
    while let bytes = connection.receive(until: deadline) {
      if let whole = try reader.take(bytes) { return whole }
    }
    return nil
  }

  /// Checks a request, and returns its path after the token.
  private func allowedName(_ request: RequestHead, on connection: Connection) throws(RequestGate.Refusal) -> String {
    let name = try gate.pathBehindToken(
      request.path, host: request.headers["host"], origin: request.headers["origin"])
    guard connectionGuard.trust(connection) else {
      throw RequestGate.Refusal(
        status: 503,
        sentence: "More than \(ConnectionGuard.maximumPages) connections are open. Please close some pages.")
    }
    guard request.method == "GET" else {
      throw RequestGate.Refusal(
        status: 405, sentence: "This server answers only GET, and messages over its WebSocket.")
    }
    return name
  }

  /// Ends a connection that makes room for another.
  private static func turnAway(_ connection: Connection) {
    let refusal = RequestGate.Refusal(
      status: 503, sentence: "Too many connections are open that have not asked for anything.")
    HTTPAnswer(refusal).send(on: connection, keepsConnection: false)
    connection.shutDown()
  }

  // MARK: Requests

  /// The path after the token of the page's WebSocket.
  private static let socketName = "socket"
  /// The beginning of a thumbnail's path; the preset's name follows.
  private static let thumbnailPrefix = "thumbnail/"

  /// The answer to a request for a file.
  ///
  /// - Parameters:
  ///   - name: the path after the token.
  ///   - range: the header `Range`, which songs heed, so that a browser can seek.
  private func answer(_ name: String, range: String?) -> HTTPAnswer {
    if let song = songs.song(at: name) { return HTTPAnswer(song, range: range) }
    if name.hasPrefix(Self.thumbnailPrefix) {
      guard let file = thumbnails.file(String(name.dropFirst(Self.thumbnailPrefix.count))) else {
        return HTTPAnswer(.init(status: 404, sentence: "There is no thumbnail of a shipped preset of this name."))
      }
      return HTTPAnswer("image/webp", file)
    }
    guard let file = PageFiles.file(name) else {
      return HTTPAnswer(.init(status: 404, sentence: "There is no such file of the tuning page."))
    }
    return HTTPAnswer(file.type, Data(file.bytes))
  }

  /// Turns a connection into a page's WebSocket, and works until it ends.
  private func openWebSocket(_ request: RequestHead, on connection: Connection, after arrived: [UInt8]) {
    let acceptance: String
    do throws(RequestGate.Refusal) {
      acceptance = try Self.acceptance(of: request)
    } catch {
      HTTPAnswer(error).send(on: connection, keepsConnection: false)
      return connection.endSending()
    }
    let outbox = Outbox()
    let session = TuningSession(file: file, options: options, songs: songs) { answer in
      outbox.put(WebSocketFrame(answer.isBinary ? .binary : .text, answer.bytes))
    }
    let id = ObjectIdentifier(session)
    session.onEnd = { [weak self] in self?.sessions.withLock { $0[id] = nil } }
    sessions.withLock { $0[id] = session }
    connection.send(HTTPAnswer.switching(acceptance: acceptance))
    PageSocket(connection: connection, session: session, outbox: outbox).run(after: arrived)
  }

  /// The value that answers a browser's wish for a WebSocket.
  private static func acceptance(of request: RequestHead) throws(RequestGate.Refusal) -> String {
    guard request.headers["origin"] != nil else {
      throw RequestGate.Refusal(status: 403, sentence: "Only the tuning page itself may open this socket.")
    }
    guard request.header("upgrade", lists: "websocket"), request.header("connection", lists: "upgrade"),
      request.headers["sec-websocket-version"] == "13", let key = request.headers["sec-websocket-key"],
      let acceptance = WebSocketFrame.acceptance(ofKey: key)
    else { throw RequestGate.Refusal(status: 400, sentence: "A WebSocket was expected here.") }
    return acceptance
  }

  /// A new secret of 128 random bits.
  private static func newToken() -> String {
    var bytes = [UInt8](repeating: 0, count: 16)
    precondition(getentropy(&bytes, bytes.count) == 0, "The system gives no random numbers.")
    return hexadecimal(bytes)
  }
}
