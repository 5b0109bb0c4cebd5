"""Worker processes that search for the server: the protocol, the processes, and the tasks they do."""
