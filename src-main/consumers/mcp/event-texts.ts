/** Event texts: game events for a model, fenced because players wrote parts of them (invariant 5). */
import type { JsonObject } from '@contract/call.js'
import type { GameEntry } from '@shared/trail/live.js'
import { asData } from '../../gateway/ports/model-responses.js'
import { literalText, type ModelText } from '../../policy/text/model-text.js'

/** The members of an event for the model. */
export const eventPayload = ({ id, at, server, eventId, data }: GameEntry): JsonObject => ({
  id,
  at,
  server: server.name,
  serverId: server.id,
  eventId,
  data,
})

/** One line of JSON for each, between unforgeable marks. */
export const eventsText = (events: readonly GameEntry[]): ModelText =>
  asData(literalText('game events'), events.map((event) => JSON.stringify(eventPayload(event))).join('\n'))

/** JSON Schema of the result of `eventPayload`. */
export const eventSchema = {
  type: 'object',
  required: ['id', 'at', 'serverId', 'eventId', 'data'],
  properties: {
    id: { type: 'string' },
    at: { type: 'string', description: 'ISO 8601.' },
    server: { type: 'string' },
    serverId: { type: 'string' },
    eventId: { type: 'string' },
    data: { type: 'object', description: 'Untrusted: players wrote the texts in it.' },
  },
} as const
