// What the toolchain has here on Apple platforms are attachments of pictures to tests.
