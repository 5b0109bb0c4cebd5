"""What a command takes: boards, prompts, options and their checks, completion."""
