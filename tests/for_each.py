"""Many cases in one test: for lists of texts, files or statements, where a test for each would cost more than it does."""

import functools
import inspect
from collections.abc import Callable, Iterable
from typing import Any

import pytest

MAX_SHOWN = 20
"""Failing cases that are shown in full."""


def for_each(
    names: str, cases: Iterable[Any], ids: Callable[[Any], str] = repr
) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """Like `pytest.mark.parametrize`, but one test that tries every case and names all that fail.

    The cases of one test share its fixtures: a test that changes a store or a file needs `parametrize`.
    """
    parameters = [name.strip() for name in names.split(",")]
    every_case = [case if len(parameters) > 1 else (case,) for case in cases]
    assert every_case, "no cases: the test would pass without a check"

    def one_test(check: Callable[..., None]) -> Callable[..., None]:
        signature = inspect.signature(check)

        @functools.wraps(check)
        def check_every_case(**fixtures: Any) -> None:
            failures = []
            for case in every_case:
                try:
                    check(**dict(zip(parameters, case, strict=True)), **fixtures)
                except Exception as error:
                    name = ids(case[0]) if len(case) == 1 else ", ".join(map(ids, case))
                    failures.append(f"{name}: {type(error).__name__}: {error}")
            if failures:
                shown = "\n\n".join(failures[:MAX_SHOWN])
                pytest.fail(f"{len(failures)} of {len(every_case)} cases fail:\n\n{shown}", pytrace=False)

        others = [one for name, one in signature.parameters.items() if name not in parameters]
        check_every_case.__signature__ = signature.replace(parameters=others)  # type: ignore[attr-defined]  # pytest reads it
        return check_every_case

    return one_test
