"""Error texts of many programs, each with the fingerprint worked out by hand."""

ERROR_TEXTS: "tuple[tuple[str, str], ...]" = (
    # Python
    (
        "Traceback (most recent call last):\n"
        '  File "/home/ada/shop/app.py", line 12, in <module>\n    run()\n'
        '  File "/home/ada/shop/db.py", line 40, in run\n    return row["user_id"]\n'
        "KeyError: 'user_id'\n",
        "KeyError: 'user_id'",
    ),
    ("KeyError: 'User_ID'", "KeyError: 'User_ID'"),
    ("ModuleNotFoundError: No module named 'yaml'", "ModuleNotFoundError: No module named 'yaml'"),
    ("ModuleNotFoundError: No module named 'cv2'", "ModuleNotFoundError: No module named 'cv2'"),
    ("ModuleNotFoundError: No module named 'cv3'", "ModuleNotFoundError: No module named 'cv3'"),
    (
        "ImportError: cannot import name 'soft_unicode' from 'markupsafe' (/usr/lib/python3/markupsafe/__init__.py)",
        "ImportError: cannot import name 'soft_unicode' from 'markupsafe' (__init__.py)",
    ),
    (
        "sqlalchemy.exc.TimeoutError: QueuePool limit of size 5 overflow 10 reached, connection timed out, timeout 30.00",
        "TimeoutError: QueuePool limit of size # overflow # reached, connection timed out, timeout #",
    ),
    (
        'psycopg2.errors.UndefinedTable: relation "users" does not exist\nLINE 1: select * from users',
        'UndefinedTable: relation "users" does not exist',
    ),
    (
        'psycopg2.errors.UndefinedTable: relation "orders" does not exist\nLINE 1: select * from orders',
        'UndefinedTable: relation "orders" does not exist',
    ),
    (
        "requests.exceptions.HTTPError: 403 Client Error: Forbidden for url: https://api.acme.com/v1/items/123",
        "HTTPError: 403 Client Error: Forbidden for url: api.acme.com",
    ),
    (
        "requests.exceptions.HTTPError: 500 Server Error: Oops for url: https://api.acme.com/v1/items/77",
        "HTTPError: 500 Server Error: Oops for url: api.acme.com",
    ),
    (
        "TypeError: unsupported operand type(s) for +: 'int' and 'str'",
        "TypeError: unsupported operand type(s) for +: 'int' and 'str'",
    ),
    (
        "AttributeError: 'NoneType' object has no attribute 'split'",
        "AttributeError: 'NoneType' object has no attribute 'split'",
    ),
    (
        "UnicodeDecodeError: 'utf-8' codec can't decode byte 0xff in position 12: invalid start byte",
        "UnicodeDecodeError: 'utf-8' codec can't decode byte # in position #: invalid start byte",
    ),
    (
        "FileNotFoundError: [Errno 2] No such file or directory: '/tmp/build-81723/config.toml'",
        "FileNotFoundError: [Errno 2] No such file or directory: 'config.toml'",
    ),
    (
        "asyncio.exceptions.InvalidStateError: <Future at 0x7f3a12bc cb=[<Task 0x7f3a>]> is not done",
        "InvalidStateError: <Future at # cb=[<Task #>]> is not done",
    ),
    # pytest
    (
        "FAILED tests/test_auth.py::test_login[chrome-1] - AssertionError: assert 401 == 200",
        "AssertionError: test_login: assert # == #",
    ),
    (
        "FAILED tests/test_auth.py::test_logout - AssertionError: assert 401 == 200",
        "AssertionError: test_logout: assert # == #",
    ),
    (
        "ERROR tests/test_db.py - ModuleNotFoundError: No module named 'asyncpg'",
        "ModuleNotFoundError: No module named 'asyncpg'",
    ),
    ("E   fixture 'client' not found", "fixture 'client' not found"),
    # Node, npm, TypeScript
    (
        "Error: connect ECONNREFUSED 127.0.0.1:5432\n    at TCPConnectWrap.afterConnect (node:net:1555:16)",
        "Error: connect ECONNREFUSED #:5432",
    ),
    ("Error: connect ECONNREFUSED 127.0.0.1:6379", "Error: connect ECONNREFUSED #:6379"),
    ("Error: Cannot find module '/home/ada/shop/dist/index.js'", "Error: Cannot find module 'index.js'"),
    ("Error: Cannot find module 'express'", "Error: Cannot find module 'express'"),
    (
        "TypeError: Cannot read properties of undefined (reading 'map')\n    at App (/src/App.jsx:12:5)",
        "TypeError: Cannot read properties of undefined (reading 'map')",
    ),
    (
        "TypeError: Cannot read properties of undefined (reading 'length')",
        "TypeError: Cannot read properties of undefined (reading 'length')",
    ),
    (
        "Error [ERR_REQUIRE_ESM]: require() of ES Module /app/node_modules/chalk/source/index.js not supported",
        "Error: [ERR_REQUIRE_ESM] require() of ES Module index.js not supported",
    ),
    (
        "Error: listen EADDRINUSE: address already in use :::3000",
        "Error: listen EADDRINUSE: address already in use #:3000",
    ),
    (
        "npm ERR! code ERESOLVE\nnpm ERR! ERESOLVE unable to resolve dependency tree\n"
        "npm ERR! A complete log of this run can be found in: /root/.npm/_logs/2026-03-02T10_11_12_345Z-debug-0.log",
        "npm: ERESOLVE unable to resolve dependency tree",
    ),
    ('npm error Missing script: "dev"', 'npm: Missing script: "dev"'),
    ('npm error Missing script: "build"', 'npm: Missing script: "build"'),
    (
        "src/a.ts(3,5): error TS2345: Argument of type 'string' is not assignable to parameter of type 'number'.",
        "TS2345: Argument of type 'string' is not assignable to parameter of type 'number'.",
    ),
    (
        "src/b.ts:3:5 - error TS2322: Type 'string' is not assignable to type 'number'.",
        "TS2322: Type 'string' is not assignable to type 'number'.",
    ),
    # Rust
    (
        "error[E0502]: cannot borrow `x` as mutable because it is also borrowed as immutable\n --> src/main.rs:5:3\n"
        'error: could not compile `shop` (bin "shop") due to 1 previous error',
        "E0502: cannot borrow `x` as mutable because it is also borrowed as immutable",
    ),
    (
        "error[E0499]: cannot borrow `x` as mutable more than once at a time",
        "E0499: cannot borrow `x` as mutable more than once at a time",
    ),
    (
        "thread 'main' panicked at src/main.rs:10:5:\nindex out of bounds: the len is 3 but the index is 7",
        "panic: main.rs: index out of bounds: the len is # but the index is #",
    ),
    (
        "thread 'main' panicked at 'called `Option::unwrap()` on a `None` value', src/lib.rs:4:9",
        "panic: lib.rs: called `Option::unwrap()` on a `None` value",
    ),
    # Go
    (
        "panic: runtime error: index out of range [5] with length 3\n\ngoroutine 1 [running]:",
        "panic: runtime error: index out of range [#] with length #",
    ),
    ("panic: assignment to entry in nil map", "panic: assignment to entry in nil map"),
    ("./main.go:12:5: undefined: parseConfig", "go: undefined: parseConfig"),
    ("./main.go:14:2: undefined: loadConfig", "go: undefined: loadConfig"),
    ("--- FAIL: TestCheckout (0.03s)\n    cart_test.go:22: got 3 want 4", "FAIL: TestCheckout"),
    # Java, C#
    (
        'Exception in thread "main" java.lang.NullPointerException: Cannot invoke "String.length()" because "<local1>" is null\n'
        "\tat Main.main(Main.java:5)",
        'NullPointerException: Cannot invoke "String.length()" because "<local1>" is null',
    ),
    (
        "Caused by: java.sql.SQLException: Access denied for user 'root'@'172.17.0.3' (using password: YES)",
        "SQLException: Access denied for user 'root'@'#' (using password: YES)",
    ),
    (
        "Foo.java:12: error: cannot find symbol\n    Bar b;\n  symbol:   class Bar",
        "error: cannot find symbol class Bar",
    ),
    (
        "Foo.java:19: error: cannot find symbol\n    Baz b;\n  symbol:   class Baz",
        "error: cannot find symbol class Baz",
    ),
    (
        "Unhandled exception. System.InvalidOperationException: Sequence contains no elements",
        "InvalidOperationException: Sequence contains no elements",
    ),
    # C
    (
        "a.c:3:5: error: 'x' undeclared (first use in this function)",
        "error: 'x' undeclared (first use in this function)",
    ),
    ("b.c:1:10: fatal error: zlib.h: No such file or directory", "error: zlib.h: No such file or directory"),
    (
        "/usr/bin/ld: /tmp/ccA1b2c3.o: in function `main':\na.c:(.text+0x10): undefined reference to `deflate'\n"
        "collect2: error: ld returned 1 exit status",
        "ld: undefined reference to `deflate'",
    ),
    # Ruby, PHP
    (
        "app.rb:3:in `total': undefined method `price' for nil:NilClass (NoMethodError)",
        "NoMethodError: undefined method `price' for nil:NilClass",
    ),
    (
        "PHP Fatal error:  Uncaught Error: Call to undefined function foo() in /var/www/x.php:3",
        "Fatal error: Uncaught Error: Call to undefined function foo() in x.php",
    ),
    # shells, git, docker, databases, make
    ("bash: line 1: terraform: command not found", "terraform: command not found"),
    ("/bin/sh: 1: jq: not found", "jq: not found"),
    ("cat: /srv/data-2031/nope.txt: No such file or directory", "cat: nope.txt: No such file or directory"),
    (
        "fatal: not a git repository (or any of the parent directories): .git",
        "fatal: not a git repository (or any of the parent directories): .git",
    ),
    ("error: failed to push some refs to 'github.com:acme/shop.git'", "failed to push some refs to 'shop.git'"),
    (
        "docker: Error response from daemon: Bind for 0.0.0.0:8080 failed: port is already allocated.",
        "docker: Error response from daemon: Bind for #:8080 failed: port is already allocated.",
    ),
    ('ERROR:  relation "carts" does not exist at character 15', 'relation "carts" does not exist at character #'),
    ("ORA-00942: table or view does not exist", "ORA-00942: table or view does not exist"),
    ("make: *** [Makefile:3: all] Error 2", "make: all"),
    ("Segmentation fault (core dumped)", "Segmentation fault (core dumped)"),
    # logs
    (
        "2026-03-01T10:00:00Z ERROR [worker-12] Redis timed out after 5003ms (request 8f3a9c1d2e)",
        "Redis timed out after #ms (request #)",
    ),
)

SAME_ERRORS: "tuple[tuple[str, str], ...]" = (
    ("KeyError: 'user_id'", "Traceback (most recent call last):\n  File \"a.py\", line 3, in f\nKeyError: 'user_id'"),
    ("Error: connect ECONNREFUSED 127.0.0.1:5432", "Error: connect ECONNREFUSED ::1:5432"),
    (
        "FileNotFoundError: [Errno 2] No such file or directory: '/tmp/a1/config.toml'",
        "FileNotFoundError: [Errno 2] No such file or directory: '/home/bob/x/config.toml'",
    ),
    (
        "thread 'main' panicked at src/main.rs:10:5:\nindex out of bounds: the len is 3 but the index is 7",
        "thread 'worker' panicked at src/main.rs:88:1:\nindex out of bounds: the len is 0 but the index is 0",
    ),
    (
        "2026-03-01 10:00:00,123 ERROR Lock 7f0c2d9a1b is held by pid 4312",
        "2026-11-22 23:59:59,001 ERROR Lock a81bc81b9e is held by pid 77",
    ),
    (
        "TimeoutError: job 550e8400-e29b-41d4-a716-446655440000 took 31.2 s",
        "TimeoutError: job 123e4567-e89b-12d3-a456-426614174000 took 45 s",
    ),
    ("\x1b[31mError: Cannot find module 'express'\x1b[0m", "Error: Cannot find module 'express'"),
    ("./main.go:12:5: undefined: foo", "./main.go:200:51: undefined: foo"),
    ("a.ts(3,5): error TS2304: Cannot find name 'x'.", "src/a.ts:10:2 - error TS2304: Cannot find name 'x'."),
)
"""Pairs of texts that report one error."""

NO_ERRORS = (
    "", "all good", "3 passed in 0.2s", "Compiling shop v0.1.0\nFinished dev in 2.1s", "error handling is in errors.py",
    "0 errors, 0 warnings", "The cat sat on the mat.", "src/errors.py\nsrc/error_pages.py",
)  # fmt: skip
"""Outputs that report no error."""
