/**
 * Instance: generates a valid value for a JSON Schema; the same value for the same schema and seed.
 *
 * It is drafted from the keywords that manifests use (docs/protocol.md#manifest-schemas) and then validated, so the
 * result is valid or undefined. Only for tools and mock agents, never for a real world.
 */
import Ajv, { type ValidateFunction } from 'ajv'
import addFormats from 'ajv-formats'
import { drafted } from './instance-draft.js'
import { inlineReferences } from './json-references.js'
import { mulberry32 } from './mulberry32.js'
import { schemaProblem } from './schema-bounds.js'

/** Maximum number of drafts; the first has every member, the others vary. */
const attempts = 40

interface Prepared {
  readonly schema: unknown
  readonly fits: ValidateFunction
}

const prepared = new WeakMap<object, Prepared>()

/** @returns undefined when the schema is unusable, or no valid value was found */
export function instanceOf(schema: object, seed: number): unknown {
  const known = prepared.get(schema) ?? prepare(schema)
  if (!known) return undefined
  prepared.set(schema, known)
  for (let attempt = 0; attempt < attempts; attempt++) {
    const draft = drafted(known.schema, mulberry32(seed + attempt * 7_919), attempt === 0)
    if ((known.fits(draft) as unknown) === true) return draft
  }
  return undefined
}

function prepare(schema: object): Prepared | undefined {
  if (schemaProblem(schema)) return undefined
  const inlined = inlineReferences(schema)
  if (!inlined.ok) return undefined
  const { $id, $schema, ...anonymous } = inlined.schema as Record<string, unknown>
  try {
    const ajv = new Ajv({ strict: false, ownProperties: true, logger: false })
    addFormats(ajv)
    return { schema: anonymous, fits: ajv.compile(anonymous) }
  } catch {
    return undefined
  }
}
