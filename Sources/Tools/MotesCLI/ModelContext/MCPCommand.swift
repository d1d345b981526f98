import ArgumentParser
import Glibc
import JSON
import Motes

struct MCPCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "mcp",
    abstract: "Serve language models: a server of the Model Context Protocol (MCP) on standard input and output.",
    discussion: """
      A client, such as an editor or an assistant with a language model, starts this command and sends it JSON-RPC messages, one on each line. \
      The tools are \(ContextTool.all.map(\.name).joined(separator: ", ")). Presets and clips are read in the working folder and below it, \
      besides the shipped presets; movies are written there, and replace no file that this server did not write. \
      Only messages go to standard output.

        { "mcpServers": { "motes": { "command": "motes", "args": ["mcp", "--folder", "/home/me/films"] } } }

      motes help --teach prints what the tool teach tells.
      """)

  @Option(
    help: ArgumentHelp("The working folder, in place of the one in which the command is started.", valueName: "folder"))
  var folder: String?

  @OptionGroup var folders: PresetFolders

  func run() throws {
    // Presets are read and movies are written relative to the working folder of the process.
    let presets = folders.presets.flatMap(resolvedPath)
    if let folder, chdir(folder) != 0 {
      throw UsageError("--folder \(folder): \(String(cString: strerror(errno))).")
    }
    var folders = folders
    folders.presets = presets
    let workplace = try ContextWorkplace(folders: folders)
    if isatty(STDIN_FILENO) == 1 {
      Terminal.printError(
        "motes: waiting for messages of a client, one on each line. motes help mcp tells more; Control-D ends.")
    }
    let signals = StopSignals()
    var server = ContextServer(
      workplace: workplace, signals: signals,
      write: ProtocolOutput.write)
    server.run(reading: STDIN_FILENO)
    if let signal = signals.latest { throw ExitCode(ExitStatus.stopped(by: signal)) }
  }
}
