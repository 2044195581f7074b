/**
 * Coverage guess: which parameters of a capability outside the catalogue may vary in a narrow answer.
 *
 * Guards invariant 3: only a position, a count or a duration (by name and type), a path or an address (by value), the
 * content written to such a path, and the reason shown to the approver. Everything else must equal what was shown.
 */
import type { JsonObject } from '@contract/call.js'
import type { ObjectSchema } from '@contract/generated/capability-manifest.js'
import type { CoverageParameters } from '@shared/approvals/coverage-table.js'
import { originOfPlain } from '@shared/text/plain-address.js'
import { folderOf } from '@shared/text/plain-path.js'
import { isPositionName } from '../redaction/stream-fields.js'

const counts: ReadonlySet<string> = new Set([
  'count',
  'amount',
  'quantity',
  'duration',
  'durationSeconds',
  'durationMinutes',
  'durationTicks',
])
/** Names of parameters for the content of a file. */
const contents: ReadonlySet<string> = new Set(['content', 'contents', 'text', 'edits'])
const worlds = ['world', 'worldName', 'dimension']

export function guessedParameters(parameters: ObjectSchema | undefined, given: JsonObject): CoverageParameters {
  const schemas = membersOf(membersOf(parameters).properties)
  const typeOf = (name: string): unknown => (Object.hasOwn(schemas, name) ? membersOf(schemas[name]).type : undefined)
  const names = Object.keys(given).filter((name) => !name.includes('.'))
  const folders = names.filter((name) => typeof given[name] === 'string' && folderOf(given[name]) !== undefined)
  const hosts = names.filter((name) => typeof given[name] === 'string' && originOfPlain(given[name]) !== undefined)
  const written = folders.length > 0 ? names.filter((name) => contents.has(name) && !folders.includes(name)) : []
  return {
    addresses: [...folders, ...hosts],
    free: [...(typeOf('reason') === 'string' ? ['reason'] : []), ...written],
    // Three numbers may be a speed or a colour: without a world or the name of a position they must stay the same.
    near: [
      ...(worlds.some((name) => names.includes(name)) ? [''] : []),
      ...names.filter((name) => isPositionName(name) && Object.keys(membersOf(given[name])).length > 0),
    ],
    atMost: names.filter((name) => counts.has(name) && (typeOf(name) === 'integer' || typeOf(name) === 'number')),
  }
}

const membersOf = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : {}
