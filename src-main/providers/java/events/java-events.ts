/** Java events: which events of the core catalogue a Java server can tell of, and why not the others. */
import type { Lack } from '../../../contract/java-server.js'
import { cleanText } from '../../../policy/untrusted-text.js'
import type { Abilities } from '../capabilities/java-capability.js'
import type { JavaLogEvent } from '../log/log-events.js'

export interface EventOffer {
  readonly offered: readonly string[]
  readonly refused: readonly { readonly id: string; readonly lack: Lack }[]
}

/** Events of the catalogue, and what each needs. */
const sources: Readonly<Record<string, (abilities: Abilities) => Lack | undefined>> = {
  'player.join': () => undefined,
  'player.leave': () => undefined,
  'player.chat': ({ files }) => (files ? undefined : { kind: 'folder' }),
  'player.death': ({ files }) => (files ? undefined : { kind: 'folder' }),
  'world.tick.health': ({ reads }) => (reads.has('tickQuery') ? undefined : { kind: 'version' }),
  'world.block.placed': () => ({ kind: 'not-told' }),
  'world.block.broken': () => ({ kind: 'not-told' }),
}

export function javaEventIds(abilities: Abilities): EventOffer {
  const all = Object.entries(sources).map(([id, lackOf]) => ({ id, lack: lackOf(abilities) }))
  return {
    offered: all.filter(({ lack }) => lack === undefined).map(({ id }) => id),
    refused: all.flatMap(({ id, lack }) => (lack ? [{ id, lack }] : [])),
  }
}

/** An event of the log as one of the catalogue; who joins and leaves is told elsewhere. */
export function eventOfLog(
  event: JavaLogEvent,
): { readonly eventId: string; readonly data: Record<string, unknown> } | undefined {
  if (event.kind !== 'chat' && event.kind !== 'death') return undefined
  const { player, uuid, at } = event
  const who = { playerName: cleanText(player, 64), ...(uuid !== undefined && { playerUuid: uuid }), timestamp: at }
  return event.kind === 'chat'
    ? { eventId: 'player.chat', data: { ...who, message: cleanText(event.text, 512) } }
    : { eventId: 'player.death', data: { ...who, cause: cleanText(event.text, 512) } }
}
