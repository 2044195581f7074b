import type { AiClient } from './client.js'
import { claudeCode } from './programs/claude-code.js'
import { cline } from './programs/cline.js'
import { codex } from './programs/codex.js'
import { continueCli } from './programs/continue.js'
import { copilot } from './programs/copilot.js'
import { fastAgent } from './programs/fast-agent.js'
import { geminiCli } from './programs/gemini-cli.js'
import { inspector } from './programs/inspector.js'
import { llm } from './programs/llm.js'
import { mcporter } from './programs/mcporter.js'
import { opencode } from './programs/opencode.js'
import { fastmcp, googleAdk, langchain, openaiAgents, pydanticAi } from './programs/python-agents.js'
import { qwenCode } from './programs/qwen-code.js'

export const clients: readonly AiClient[] = [
  claudeCode,
  codex,
  opencode,
  geminiCli,
  copilot,
  qwenCode,
  pydanticAi,
  openaiAgents,
  langchain,
  cline,
  googleAdk,
  fastAgent,
  llm,
  continueCli,
  mcporter,
  fastmcp,
  inspector,
]
