"""An agent of openai-agents, with its defaults: it ends a call after five seconds."""

import asyncio
import json
import os
import sys
from pathlib import Path

from agents import Agent, OpenAIResponsesModel, Runner, set_tracing_disabled
from agents.mcp import MCPServerStdio, MCPServerStreamableHttp
from openai import AsyncOpenAI


async def main() -> None:
    set_tracing_disabled(True)
    entry = json.loads(Path("mcp.json").read_text())["mcpServers"]["gatehouse"]
    if "url" in entry:
        server = MCPServerStreamableHttp({"url": entry["url"], "headers": entry.get("headers")})
    else:
        server = MCPServerStdio({"command": entry["command"], "args": entry["args"]})
    client = AsyncOpenAI(base_url=os.environ["MODEL"] + "/v1", api_key="scripted")
    model = OpenAIResponsesModel("scripted", client)
    async with server:
        agent = Agent(name="Agent", model=model, mcp_servers=[server])
        print((await Runner.run(agent, sys.argv[1])).final_output)


asyncio.run(main())
