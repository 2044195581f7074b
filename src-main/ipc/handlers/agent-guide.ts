/** Agent guide, for the window: how to write an agent for a server without one. */
import type { Handlers } from '../request-handling.js'

export const agentGuideHandlers = (
  open: () => Promise<{ readonly at: string }>,
): Pick<Handlers, 'servers:agent-guide'> => ({
  'servers:agent-guide': () => open(),
})
