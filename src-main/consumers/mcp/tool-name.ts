/**
 * Tool names: a capability id as AI clients can take it.
 *
 * Dots make some clients drop the whole list, and more than 40 characters make some drop the tool. Ids hold no underscore
 * and no empty part, so a name without `__` leads back to one id; what follows `__` is a hash of the whole id. Names that
 * begin with one of our verbs are Gatehouse's own tools: nothing that a server offers takes such a name.
 */
import { createHash } from 'node:crypto'

/** Characters of the longest name. */
export const longestName = 40

/** What names of Gatehouse's own tools begin with. */
export const ownVerbs: readonly string[] = ['get', 'list', 'wait']

/** Gatehouse's own tools: no tool of a service takes one of these names. */
export const ownToolNames: ReadonlySet<string> = new Set([
  'get_approval',
  'get_recent_events',
  'get_tool_manifest',
  'get_trace_by_id',
  'list_servers',
  'wait_for_event',
])

const separator = '__'
/** Base-32 characters of the hash: a hundred bits. */
const hashLength = 20
const alphabet = 'abcdefghijklmnopqrstuvwxyz234567'

/** @param capabilityId as a manifest may have it */
export function toolNameOf(capabilityId: string): string {
  const plain = capabilityId.replaceAll('.', '_')
  const isOurs = ownVerbs.includes(capabilityId.split('.', 1)[0] ?? '')
  return plain.length <= longestName && !isOurs ? plain : shortened(plain, capabilityId)
}

/** The id that a name says; undefined where it says only the hash of one. */
export const capabilityIdOf = (toolName: string): string | undefined =>
  toolName.includes(separator) ? undefined : toolName.replaceAll('_', '.')

function shortened(plain: string, capabilityId: string): string {
  const readable = plain.slice(0, longestName - separator.length - hashLength).replace(/_$/u, '')
  const digest = createHash('sha256').update(capabilityId).digest()
  const hash = [...digest.subarray(0, hashLength)].map((byte) => alphabet[byte % alphabet.length]).join('')
  return `${readable}${separator}${hash}`
}
