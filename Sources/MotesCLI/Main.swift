import ArgumentParser

@main
struct MotesCommand: ParsableCommand {
  static let configuration = CommandConfiguration(commandName: "motes")
}
