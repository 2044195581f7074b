/**
 * Capability aliases: alternative ids of core capabilities. See docs/protocol.md#core-aliases.
 *
 * If a provider offers such an id itself, the call is routed to that provider.
 */
const aliases: ReadonlyMap<string, string> = new Map([
  ['chat.mute', 'player.mute'],
  ['system.backup.restore', 'system.restore'],
])

/** The id in the core catalogue for an alias; any other id unchanged. */
export const listedIdOf = (capabilityId: string): string => aliases.get(capabilityId) ?? capabilityId

/** The entry of an id; if there is none, the entry of the id that it is an alias for. */
export const underAlias = <Found>(capabilityId: string, find: (id: string) => Found | undefined): Found | undefined =>
  find(capabilityId) ?? find(listedIdOf(capabilityId))
