@preconcurrency import Dispatch
import FlyingFox
import FlyingSocks
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
      preset: String, settings: PresetSettings, host: String, port: UInt16, token: String?, threads: Int?,
      clock: @escaping @Sendable () -> Double
    ) {
      (self.preset, self.settings, self.host, self.port) = (preset, settings, host, port)
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
  private let server: HTTPServer
  private let thumbnails: Thumbnails
  private let sessions = Mutex<[ObjectIdentifier: TuningSession]>([:])
  private let runningTask = Mutex<Task<Void, Never>?>(nil)

  /// The most bytes of a request's body that the server's library keeps in memory: few, since this server reads no bodies.
  private static let keptBodyBytes = 4_096

  /// Makes a server for a preset; `start` makes it listen.
  ///
  /// - Throws: `PresetError` for a preset that does not exist, `StartFailure` for a `host` that is no address.
  package init(_ options: Options) throws {
    self.options = options
    gate = RequestGate(token: options.token ?? Self.newToken(), host: options.host)
    file = try PresetFile(options.preset, options.settings)
    thumbnails = Thumbnails(settings: options.settings)
    let pool = GuardedPool(base: HTTPServer.defaultPool(), connectionGuard: connectionGuard)
    let configuration: HTTPServer.Configuration
    do {
      configuration =
        options.host.contains(":")
        ? .init(
          address: try .inet6(ip6: options.host, port: options.port), sharedRequestReplaySize: Self.keptBodyBytes,
          pool: pool, logger: .disabled)
        : .init(
          address: try .inet(ip4: options.host == "localhost" ? "127.0.0.1" : options.host, port: options.port),
          sharedRequestReplaySize: Self.keptBodyBytes, pool: pool, logger: .disabled)
    } catch {
      throw StartFailure(
        description: "--host \(options.host): this is not an address of this machine, such as 127.0.0.1 or 0.0.0.0.")
    }
    server = HTTPServer(config: configuration)
  }

  /// Begins to listen.
  ///
  /// - Returns: the page's address.
  /// - Throws: `StartFailure` if the server cannot listen, because the port is taken, for example.
  package func start() throws -> String {
    let (server, handler) = (server, RouteHandler(server: self))
    let outcome = StartOutcome()
    let endpoint = "\(options.host):\(options.port)"
    let task = Task {
      await server.appendRoute("*", to: handler)
      await withTaskGroup(of: Void.self) { group in
        group.addTask {
          do {
            try await server.run()
          } catch {
            var reason = "\(error)"
            if case .failed(_, _, let message)? = error as? SocketError { reason = message }
            outcome.set(
              .failure(
                StartFailure(
                  description: "--port: \(endpoint) cannot be listened on: \(reason). Choose another port.")))
          }
        }
        group.addTask {
          guard (try? await server.waitUntilListening(timeout: 10)) != nil else {
            return outcome.set(.failure(StartFailure(description: "--port: \(endpoint) did not begin to listen.")))
          }
          switch await server.listeningAddress {
          case .ip4(_, let port): outcome.set(.success(port))
          case .ip6(_, let port): outcome.set(.success(port))
          default: break
          }
        }
      }
    }
    runningTask.withLock { $0 = task }
    let port = try outcome.wait().get()
    let host = ["0.0.0.0", "::"].contains(options.host) ? "localhost" : options.host
    return "http://\(host.contains(":") ? "[\(host)]" : host):\(port)/\(gate.token)/"
  }

  /// Ends the server and everything that it draws.
  package func stop() {
    for session in sessions.withLock({ Array($0.values) }) { session.end() }
    runningTask.withLock { $0?.cancel() }
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

  /// Shuts down connections that exceed a limit. To be called about ten times a second.
  package func enforceLimits() { connectionGuard.enforceLimits() }

  // MARK: Requests

  /// Answers a request of a page.
  func response(to request: HTTPRequest) async -> HTTPResponse {
    connectionGuard.noteArrival(from: request.remoteAddress, onWebSocket: false)
    let name: String
    do throws(RequestGate.Refusal) {
      name = try gate.pathBehindToken(
        request.target.path(), host: request.headers[.host], origin: request.headers[HTTPHeader("Origin")])
    } catch {
      return Self.refusal(error.status, error.sentence)
    }
    guard request.method == .GET else {
      return Self.refusal(405, "This server answers only GET, and messages over its WebSocket.")
    }
    if name == "socket" { return await openWebSocket(request) }
    if name.hasPrefix(Self.thumbnailPrefix) {
      guard let file = await thumbnails.file(String(name.dropFirst(Self.thumbnailPrefix.count))) else {
        return Self.refusal(404, "There is no thumbnail of a shipped preset of this name.")
      }
      return Self.answer(.ok, "image/webp", file)
    }
    guard let file = PageFiles.file(name) else { return Self.refusal(404, "There is no such file of the tuning page.") }
    return Self.answer(.ok, file.type, Data(file.bytes))
  }

  /// The beginning of a thumbnail's path; the preset's name follows.
  private static let thumbnailPrefix = "thumbnail/"

  private func openWebSocket(_ request: HTTPRequest) async -> HTTPResponse {
    guard request.headers[HTTPHeader("Origin")] != nil else {
      return Self.refusal(403, "Only the tuning page itself may open this socket.")
    }
    let session = TuningSession(
      file: file, settings: options.settings, threads: options.threads, clock: options.clock)
    let id = ObjectIdentifier(session)
    session.onEnd = { [weak self] in self?.sessions.withLock { $0[id] = nil } }
    let handler = WebSocketHTTPHandler(
      handler: SocketHandler(session: session, connectionGuard: connectionGuard, peer: request.remoteAddress))
    guard let response = try? await handler.handleRequest(request), response.statusCode == .switchingProtocols else {
      return Self.refusal(400, "A WebSocket was expected here.")
    }
    sessions.withLock { $0[id] = session }
    return response
  }

  private static func refusal(_ status: Int, _ sentence: String) -> HTTPResponse {
    answer(HTTPStatusCode(status, phrase: ""), "text/plain; charset=utf-8", Data((sentence + "\n").utf8))
  }

  private static func answer(_ status: HTTPStatusCode, _ type: String, _ body: Data) -> HTTPResponse {
    HTTPResponse(
      statusCode: status,
      headers: [
        .contentType: type, HTTPHeader("Cache-Control"): "no-store", HTTPHeader("Referrer-Policy"): "no-referrer",
        HTTPHeader("X-Content-Type-Options"): "nosniff", HTTPHeader("X-Frame-Options"): "DENY",
        HTTPHeader("Cross-Origin-Resource-Policy"): "same-origin",
        HTTPHeader("Content-Security-Policy"):
          "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' blob: data:; frame-ancestors 'none'",
      ], body: body)
  }

  /// A new secret of 128 random bits.
  private static func newToken() -> String {
    var bytes = [UInt8](repeating: 0, count: 16)
    precondition(getentropy(&bytes, bytes.count) == 0, "The system gives no random numbers.")
    return hexadecimal(bytes)
  }
}

/// The port that a server listens on, or why it does not listen. Only the first value that is set counts.
private final class StartOutcome: Sendable {
  typealias Value = Result<UInt16, TuningServer.StartFailure>

  private let value = Mutex<Value?>(nil)
  /// Signalled when the value is set.
  private let valueIsSet = DispatchSemaphore(value: 0)

  func set(_ new: Value) {
    value.withLock { value in
      guard value == nil else { return }
      value = new
      valueIsSet.signal()
    }
  }

  func wait() -> Value {
    valueIsSet.wait()
    return value.withLock(\.self) ?? .failure(.init(description: "The server did not start."))
  }
}

/// Passes all requests to the server.
private struct RouteHandler: HTTPHandler {
  weak let server: TuningServer?

  func handleRequest(_ request: HTTPRequest) async throws -> HTTPResponse {
    guard let server else { throw HTTPUnhandledError() }
    return await server.response(to: request)
  }
}
