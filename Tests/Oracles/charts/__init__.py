"""A browser that judges the charts of pages; see ../README.md."""
