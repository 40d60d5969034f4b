"""A2A 1.0 over JSON-RPC: messages in, tasks out. A task is seen by the token that asked for it, and by no other."""

import asyncio
import contextlib

from recall_cli.domain.errors import UsageError
from recall_cli.domain.json_text import loads
from recall_cli.engines.tables.access.tasks import INPUT_REQUIRED, LAST_NUMBER, SUBMITTED, Task
from recall_cli.serve.a2a import documents
from recall_cli.serve.a2a.runner import RESTING_STATES
from recall_cli.serve.grant import WRITE
from recall_cli.serve.http.lane_names import FIND
from recall_cli.serve.http.messages import HttpError, Response, encode_event, json_response
from recall_cli.serve.http.token_app import grant_of, narrow_arguments
from recall_cli.serve.mcp import protocol
from recall_cli.serve.mcp.protocol import ProtocolError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import AsyncGenerator, Callable
    from typing import Any

    from recall_cli.engines.tables.access.tokens import Token
    from recall_cli.serve.a2a.runner import TaskRunner
    from recall_cli.serve.http.lanes import Lanes
    from recall_cli.serve.http.listener import Exchange
    from recall_cli.serve.http.token_app import TokenApp

    Document = dict[str, Any]

TASK_NOT_FOUND, NOT_CANCELABLE, NO_PUSH, UNSUPPORTED = -32001, -32002, -32003, -32004
NO_EXTENDED_CARD, UNKNOWN_VERSION = -32007, -32009
VERSIONS = ("1.0",)
ANSWER_SECONDS = 30.0
"""How long SendMessage waits for a task to end or to ask."""
POLL_SECONDS = 5.0
"""A stream looks at its task at least so often: another server may work on it."""
MAX_STREAM_SECONDS = 3_600.0
MAX_PAGE, DEFAULT_PAGE = 100, 50
MAX_ID_LETTERS = 200
PUSH_METHODS = frozenset(
    """CreateTaskPushNotificationConfig GetTaskPushNotificationConfig ListTaskPushNotificationConfigs
    DeleteTaskPushNotificationConfig""".split()
)


class A2aEndpoint:
    """Answers the requests of `/a2a`."""

    def __init__(self, lanes: "Lanes", runner: "TaskRunner") -> None:
        self._lanes, self._runner = lanes, runner

    async def answer(self, exchange: "Exchange", token: "Token") -> "tuple[Response | None, str]":
        """The answer to a request, or None if it was sent as a stream; and the method, for the log."""
        request = exchange.request
        if request.method != "POST":
            raise HttpError(405, "messages come by POST", {"Allow": "POST"})
        id_: Any = None
        method = "unreadable"
        try:
            message = _read_message(request.body)
            id_ = protocol.message_id(message)
            method = message["method"] if message["method"] in METHODS else "unknown"
            version = request.headers.get("a2a-version")
            if version is not None and version.strip() not in VERSIONS:
                raise ProtocolError(UNKNOWN_VERSION, f"this agent speaks A2A {', '.join(VERSIONS)}")
            result = await self._call(exchange, token, message, id_)
        except ProtocolError as error:
            return json_response(200, protocol.error_message(id_, error)), method
        except UsageError as error:
            refusal = ProtocolError(protocol.INVALID_PARAMS, error.sentence)
            return json_response(200, protocol.error_message(id_, refusal)), method
        if exchange.is_streaming:
            return None, method
        return json_response(200, {"jsonrpc": "2.0", "id": id_, "result": result}), method

    async def _call(self, exchange: "Exchange", token: "Token", message: "Document", id_: "Any") -> "Any":
        method, params = message["method"], message.get("params") or {}
        if not isinstance(params, dict):
            raise ProtocolError(protocol.INVALID_PARAMS, "the parameters are an object")
        if method in PUSH_METHODS:
            raise ProtocolError(NO_PUSH, "there are no push notifications here: use SubscribeToTask or GetTask")
        if method == "GetExtendedAgentCard":
            raise ProtocolError(NO_EXTENDED_CARD, "there is no extended card")
        if method == "SendMessage":
            return await self._send_message(token, params)
        if method == "SendStreamingMessage":
            task = await self._take_message(token, params)
            if not isinstance(task, dict):
                return await self._stream(exchange, token, task, id_)
            await exchange.start_stream()
            return await exchange.write_event(_event(id_, {"message": task}))
        if method == "GetTask":
            return await self._document(token, await self._find(token, params))
        if method == "ListTasks":
            return await self._in_lane(token, lambda app: _list_tasks(app, token, params))
        if method == "CancelTask":
            return await self._cancel(token, await self._find(token, params))
        if method == "SubscribeToTask":
            task = await self._find(token, params)
            if task.is_over:
                raise ProtocolError(UNSUPPORTED, "this task is over: GetTask shows it")
            return await self._stream(exchange, token, task, id_)
        raise ProtocolError(protocol.METHOD_NOT_FOUND, "there is no such method")

    async def _in_lane(self, token: "Token", work: "Callable[[TokenApp], Any]") -> "Any":
        grant = grant_of(token)

        def run(app: "TokenApp") -> "Any":
            app.refresh()
            app.bind(grant)
            return work(app)

        return await asyncio.wrap_future(self._lanes.submit(FIND, run))

    async def _find(self, token: "Token", params: "Document") -> Task:
        """A task of the token; ProtocolError for any other id."""
        id_ = params.get("id")
        if not isinstance(id_, str) or not 0 < len(id_) <= MAX_ID_LETTERS:
            raise ProtocolError(protocol.INVALID_PARAMS, "id is the id of a task")

        def find(app: "TokenApp") -> "Task | None":
            with app.read_transaction() as tx:
                return tx.tasks.by_id(token.n, id_)

        task = await self._in_lane(token, find)
        if task is None:
            raise ProtocolError(TASK_NOT_FOUND, "there is no such task")
        found: Task = task
        return found

    async def _document(self, token: "Token", task: Task) -> "Any":
        return await self._in_lane(token, lambda app: _task_document(app, task))

    # Messages

    async def _send_message(self, token: "Token", params: "Document") -> "Document":
        """The task of a message, when it has ended or asks something; at once, if the client wants that."""
        task = await self._take_message(token, params)
        if isinstance(task, dict):
            return {"message": task}
        configuration = params.get("configuration")
        at_once = isinstance(configuration, dict) and configuration.get("returnImmediately") is True
        if not at_once:
            task = await self._wait_for_rest(token, task, ANSWER_SECONDS)
        return {"task": await self._document(token, task)}

    async def _take_message(self, token: "Token", params: "Document") -> "Task | Document":
        """The task that a message begins or goes on with; or a message, if it is about nothing that is done here."""
        message = params.get("message")
        if not isinstance(message, dict):
            raise ProtocolError(protocol.INVALID_PARAMS, "message is missing")
        parts = message.get("parts")
        if not (isinstance(parts, list) and parts and all(isinstance(part, dict) for part in parts)):
            raise ProtocolError(protocol.INVALID_PARAMS, "a message has parts")
        names = {name: message.get(name) or "" for name in ("messageId", "taskId", "contextId")}
        if not all(isinstance(name, str) and len(name) <= MAX_ID_LETTERS for name in names.values()):
            raise ProtocolError(protocol.INVALID_PARAMS, "the ids of a message are short texts")
        if names["taskId"]:
            task = await self._find(token, {"id": names["taskId"]})
            number = await self._in_lane(token, lambda app: _resume(app, task, parts))
        else:
            started = await self._in_lane(token, lambda app: _begin(app, token, names, parts))
            if isinstance(started, dict):
                return started
            task, number = started, started.n if started.state == SUBMITTED else None
        if number is not None:
            self._runner.start(token, number, task.id)
        return await self._find(token, {"id": task.id})

    async def _wait_for_rest(self, token: "Token", task: Task, seconds: float) -> Task:
        """The task once it has ended or asks something, or when the time is over."""
        return [state async for state in self._follow(token, task, seconds)][-1]

    async def _follow(self, token: "Token", task: Task, seconds: float) -> "AsyncGenerator[Task]":
        """The task, and again whenever it may have changed, until it rests or the time is over."""
        loop = asyncio.get_running_loop()
        end = loop.time() + seconds
        event = self._runner.follow(task.n)
        event.set()  # it may have changed before
        try:
            yield task
            while task.state not in RESTING_STATES and loop.time() < end:
                with contextlib.suppress(TimeoutError):
                    async with asyncio.timeout(min(POLL_SECONDS, end - loop.time())):
                        await event.wait()
                event.clear()
                task = await self._find(token, {"id": task.id})
                yield task
        finally:
            self._runner.unfollow(task.n, event)

    async def _cancel(self, token: "Token", task: Task) -> "Any":
        if task.is_over or not await self._in_lane(token, lambda app: self._runner.cancel(app, task)):
            raise ProtocolError(NOT_CANCELABLE, f"this task is {task.state} already")
        task = await self._find(token, {"id": task.id})
        return await self._document(token, await self._wait_for_rest(token, task, ANSWER_SECONDS))

    # Streams

    async def _stream(self, exchange: "Exchange", token: "Token", task: Task, id_: "Any") -> None:
        """Send the task, then each change of it, until it ends or asks something."""
        version = None
        async with contextlib.aclosing(self._follow(token, task, MAX_STREAM_SECONDS)) as states:
            async for state in states:
                if exchange.connection.has_ended():
                    return
                if state.version == version:
                    await exchange.write_event(b": still working\n\n")
                    continue
                document = await self._document(token, state)
                if version is None:
                    await exchange.start_stream()
                    await exchange.write_event(_event(id_, {"task": document}))
                else:
                    where = {"taskId": task.id, "contextId": task.context}
                    for artifact in document.get("artifacts", ()):
                        update = {**where, "artifact": artifact, "append": False, "lastChunk": True}
                        await exchange.write_event(_event(id_, {"artifactUpdate": update}))
                    await exchange.write_event(_event(id_, {"statusUpdate": {**where, "status": document["status"]}}))
                version = state.version


METHODS = PUSH_METHODS.union(
    "SendMessage SendStreamingMessage GetTask ListTasks CancelTask SubscribeToTask GetExtendedAgentCard".split()
)
HELP_TEXT = (
    "This agent consolidates memories. Ask with the text consolidate, or with a data part that may have topic, "
    "project and dry_run."
)


def _read_message(body: bytes) -> "Document":
    try:
        message = loads(body.decode("utf-8"))
    except ValueError:
        raise ProtocolError(protocol.PARSE_ERROR, "the body is not JSON") from None
    if not isinstance(message, dict) or message.get("jsonrpc") != "2.0" or not isinstance(message.get("method"), str):
        raise ProtocolError(protocol.INVALID_REQUEST, "this is no request of JSON-RPC 2.0")
    found: Document = message
    return found


def _event(id_: "Any", result: "Document") -> bytes:
    return encode_event({"jsonrpc": "2.0", "id": id_, "result": result})


# In a lane


def _begin(app: "TokenApp", token: "Token", names: "dict[str, str]", parts: "list[Any]") -> "Task | Document":
    """The new task of a message; the same as before, if the message came before."""
    from recall_cli.serve.a2a.consolidation import parse_request

    request = parse_request(parts)
    if request is None:
        return documents.message_document(app.new_id(), [{"text": HELP_TEXT}])
    grant = grant_of(token)
    narrow_arguments(grant, "consolidate_memories", request)
    if WRITE not in grant.rights and not request.get("dry_run"):
        raise UsageError("this token may only read", "dry_run shows what would be merged")
    key = names["messageId"] or None
    with app.write_transaction() as tx:
        known = tx.tasks.by_key(token.n, key) if key is not None else None
        if known is not None:
            return known
        id_ = app.new_id()
        tx.tasks.add(id_, token.n, names["contextId"] or app.new_id(), request, key)
        task = tx.tasks.by_id(token.n, id_)
    assert task is not None, "it was just added"
    return task


def _resume(app: "TokenApp", task: Task, parts: "list[Any]") -> int:
    """Store the answer to the question of a task; its number."""
    from recall_cli.serve.a2a.consolidation import parse_answer

    if task.state != INPUT_REQUIRED:
        raise ProtocolError(UNSUPPORTED, f"this task is {task.state} and asks nothing")
    answer = parse_answer(parts)
    sides = task.progress["question"]["sides"]
    chosen = [side for side in sides if answer["memory"] and side.startswith(answer["memory"])]
    if answer["choice"] == documents.KEEP and len(chosen) != 1:
        raise UsageError("this memory is none of the sides", "the choices name them")
    answer["memory"] = chosen[0] if chosen else ""
    with app.write_transaction() as tx:
        if not tx.tasks.move(task.n, SUBMITTED, {**task.progress, "answer": answer}, allowed=(INPUT_REQUIRED,)):
            raise ProtocolError(UNSUPPORTED, "this question was answered before")
    return task.n


def _task_document(app: "TokenApp", task: Task) -> "Document":
    with app.read_transaction() as tx:
        return documents.task_document(tx, task)


def _list_tasks(app: "TokenApp", token: "Token", params: "Document") -> "Document":
    states = {name: state for state, name in documents.STATE_NAMES.items()}
    size, context, status = (
        params.get("pageSize") or DEFAULT_PAGE,
        params.get("contextId") or None,
        params.get("status"),
    )
    if not isinstance(size, int) or isinstance(size, bool) or not 0 < size <= MAX_PAGE:
        raise UsageError(f"pageSize is 1 to {MAX_PAGE}")
    if context is not None and not isinstance(context, str):
        raise UsageError("contextId is a text")
    if status not in (None, "", "TASK_STATE_UNSPECIFIED") and status not in states:
        raise UsageError("status is a state such as TASK_STATE_COMPLETED")
    page = params.get("pageToken") or str(LAST_NUMBER)
    if not (isinstance(page, str) and page.isascii() and page.isdigit() and len(page) < 20):
        raise UsageError("pageToken comes from the page before")
    state = states.get(str(status))
    with app.read_transaction() as tx:
        found = tx.tasks.all(token.n, size + 1, context=context, state=state, before=int(page))
        with_artifacts = params.get("includeArtifacts") is True
        tasks = [documents.task_document(tx, task, with_artifacts=with_artifacts) for task in found[:size]]
        total = tx.tasks.count(token.n, context=context, state=state)
    more = str(found[size - 1].n) if len(found) > size else ""
    return {"tasks": tasks, "nextPageToken": more, "pageSize": size, "totalSize": total}
