// On Apple platforms, this module of the toolchain adds image attachments to tests.
