#!/bin/sh
# PrairieLearn: the entrypoint of an external grader, with homework.toml in the question's folder tests/. The image has
# Python, Taquin, bubblewrap and the compilers that the students need; info.json has this file as its entrypoint.
mkdir -p /grade/results
taquin judge --assignment /grade/tests/homework.toml /grade/student -o /grade/marks
test -f /grade/marks/student.prairielearn.json || exit 1
cp /grade/marks/student.prairielearn.json /grade/results/results.json
