/**
 * Off by default: capabilities that "Accept all" on a new server does not enable.
 *
 * They can do anything or cannot be undone, so a person enables each one.
 */
const offByDefault: ReadonlySet<string> = new Set([
  'ext.java.command.run',
  'ext.bedrock.command.run',
  'ext.java.operator.grant',
  'system.restore',
])

export const isOffByDefault = (capabilityId: string): boolean => offByDefault.has(capabilityId)
