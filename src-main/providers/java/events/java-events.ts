/**
 * Java events: the events a Java server can report, the reason for those it cannot, and the mapping from its log and
 * its management protocol.
 */
import type { MissingFeature } from '@shared/servers/java-server.js'
import type { PlayerIdentity } from '../../../gateway/ports/provider.js'
import { cleanText } from '../../../policy/text/untrusted-text.js'
import type { Requirement } from '../../minecraft/capability.js'
import { hasNoConsole, type JavaAbilities, missingCommand, missingFiles } from '../capabilities/java-capability.js'
import type { JavaLogEvent } from '../log/log-events.js'

export interface ReportedEvent {
  readonly eventId: string
  readonly data: Record<string, unknown>
  readonly identity?: PlayerIdentity
  readonly isLate?: true
}

type MissingFeatureCheck = (abilities: JavaAbilities) => MissingFeature | undefined

const notReported: MissingFeatureCheck = () => ({ kind: 'not-reported' })
/** Only the log reports it. */
const fromLog: MissingFeatureCheck = (abilities) => (abilities.hasLog ? undefined : missingFiles(abilities))
const fromLogOrManagement: MissingFeatureCheck = (abilities) =>
  abilities.hasLog || abilities.management ? undefined : missingFiles(abilities)
/** The console lists who is online, and the log who comes and goes. */
const fromListOrLog: MissingFeatureCheck = ({ dialect, hasLog }) =>
  hasLog || !hasNoConsole(dialect) ? undefined : missingCommand(dialect)

/** Every event and its requirements. */
const sources: Readonly<Record<string, MissingFeatureCheck>> = {
  'player.join': fromListOrLog,
  'player.leave': fromListOrLog,
  'player.chat': fromLog,
  'player.death': fromLog,
  'world.tick.health': ({ dialect, reads }) => {
    if (reads.has('tickQuery')) return undefined
    return hasNoConsole(dialect) ? missingCommand(dialect) : { kind: 'version' }
  },
  'world.block.placed': notReported,
  'world.block.broken': notReported,
  'ext.java.player.advancement': fromLog,
  'ext.java.player.command': fromLog,
  'ext.java.server.started': fromLogOrManagement,
  'ext.java.server.stopping': fromLogOrManagement,
  'ext.java.server.behind': fromLog,
}

export const javaEventRequirements = (abilities: JavaAbilities): readonly Requirement[] =>
  Object.entries(sources).map(([id, lackOf]) => ({ id, lack: lackOf(abilities) }))

type TranslatedLogEvent = Exclude<JavaLogEvent, { readonly kind: 'join' | 'leave' | 'started' | 'stopping' }>

/** An event from the log. Joins, leaves, starts and stops have several sources and are reported elsewhere. */
export function eventOfLog(event: TranslatedLogEvent): ReportedEvent {
  const timestamp = event.at
  if (event.kind === 'behind') {
    const { milliseconds, ticks } = event
    return { eventId: 'ext.java.server.behind', data: { milliseconds, ticks, timestamp } }
  }
  const { player, uuid } = event
  const who = { playerName: cleanText(player, 64), ...(uuid !== undefined && { playerUuid: uuid }), timestamp }
  switch (event.kind) {
    case 'chat': {
      const data = { ...who, message: cleanText(event.text, 512) }
      const { isDisplayText, isLate } = event
      return { eventId: 'player.chat', data, ...(isDisplayText && { identity: 'display' }), ...(isLate && { isLate }) }
    }
    case 'death':
      return { eventId: 'player.death', data: { ...who, cause: cleanText(event.text, 512) } }
    case 'advancement':
      return { eventId: 'ext.java.player.advancement', data: { ...who, title: cleanText(event.title, 200) } }
    case 'command': {
      const { name, feedback } = event
      const said = {
        ...(name !== undefined && { command: cleanText(name, 64) }),
        ...(feedback !== undefined && { reply: cleanText(feedback, 512) }),
      }
      return { eventId: 'ext.java.player.command', data: { ...who, ...said } }
    }
  }
}
