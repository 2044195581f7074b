/**
 * Tool names: a capability id as AI clients can take it. Dots make some clients drop the whole list.
 *
 * Ids hold no underscore, so the mapping is one to one.
 */
export const toolNameOf = (capabilityId: string): string => capabilityId.replaceAll('.', '_')
export const capabilityIdOf = (toolName: string): string => toolName.replaceAll('_', '.')
