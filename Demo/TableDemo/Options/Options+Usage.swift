extension Options {
    /// The help text, at most 80 columns wide.
    static let usage = """
        Shows a table: a file of business data, or a ledger that is built in. Or shows
        what changed between two versions of a file.

        Usage: TableDemo [FILE | -] [OPTIONS]
               TableDemo OLD --compare NEW --key COLUMN [OPTIONS]

          FILE                 the data to show; - reads standard input
          --from FORMAT        csv, tsv, json or jsonl; found by the file if left out
          --to FORMAT          text (default), markdown, html, csv, tsv, json or jsonl
          --compare NEW        what changed from FILE to NEW, as text or json; - reads
                               standard input
          --key COLUMN         the column that tells the rows of both files apart
          --group-by COLUMN    a section for each value of the column
          --sum COLUMN         adds up the column in each section; can be given more
                               than once; csv, tsv and jsonl hold rows only, without
                               the sums
          --columns A,B,C      the columns to show or compare, in this order;
                               write \\, for a comma in a name
          --width N            columns of the terminal to use; if left out, those of
                               the terminal, or no limit for a file or pipe
          --border NAME        none, ascii, light, rounded, heavy, double or markdown
          --overflow HOW       what becomes of text wider than its column: wrap
                               (default) or cut
          --narrow HOW         what becomes of a table wider than the terminal: stack
                               (default; cells below each other), drop (columns from
                               the right) or squeeze
          --color WHEN         auto (default), always or never
          --output FILE        writes to the file instead of standard output
          --help               shows this text

        Examples:

          TableDemo orders.csv --group-by Region --sum Amount
          TableDemo orders.json --columns Customer,Amount --to html --output orders.html
          TableDemo may.csv --compare june.csv --key Order
          gunzip -c orders.csv.gz | TableDemo - --to markdown

        The exit status is 0 on success, 1 if the input cannot be read as a table or the
        output cannot be written, and 2 if the command line is wrong. An output file is
        replaced only by a complete one.

        """
}
