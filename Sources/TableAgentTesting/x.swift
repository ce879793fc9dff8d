import TableAgent
