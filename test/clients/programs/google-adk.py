"""An agent of google-adk, with its defaults: it ends a call after five seconds."""

import asyncio
import json
import sys
from pathlib import Path

from google.adk.agents import LlmAgent
from google.adk.runners import InMemoryRunner
from google.adk.tools.mcp_tool import McpToolset, StdioConnectionParams, StreamableHTTPConnectionParams
from google.genai import types
from mcp import StdioServerParameters


async def main() -> None:
    entry = json.loads(Path("mcp.json").read_text())["mcpServers"]["gatehouse"]
    if "url" in entry:
        connection = StreamableHTTPConnectionParams(url=entry["url"], headers=entry.get("headers"))
    else:
        server = StdioServerParameters(command=entry["command"], args=entry["args"])
        connection = StdioConnectionParams(server_params=server)
    toolset = McpToolset(connection_params=connection)
    agent = LlmAgent(name="agent", model="gemini-2.5-flash", tools=[toolset])
    runner = InMemoryRunner(agent, app_name="agent")
    session = await runner.session_service.create_session(app_name="agent", user_id="user")
    question = types.Content(role="user", parts=[types.Part(text=sys.argv[1])])
    async for event in runner.run_async(user_id="user", session_id=session.id, new_message=question):
        if event.is_final_response() and event.content:
            print("".join(part.text or "" for part in event.content.parts or []))
    await toolset.close()


asyncio.run(main())
