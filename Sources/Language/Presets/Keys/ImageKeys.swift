import Model

extension Declarations {
  static let picture = Declaration<Picture>(
    "image", "A picture in a box: PNG, JPEG, WebP and what else FFmpeg reads, turned upright as its EXIF data say.",
    first: [
      .clip(
        "file", \.file,
        "Path of the picture, relative to the preset and within its folder, or within a folder named by --assets; of a movie, the first frame."
      )
    ], rows: { Picture(.unread, center: AnimatedPoint(0, 0), size: AnimatedPoint(0, 0)) })
}
