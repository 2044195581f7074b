/**
 * Text content: the only module that puts text into an MCP message. Enforces invariant 5: the type accepts model text
 * only.
 */
import type { ModelText } from '../../policy/text/model-text.js'

export const textContent = (text: ModelText): { type: 'text'; text: string } => ({ type: 'text', text })
