"""`recall list --browse`: a full-screen list of memories that is filtered while you type.

- `keys.py` turns the bytes of a terminal into names of keys;
- `line_editor.py` is the line of words;
- `browsing.py` is the state: the memories, the words typed so far, the selection; and what each key does to it;
- `drawing.py` turns the state into lines of a screen;
- `terminal.py` switches the terminal over and back;
- `session.py` connects them, and lets the usual commands do what a key asks for.
"""
