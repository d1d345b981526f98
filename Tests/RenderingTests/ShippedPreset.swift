import Model
import Motes

/// Loads a preset of the repository at a small size, by its name or by a JSON file's path from the folder Presets.
func shippedScene(_ name: String, width: Int = 320, height: Int = 180) throws -> Scene {
  let repository = #filePath.split(separator: "/").dropLast(3).map { "/" + $0 }.joined()
  var settings = PresetSettings(folders: [repository + "/Presets"])
  settings.size = .pixels(width: width, height: height)
  settings.assetLoader = .files
  let isFile = name.hasSuffix(".json")
  return try Preset.load(isFile ? repository + "/Presets/" + name : name, settings).scene
}
