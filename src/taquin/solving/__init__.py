"""Who runs a search, and where: the registry, methods, ``solve``, batches of boards, and runs on the native core."""
