"""Operations of several machines: their order and their encryption."""
