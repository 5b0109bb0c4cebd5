"""One file of forms for each unit of the course, with the name of the unit's key."""
