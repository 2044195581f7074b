import type { AiClient } from './client.js'
import { claudeCode } from './programs/claude-code.js'
import { codex } from './programs/codex.js'
import { opencode } from './programs/opencode.js'

export const clients: readonly AiClient[] = [claudeCode, codex, opencode]
