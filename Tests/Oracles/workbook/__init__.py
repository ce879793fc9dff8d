"""LibreOffice as a judge of workbooks."""
