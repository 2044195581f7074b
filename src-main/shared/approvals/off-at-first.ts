/**
 * Off by default: capabilities that "Accept all" on a new server leaves off.
 *
 * They can do anything or cannot be undone, so a person enables each one.
 */
const offAtFirst: ReadonlySet<string> = new Set([
  'ext.java.command.run',
  'ext.bedrock.command.run',
  'ext.java.operator.grant',
  'system.restore',
])

export const isOffAtFirst = (capabilityId: string): boolean => offAtFirst.has(capabilityId)
