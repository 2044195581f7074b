/**
 * Off by default: capabilities that stay off when a new server starts with the defaults.
 *
 * They can do anything or cannot be undone, so a person enables each one.
 */
const offByDefault: ReadonlySet<string> = new Set([
  'ext.java.command.run',
  'ext.bedrock.command.run',
  'ext.java.operator.grant',
  'ext.java.operator.revoke',
  'system.restore',
])

export const isOffByDefault = (capabilityId: string): boolean => offByDefault.has(capabilityId)
