import Presets

/// What one preset can be made of: a file, or options that were found in a script.
package struct ImportSource {
  var document: SourceDocument
  package var format: ImportFormat
  /// What was found in a script and where, in words; nil for a file that is not a script.
  package var found: String?
  /// What tells this source from the others of its file, for the preset's name; nil if there are no others.
  package var suffix: String?
  /// Lines of the report about what was found.
  var lines: [ImportReport.Line] = []

  init(
    document: SourceDocument, format: ImportFormat, found: String? = nil, suffix: String? = nil,
    lines: [ImportReport.Line] = []
  ) {
    (self.document, self.format, self.found, self.suffix, self.lines) = (document, format, found, suffix, lines)
  }
}
