/**
 * Page mask: redacts what pages receive in stream-safe mode, and finds out which thing a page means by a masked id.
 *
 * Guards invariant 8 on a stream. A mask has no way back: for a page, the mask of an id is the id. Only members that the
 * table of channels declares as `offered` are looked up, as a whole, among the values that pages were shown. What a
 * person types is taken literally, and a payload with any other mark is refused, so that no mark is saved as data.
 */
import { isObject } from '@contract/json/json-object.js'
import { everyMark, isAmbiguous } from '@shared/features/stream-mark.js'
import { type RequestChannel, requests } from './channels.js'
import { isOffered, type Schema } from './payload-schema.js'

/** The mask of the program; `StreamSafe` implements it. */
export interface SwitchableMask {
  readonly on: boolean
  value<T>(value: T, onMasked?: (member: string, original: string, masked: string) => void): T
  onDidSwitch(listener: () => void): () => void
}

/** Maximum number of values, and of UTF-16 units in each. The first ones stay: data from outside cannot displace them. */
const limits = { values: 10_000, length: 4_096 }

type AnySchema = Schema<unknown>

const partsOf = (schema: AnySchema) => ({
  members: Object.entries((schema.properties ?? {}) as Readonly<Record<string, AnySchema>>),
  alternatives: (schema.oneOf ?? []) as readonly AnySchema[],
  items: schema.items as AnySchema | undefined,
  keys: schema.propertyNames as AnySchema | undefined,
  values: (isObject(schema.additionalProperties) ? schema.additionalProperties : undefined) as AnySchema | undefined,
})

/** Names of the members that have an offered value somewhere in the table. */
function offeredMembers(schema: AnySchema, name: string): readonly string[] {
  const { members, alternatives, items, keys, values } = partsOf(schema)
  return [
    ...(isOffered(schema) || (keys && isOffered(keys)) ? [name] : []),
    ...[...alternatives, items, values].flatMap((inner) => (inner ? offeredMembers(inner, name) : [])),
    ...members.flatMap(([member, inner]) => offeredMembers(inner, member)),
  ]
}

export class PageMask {
  readonly #mask: SwitchableMask
  readonly #originals = new Map<string, string>()
  /** A response may be such a value itself. */
  readonly #members = new Set(['', ...Object.values(requests).flatMap(({ takes }) => offeredMembers(takes, ''))])

  constructor(mask: SwitchableMask) {
    this.#mask = mask
    // Other names get other marks.
    mask.onDidSwitch(() => this.#originals.clear())
  }

  /** Redacts data for a page. */
  value<T>(value: T): T {
    return this.#mask.value(value, this.#remember)
  }

  /** The payload as it is meant; undefined when a part of it is masked and nothing says what it stands for. */
  meant(channel: RequestChannel, payload: unknown): unknown {
    if (!this.#mask.on || payload === undefined) return payload
    const meant = this.#resolve(requests[channel].takes, payload)
    return everyMark().test(JSON.stringify(meant)) ? undefined : meant
  }

  readonly #remember = (member: string, original: string, masked: string): void => {
    if (!this.#members.has(member) || isAmbiguous(masked) || masked.length > limits.length) return
    if (this.#originals.size < limits.values && !this.#originals.has(masked)) this.#originals.set(masked, original)
  }

  readonly #originalOf = (shown: string): string => this.#originals.get(shown) ?? shown

  #resolve(schema: AnySchema, payload: unknown): unknown {
    const { members, alternatives, items, keys, values } = partsOf(schema)
    if (typeof payload === 'string') return isOffered(schema) ? this.#originalOf(payload) : payload
    if (Array.isArray(payload)) return items ? payload.map((item) => this.#resolve(items, item)) : payload
    if (!isObject(payload)) return payload
    const byName = new Map(members)
    const resolved = Object.entries(payload).map(([name, value]) => {
      const inner = byName.get(name) ?? values
      const key = keys && isOffered(keys) ? this.#originalOf(name) : name
      return [key, inner ? this.#resolve(inner, value) : value]
    })
    return alternatives.reduce((done: unknown, inner) => this.#resolve(inner, done), Object.fromEntries(resolved))
  }
}
