/**
 * Tool names: capability ids in a form that AI clients accept.
 *
 * Dots make some clients drop the whole list, and more than 40 characters make some drop the tool. Ids contain no
 * underscore and no empty part, so a name without `__` maps back to one id; after `__` comes a hash of the whole id.
 * Names that start with one of our verbs are reserved for Gatehouse's own tools.
 */
import { createHash } from 'node:crypto'

/** Maximum characters of a name. */
export const maxNameLength = 40

/** Verbs that names of Gatehouse's own tools start with. */
export const ownVerbs: readonly string[] = ['get', 'list', 'wait']

/** Gatehouse's own tools: no tool of a service takes one of these names. */
export const ownToolNames: ReadonlySet<string> = new Set([
  'get_approval',
  'get_recent_events',
  'get_suggestions',
  'get_tool_manifest',
  'get_trace_by_id',
  'list_servers',
  'wait_for_event',
])

const separator = '__'
/** Base-32 characters of the hash: a hundred bits. */
const hashLength = 20
const alphabet = 'abcdefghijklmnopqrstuvwxyz234567'

/** @param capabilityId as in a manifest */
export function toolNameOf(capabilityId: string): string {
  const plain = capabilityId.replaceAll('.', '_')
  const isOurs = ownVerbs.includes(capabilityId.split('.', 1)[0] ?? '')
  return plain.length <= maxNameLength && !isOurs ? plain : shortened(plain, capabilityId)
}

/** The id of a name; undefined for a hashed one. */
export const capabilityIdOf = (toolName: string): string | undefined =>
  toolName.includes(separator) ? undefined : toolName.replaceAll('_', '.')

function shortened(plain: string, capabilityId: string): string {
  const readable = plain.slice(0, maxNameLength - separator.length - hashLength).replace(/_$/u, '')
  const digest = createHash('sha256').update(capabilityId).digest()
  const hash = [...digest.subarray(0, hashLength)].map((byte) => alphabet[byte % alphabet.length]).join('')
  return `${readable}${separator}${hash}`
}
