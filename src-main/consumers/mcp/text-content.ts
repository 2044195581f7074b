/** Text content: the one place where a text becomes part of an MCP message. Enforces invariant 5: only model text does. */
import type { ModelText } from '../../policy/model-text.js'

export const textContent = (text: ModelText): { type: 'text'; text: string } => ({ type: 'text', text })
