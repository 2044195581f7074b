"""A small agent with the client of fastmcp, which has no model of its own. Without a key it signs in by OAuth."""

import asyncio
import json
import os
import sys
from pathlib import Path

import httpx2
from fastmcp import Client
from fastmcp.client.auth import OAuth
from key_value.aio.stores.filetree import FileTreeStore, FileTreeV1KeySanitizationStrategy


def client() -> Client:
    entry = json.loads(Path("mcp.json").read_text())["mcpServers"]["gatehouse"]
    if "url" in entry and "headers" not in entry:
        folder = Path("tokens").absolute()
        folder.mkdir(exist_ok=True)
        # Its keys are addresses.
        names = FileTreeV1KeySanitizationStrategy(folder)
        tokens = FileTreeStore(data_directory=folder, key_sanitization_strategy=names)
        return Client(entry["url"], auth=OAuth(token_storage=tokens))
    return Client({"mcpServers": {"gatehouse": entry}})


def as_function(tool) -> dict:
    return {
        "type": "function",
        "function": {"name": tool.name, "description": tool.description, "parameters": tool.input_schema},
    }


async def main() -> None:
    messages = [{"role": "user", "content": sys.argv[1]}]
    async with client() as gatehouse, httpx2.AsyncClient(timeout=None) as model:
        while True:
            tools = [as_function(tool) for tool in await gatehouse.list_tools()]
            request = {"model": "scripted", "messages": messages, "tools": tools}
            answer = await model.post(os.environ["MODEL"] + "/v1/chat/completions", json=request)
            message = answer.json()["choices"][0]["message"]
            messages.append(message)
            if not message.get("tool_calls"):
                print(message["content"])
                return
            for call in message["tool_calls"]:
                given = json.loads(call["function"]["arguments"])
                result = await gatehouse.call_tool(call["function"]["name"], given, raise_on_error=False)
                text = "\n".join(block.text for block in result.content if block.type == "text")
                messages.append({"role": "tool", "tool_call_id": call["id"], "content": text})


asyncio.run(main())
