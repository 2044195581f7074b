/**
 * Owner acts: what an owner does on a server from its page, each as a capability of the server.
 *
 * The acts are a closed list: the window cannot order any other capability as the owner.
 */
import type { Server } from './server.js'

export const playerActs = [
  'message',
  'broadcast',
  'teleport',
  'kick',
  'ban',
  'unban',
  'give-operator',
  'take-operator',
  'add-to-whitelist',
  'remove-from-whitelist',
] as const
export type PlayerAct = (typeof playerActs)[number]
export type OwnerAct = PlayerAct | 'command'

/** Act → the capabilities that do it, of the different kinds of servers. */
const capabilityIds = {
  message: ['ext.java.message.send', 'ext.bedrock.message.send'],
  broadcast: ['chat.broadcast'],
  teleport: ['player.teleport'],
  kick: ['player.kick'],
  ban: ['player.ban'],
  unban: ['ext.java.ban.remove'],
  'give-operator': ['ext.java.operator.grant'],
  'take-operator': ['ext.java.operator.revoke'],
  'add-to-whitelist': ['ext.java.allowlist.add'],
  'remove-from-whitelist': ['ext.java.allowlist.remove'],
  command: ['ext.java.command.run', 'ext.bedrock.command.run'],
} as const satisfies Readonly<Record<OwnerAct, readonly string[]>>

export type OwnerActId = (typeof capabilityIds)[OwnerAct][number]

type Offering = Pick<Server, 'capabilities' | 'quarantined'>

/** The capability that does it on this server, whatever AI may do there; undefined where it has none. */
export const capabilityForAct = ({ capabilities, quarantined = [] }: Offering, act: OwnerAct): OwnerActId | undefined =>
  capabilityIds[act].find((id) => [...capabilities, ...quarantined].some((offered) => offered.id === id))

/** Acts whose subject is typed first, because they are critical by themselves. */
export const typedActs: ReadonlySet<PlayerAct> = new Set(['ban', 'give-operator', 'take-operator'])
