"""One file of forms for each unit of the course."""
