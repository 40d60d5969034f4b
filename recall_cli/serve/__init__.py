"""recall as a server: the tools for models, shared by `recall mcp` and `recall serve`.

How to call a tool, on any transport:

    app = ServedApp(grant, {"db": None})              # served_app.py: an App whose caller is always an agent
    session = Session(app=app, grant=grant, …)        # session.py: one caller, and where they work
    for tool in tools_for(grant): tool.as_document()  # catalogue.py: every tool as plain data
    result = call_tool(session, name, arguments)      # calls.py: never raises for bad input or a store's trouble
    result.text, result.is_error                      # memories stand in the fence that marks them as data
    result.after()                                    # once the answer is sent: counts the uses

No tool takes a user: a `Grant` says who calls and what they may do, and an argument only narrows it. An App serves one
call at a time, so a server with threads needs one for each. The server's own folder is never used. Every text that is
sent passes `text_check.check_texts` before the server starts.
"""
