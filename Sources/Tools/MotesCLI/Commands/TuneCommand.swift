import ArgumentParser
import Glibc
import Motes
import MotesTuning

struct TuneCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "tune", abstract: "Open a page on which a preset plays while its knobs and its JSON text are changed.",
    discussion: """
      The page is served by this command, on this machine alone unless --host says otherwise, and only to those who know the whole \
      address, which contains a secret. What is saved goes into the preset's folder; a shipped preset is saved under another name \
      in the working directory. Values of --set and --set-text stand in place of the text's and are not saved. With --sound the song plays in step with the picture; beats and \
      onsets that are dragged on the page are saved into its file of curves. Control-C ends the server, with \
      exit status 0.
      """)

  @Argument(help: "Name of a shipped preset, or path of a JSON file.")
  var preset: String

  @OptionGroup var sound: SoundOptions

  @Option(help: "Seconds in place of the preset's own duration; sound for the length of the sound.")
  var duration: String?

  @Flag(
    inversion: .prefixedNo,
    help: "Make the end meet the start; or let a preset that loops end as it likes, as a song's does.")
  var loop: Bool?

  @OptionGroup var overrides: OverrideOptions

  @Option(help: ArgumentHelp("Port of the page (default: one that is free).", valueName: "number"))
  var port: UInt16 = 0

  @Option(
    help: ArgumentHelp(
      "Address to listen on; 0.0.0.0 lets other machines in, unencrypted.", valueName: "address"))
  var host = "127.0.0.1"

  @Option(
    help: ArgumentHelp(
      "The secret in the address (default: a new one): letters and digits, \(TuningServer.minimumTokenLength) or more. With the same one, open pages continue after a restart.",
      valueName: "text"))
  var token: String?

  @Flag(name: .customLong("no-open"), help: "Do not open the page in a browser.")
  var leavesBrowserClosed = false

  @OptionGroup var folders: PresetFolders

  @OptionGroup var assets: AssetFolder

  @OptionGroup var threading: ThreadOption

  /// Time between two looks at the files, in microseconds.
  private static let pollMicroseconds: UInt32 = 100_000

  func run() throws {
    if let token, !TuningServer.isToken(token) {
      throw UsageError(
        "--token: expected \(TuningServer.minimumTokenLength) or more letters and digits, - or _.")
    }
    var settings = assets.settings(folders)
    settings.overrides = try overrides.overrides()
    settings.curves = try sound.curvesPath()
    settings.duration = try duration.map { try PresetOptions.seconds(ofDuration: $0, curves: settings.curves) }
    settings.loops = loop
    let server: TuningServer
    let address: String
    do {
      server = try TuningServer(
        .init(
          preset: preset, settings: settings, song: sound.sound, arguments: otherArguments, host: host, port: port,
          token: token, threads: threading.threads,
          clock: { Terminal.now }))
      address = try server.start()
    } catch let error as TuningServer.StartFailure {
      throw UsageError(error.description)
    }
    let signals = StopSignals()
    Terminal.printOutput(address)
    // The address is http://HOST:PORT/…, where PORT is the one that the system chose if --port is not given.
    let actualPort = address.split(separator: "/")[1].split(separator: ":").last ?? ""
    Terminal.printError(
      "Tuning \(preset). Control-C ends. From another machine: ssh -L \(actualPort):127.0.0.1:\(actualPort) \(Self.machineName), and the same address there."
    )
    if !leavesBrowserClosed { Self.open(address) }
    var files = WatchedFiles()
    files.note(server.watchedFiles)
    while signals.latest == nil {
      usleep(Self.pollMicroseconds)
      let filesToWatch = server.watchedFiles
      if files.haveSettledChanges() {
        files.note(filesToWatch)
        server.rereadFiles()
      } else if filesToWatch != files.paths {
        files.note(filesToWatch)
      }
    }
    server.stop()
    if let signal = signals.latest, signal != SIGINT { throw ExitCode(ExitStatus.stopped(by: signal)) }
  }

  /// The arguments, besides preset and overrides, that other commands need to draw the same.
  private var otherArguments: [String] {
    let options = [("--sound", sound.sound), ("--curves", sound.curves), ("--duration", duration)]
    return options.flatMap { name, value in value.map { [name, $0] } ?? [] }
      + (loop.map { [$0 ? "--loop" : "--no-loop"] } ?? [])
  }

  /// This machine's name, for others to find it by.
  private static var machineName: String {
    var name = [CChar](repeating: 0, count: 256)
    guard gethostname(&name, name.count - 1) == 0 else { return "HOST" }
    return String(decoding: name.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
  }

  /// Opens the address in the desktop's browser, if there is a desktop.
  private static func open(_ address: String) {
    guard getenv("DISPLAY") != nil || getenv("WAYLAND_DISPLAY") != nil else { return }
    var process = pid_t()
    var arguments: [UnsafeMutablePointer<CChar>?] = [strdup("xdg-open"), strdup(address), nil]
    defer { for argument in arguments { free(argument) } }
    guard posix_spawnp(&process, "xdg-open", nil, nil, &arguments, environ) == 0 else { return }
    // The browser may stay open longer than the server, so its end is not waited for. Ignoring SIGCHLD lets the system clean up then.
    signal(SIGCHLD, SIG_IGN)
  }
}
