"""What real sessions leave, held against the labels of careful readers.

A folder holds transcripts (NAME.jsonl), their numbered statements (NAME.statements.json) and index.json; FOLDER.keys.jsonl
beside it has the labels: the notes that a good colleague would write, each with a grade and the statements it rests on.
"""
