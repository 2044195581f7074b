/** Agent guide, for the window: how an agent is written, for whose server there is none. */
import type { Handlers } from '../answer.js'

export const agentGuideHandlers = (
  open: () => Promise<{ readonly at: string }>,
): Pick<Handlers, 'servers:agent-guide'> => ({
  'servers:agent-guide': () => open(),
})
