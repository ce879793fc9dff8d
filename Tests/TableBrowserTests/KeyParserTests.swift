import TableBrowser
import Testing
