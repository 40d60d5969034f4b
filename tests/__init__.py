"""Tests mirror the code; each docstring is the promise that its test keeps."""
