import Foundation
import Motes
import Presets

/// Loads a preset from its text.
func load(_ text: String, _ settings: PresetSettings = PresetSettings(), named name: String = "x.json")
  throws(PresetError)
  -> Preset
{
  try Preset.load(text: Array(text.utf8), named: name, settings)
}

/// Returns the descriptions of all issues of a preset's text; none if it can be loaded.
func issues(_ text: String, _ settings: PresetSettings = PresetSettings()) -> [String] {
  do throws(PresetError) {
    _ = try load(text, settings)
    return []
  } catch {
    return error.issues.map(\.description)
  }
}

/// Returns the issues of a preset without other mistakes whose only cell is `cell`; the cell begins line 2.
func cellIssues(_ cell: String) -> [String] {
  issues(
    """
    { "layers": [ { "name": "near", "emitter": { "cells": [
    \(cell)
    ] } } ] }
    """)
}

/// A folder that is deleted when this object is.
final class TemporaryFolder {
  let path: String

  init() throws {
    path = FileManager.default.temporaryDirectory.appendingPathComponent("motes-presets-\(UUID().uuidString)").path
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  /// Writes a file and returns its path.
  func write(_ name: String, _ text: String) throws -> String {
    let url = URL(fileURLWithPath: path).appendingPathComponent(name)
    try FileManager.default.createDirectory(at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(text.utf8).write(to: url)
    return url.path
  }
}

/// Returns settings with the assignments of `--set`, such as `rate=3`.
func set(_ assignments: String...) -> PresetSettings {
  PresetSettings(overrides: assignments.compactMap { PresetSettings.Override($0) })
}
