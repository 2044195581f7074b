/**
 * Asking, for the window: programs that are paused because a person denied several of their requests.
 *
 * Guards invariant 6: there is no other way to end such a pause but this and the stdin of the headless program.
 */
import { GatewayError } from '../../contract/gateway-error.js'
import type { AskingPauses } from '../../gateway/asking-pauses.js'
import type { Handlers } from '../answer.js'

/** Who ends it at this computer, as the audit trail names them. */
const person = 'desktop'

type Topic = 'asking:pauses' | 'asking:let'

export const askingHandlers = (pauses: Pick<AskingPauses, 'all' | 'letAsk'>): Pick<Handlers, Topic> => ({
  'asking:pauses': () => pauses.all(),
  'asking:let': ({ client }) => {
    if (!pauses.letAsk(client, person)) throw notPaused(client)
  },
})

/** Its time was over, or somebody else has ended it. */
export const notPaused = (client: string): GatewayError =>
  new GatewayError('PROTOCOL.INVALID_REQUEST', {
    message: 'This program is not paused.',
    suggestion: 'It can ask already.',
    details: { client },
  })
