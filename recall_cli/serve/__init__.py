"""recall as a server: the tools for models, shared by `recall mcp` and `recall serve`.

How to call a tool, on any transport:

    app = ServedApp(grant, {"db": None})              # served_app.py: an App whose caller is always an agent
    session = Session(app=app, grant=grant, …)        # session.py: one caller, and where they work
    for tool in tools_for(grant): tool.as_document()
    result = call_tool(session, name, arguments)      # calls.py: never raises for bad input or a store's trouble
    result.text, result.is_error
    result.after()                                    # once the answer is sent: counts the uses

- `grant.Grant` is what a caller may do: user, agent, clearance, topics, and rights (READ, WRITE, ERASE, AUDIT). It
  comes from a token, or for `recall mcp` from its options and settings. No tool takes a user. An argument can narrow
  the view of a grant, never widen it. `find_tool(grant, name)` and `tools_for(grant)` hide tools without the right.
- `ServedApp(grant, flags)` has the grant's view in every transaction that a flow opens. It serves one call at a time;
  a server with threads needs one for each thread and grant. `app.refresh()` before a call notices changed settings and
  a moved, replaced or upgraded store; `call_tool` does this itself.
- `Session(app, grant, folder=, project=, agent_session=)`: `folder` is the caller's folder on this machine, or None if
  they work elsewhere. Then tools read all projects of the view and write without a project, unless an argument names
  one. The server's own folder is never used.
- `call_tool(session, name, arguments, progress=None, cancelled=None)`: `progress(done, total, message)` is called
  during long work; when `cancelled()` is true at such a moment, the work is rolled back and CallCancelled is raised.
- `ToolResult.text` is for the model: memories stand in the fence that marks them as data. An error is one line with a
  hint, and `error_code` for programs. `log` has an unexpected error's details.
- `catalogue.py` lists the tools as plain data, with the dotted name of each handler; `texts.py` has the
  instructions, prompts and resources. `text_check.check_texts(extra)` checks every text that a server sends
  and raises PoisonedText with the name and the reason; add your own texts (the agent card) as `extra`.
- `background.start_reading(app)` starts the worker that reads what store_memory put down; it returns at once.
  `result.after` of store_memory does this; a Session with another `start_reading=` puts it off until things are quiet.
"""
