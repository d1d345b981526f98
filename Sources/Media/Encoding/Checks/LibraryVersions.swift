import CFFmpeg

/// FFmpeg's libraries on this machine.
package enum LibraryVersions {
  /// Names and versions of the libraries that read and write files: "libavcodec" "59.37.100".
  package static var all: [(name: String, version: String)] {
    [
      ("libavcodec", avcodec_version()), ("libavformat", avformat_version()), ("libavutil", avutil_version()),
      ("libswscale", swscale_version()),
    ]
    .map { ($0.0, "\($0.1 >> 16).\($0.1 >> 8 & 255).\($0.1 & 255)") }
  }

  /// FFmpeg's own version: "5.1.9-0+deb12u1".
  package static var release: String { String(cString: av_version_info()) }
}
