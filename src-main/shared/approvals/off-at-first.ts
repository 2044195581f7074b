/**
 * Off at first: capabilities that a person switches on by name. They can do anything, or can't be undone at all, so
 * "Accept all" on a new server leaves them off.
 */
const offAtFirst: ReadonlySet<string> = new Set([
  'ext.java.command.run',
  'ext.bedrock.command.run',
  'ext.java.operator.grant',
  'system.restore',
])

export const isOffAtFirst = (capabilityId: string): boolean => offAtFirst.has(capabilityId)
