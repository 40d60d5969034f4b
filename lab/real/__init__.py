"""What real sessions leave, held against the labels of careful readers.

A folder holds transcripts (NAME.jsonl), their numbered statements (NAME.statements.json) and index.json; FOLDER.keys.jsonl
beside it has the labels: the notes that a good colleague would write, each with a grade and the statements it rests on.
NAME.txt is the same session for a reader, with one line for each tool call and error.

own/ has twelve sessions that were written for this repository: small tasks with commands that really ran, in twelve
projects of a few files. One person played the user and the agent. The labels were written by another, who knew neither the
rules nor other labels. Nothing is fitted to own/.
"""
