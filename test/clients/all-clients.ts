import type { AiClient } from './client.js'
import { claudeCode } from './programs/claude-code.js'

export const clients: readonly AiClient[] = [claudeCode]
