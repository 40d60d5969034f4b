"""Words: frozen records, errors and the few formats everything speaks."""
