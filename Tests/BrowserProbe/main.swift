import TableBrowser
print("probe")
