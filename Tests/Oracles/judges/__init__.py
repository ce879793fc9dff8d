"""Independent programs that judge what the library writes; see README.md."""
