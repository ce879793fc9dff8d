"""Independent programs that check the library's output; see README.md."""
