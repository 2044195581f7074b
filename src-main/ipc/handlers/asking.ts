/**
 * Asking, for the window: programs paused after several denials.
 *
 * Guards invariant 6: only this and the stdin of the headless program can lift such a pause.
 */
import { GatewayError } from '@contract/gateway-error.js'
import type { AskingPauses } from '../../gateway/approvals/asking-pauses.js'
import type { Handlers } from '../request-handling.js'

/** The person at this computer, as named in the audit trail. */
const person = 'desktop'

type Topic = 'asking:pauses' | 'asking:resume'

export const askingHandlers = (pauses: Pick<AskingPauses, 'all' | 'letAsk'>): Pick<Handlers, Topic> => ({
  'asking:pauses': () => pauses.all(),
  'asking:resume': ({ client }) => {
    if (!pauses.letAsk(client, person)) throw notPaused(client)
  },
})

/** The pause has expired or was already ended. */
export const notPaused = (client: string): GatewayError =>
  new GatewayError('PROTOCOL.INVALID_REQUEST', {
    message: 'This program is not paused.',
    suggestion: 'It can already ask.',
    details: { client },
  })
