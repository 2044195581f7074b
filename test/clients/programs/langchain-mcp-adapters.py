"""An agent of LangChain, with the defaults of langchain-mcp-adapters: each call has a session of its own."""

import asyncio
import json
import os
import sys
from pathlib import Path

from langchain.agents import create_agent
from langchain_mcp_adapters.client import MultiServerMCPClient
from langchain_openai import ChatOpenAI


async def main() -> None:
    entry = json.loads(Path("mcp.json").read_text())["mcpServers"]["gatehouse"]
    if "url" in entry:
        connection = {"transport": "streamable_http", "url": entry["url"], "headers": entry.get("headers")}
    else:
        connection = {"transport": "stdio", "command": entry["command"], "args": entry["args"]}
    tools = await MultiServerMCPClient({"gatehouse": connection}).get_tools()
    model = ChatOpenAI(model="scripted", base_url=os.environ["MODEL"] + "/v1", api_key="scripted")
    answer = await create_agent(model, tools).ainvoke({"messages": [{"role": "user", "content": sys.argv[1]}]})
    print(answer["messages"][-1].text)


asyncio.run(main())
