// Helpers that several test targets share.
