import Foundation
import Motes
import MotesTuning
import TestSupport

/// A server of the tuning page on a free port of this machine, which ends with this object.
final class RunningServer {
  static let token = "0123456789abcdef"

  let folder: TemporaryFolder
  let port: UInt16
  private let server: TuningServer

  /// - Parameter write: writes the preset, a.json, into the server's folder, and what it needs.
  init(settings: PresetSettings = PresetSettings(), _ write: (TemporaryFolder) throws -> Void) throws {
    folder = try TemporaryFolder()
    try write(folder)
    server = try TuningServer(
      .init(
        preset: folder["a.json"], settings: settings, host: "127.0.0.1", port: 0, token: Self.token, threads: 1,
        clock: { Double(DispatchTime.now().uptimeNanoseconds) / 1e9 }))
    let address = try server.start()
    port = UInt16(address.split(separator: "/")[1].split(separator: ":")[1]) ?? 0
  }

  deinit { server.stop() }
}
