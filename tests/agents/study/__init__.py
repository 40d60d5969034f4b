"""A study of repeated failures: a scripted agent repeats a mistake unless the lesson reaches it before it decides."""
