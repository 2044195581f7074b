"""An agent of pydantic-ai, with its defaults."""

import asyncio
import os
import sys

from pydantic_ai import Agent
from pydantic_ai.mcp import load_mcp_toolsets
from pydantic_ai.models.openai import OpenAIChatModel
from pydantic_ai.providers.openai import OpenAIProvider


async def main() -> None:
    provider = OpenAIProvider(base_url=os.environ["MODEL"] + "/v1", api_key="scripted")
    agent = Agent(OpenAIChatModel("scripted", provider=provider), toolsets=load_mcp_toolsets("mcp.json"))
    async with agent:
        print((await agent.run(sys.argv[1])).output)


asyncio.run(main())
