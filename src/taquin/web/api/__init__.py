"""The API: functions from the body of a request to the bytes of a response, or to a job for a worker."""
