import Foundation
import Presets

/// Reads a preset's text; the first line of a multi-line literal is line 1.
func load(_ text: String, _ settings: PresetSettings = PresetSettings(), named name: String = "x.json")
  throws(PresetError)
  -> Preset
{
  try Preset.load(text: Array(text.utf8), named: name, settings)
}

/// The printed issues of a text, or nothing if it reads well.
func issues(_ text: String, _ settings: PresetSettings = PresetSettings()) -> [String] {
  do throws(PresetError) {
    _ = try load(text, settings)
    return []
  } catch {
    return error.issues.map(\.description)
  }
}

/// The issues of a cell's text inside of an otherwise good preset; positions are those of line 2.
func cellIssues(_ cell: String) -> [String] {
  issues(
    """
    { "layers": [ { "name": "near", "emitter": { "cells": [
    \(cell)
    ] } } ] }
    """)
}

/// A folder that goes away with its owner.
final class TemporaryFolder {
  let path: String

  init() throws {
    path = FileManager.default.temporaryDirectory.appendingPathComponent("motes-presets-\(UUID().uuidString)").path
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  func write(_ name: String, _ text: String) throws -> String {
    let url = URL(fileURLWithPath: path).appendingPathComponent(name)
    try FileManager.default.createDirectory(at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(text.utf8).write(to: url)
    return url.path
  }
}

func set(_ assignments: String...) -> PresetSettings {
  PresetSettings(overrides: assignments.compactMap { PresetSettings.Override($0) })
}
