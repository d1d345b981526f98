import ArgumentParser
import Glibc
import JSON
import Motes

struct SchemaCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "schema", abstract: "Print the JSON Schema (2020-12) of presets, for editors and validators.",
    discussion: """
      An editor that knows JSON Schema completes keys and names while you type, explains them, and underlines mistakes. \
      `motes new NAME --schema` writes the schema beside a new preset, which then names it; --install puts it where all \
      presets of this machine can find it.
      """)

  @Flag(help: "Print the reference of all keys as Markdown instead.")
  var reference = false

  @Flag(help: "Write the schema to motes/motes.schema.json in $XDG_DATA_HOME (~/.local/share), and tell how to use it.")
  var install = false

  func validate() throws {
    guard !(reference && install) else { throw ValidationError("--reference and --install cannot be combined.") }
  }

  func run() throws {
    guard install else {
      return Terminal.write(reference ? Reference.markdown() : JSONSchema.json(), to: STDOUT_FILENO)
    }
    let path = try SchemaFile.installedPath()
    try SchemaFile.write(to: path, makingFolders: true)
    let address = SchemaFile.fileURL(of: path)
    Terminal.printOutput(
      """
      \(path): written.

      A preset names it in its first key:
        "$schema": \(JSONWriter.quoted(address)),

      Or for all presets of a folder, in Visual Studio Code's settings.json:
        "json.schemas": [{ "fileMatch": ["presets/*.json"], "url": \(JSONWriter.quoted(address)) }]

      motes new writes that line by itself.
      """)
  }
}
