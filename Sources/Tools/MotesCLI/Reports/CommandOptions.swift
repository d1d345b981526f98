import ArgumentParser
import JSON
import Motes
import Presets

/// The options of all commands, as the argument parser describes them to tools.
enum CommandOptions {
  private struct Tool: Decodable {
    let command: Command
  }

  private struct Command: Decodable {
    let commandName: String
    let subcommands: [Command]?
    let arguments: [Argument]?
  }

  private struct Argument: Decodable {
    let kind: String
    let shouldDisplay: Bool
    let abstract: String?
    let valueName: String?
    let names: [Name]?
  }

  private struct Name: Decodable {
    let kind: String
    let name: String
  }

  /// Every option once, with the commands that have it; one that means something else in another command is another one.
  static var all: [CommandOption] {
    var reader = JSONReader(Array(MotesCommand._dumpHelp().utf8), source: 0)
    guard let node = reader.read(), let tool = try? node.decoded(as: Tool.self) else { return [] }
    var options: [CommandOption] = []
    var places: [String: Int] = [:]
    for command in tool.command.subcommands ?? [] {
      for argument in command.arguments ?? [] where argument.kind != "positional" && argument.shouldDisplay {
        guard let name = argument.names?.first(where: { $0.kind == "long" })?.name, name != "help", name != "version"
        else { continue }
        let about = argument.abstract ?? ""
        if let place = places[name + about] {
          options[place].commands.append(command.commandName)
          continue
        }
        places[name + about] = options.count
        let value = argument.kind == "option" ? argument.valueName.map { " <\($0)>" } ?? "" : ""
        options.append(
          CommandOption(name: name, usage: "--\(name)\(value)", about: about, commands: [command.commandName]))
      }
    }
    return options
  }
}
