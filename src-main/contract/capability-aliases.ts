/**
 * Capability aliases: ids that specification 1 names in its text, for capabilities that appendix B lists under another.
 *
 * `chat.mute` and `system.backup.restore` stand in the table of section 6.2, `chat.mute` also in section 2.2. A provider
 * that offers such an id itself is called under it.
 */
const aliases: ReadonlyMap<string, string> = new Map([
  ['chat.mute', 'player.mute'],
  ['system.backup.restore', 'system.restore'],
])

/** The id of appendix B for an id of the specification's text; the same id for any other. */
export const listedIdOf = (capabilityId: string): string => aliases.get(capabilityId) ?? capabilityId

/** What is known under an id, or else under the id that it is an alias of. */
export const underAlias = <Found>(capabilityId: string, find: (id: string) => Found | undefined): Found | undefined =>
  find(capabilityId) ?? find(listedIdOf(capabilityId))
