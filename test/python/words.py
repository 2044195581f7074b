"""An MCP server in Python for the tests: `words.py sse|streamable-http`. It prints its port, and ends with its stdin."""

import os
import socket
import sys
import threading

import uvicorn
from mcp.server import MCPServer
from mcp.types import ToolAnnotations

server = MCPServer("words")


@server.tool(annotations=ToolAnnotations(read_only_hint=True))
def count(text: str) -> int:
    """Counts the words of a text."""
    return len(text.split())


@server.resource("words://greeting")
def greeting() -> str:
    """Says hello."""
    return "你好, world"


@server.prompt()
def summary(text: str) -> str:
    """Asks for a summary."""
    return f"Sum this up: {text}"


apps = {"sse": server.sse_app, "streamable-http": server.streamable_http_app}
listener = socket.create_server(("127.0.0.1", 0))
print(listener.getsockname()[1], flush=True)
threading.Thread(target=lambda: (sys.stdin.read(), os._exit(0)), daemon=True).start()
uvicorn.Server(uvicorn.Config(apps[sys.argv[1]](), log_level="error")).run(sockets=[listener])
