/**
 * Page mask: redacts what pages receive in stream-safe mode, and finds out which thing a page means by a masked id.
 *
 * Guards invariant 8 on a stream. A mask has no way back: for a page, the mask of an id is the id. Only members that the
 * table of orders declares as `offered` are looked up, as a whole, among the values that pages were shown. What a
 * person types is taken literally, and a payload with any other mark is refused, so that no mark is saved as data. So is
 * one with a mark of several values: names that differ in case have the same mark.
 */
import { isObject } from '@contract/json/json-object.js'
import { everyMark, isAmbiguous } from '@shared/features/stream-mark.js'
import type { OnMasked } from '../../policy/redaction/stream-mask.js'
import { isOffered, type Schema } from '../table/payload-schema.js'
import { type OrderName, orders } from '../table/table.js'

/** The mask of the program; `StreamSafe` implements it. */
export interface SwitchableMask {
  readonly on: boolean
  value<T>(value: T, onMasked?: OnMasked): T
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

/** The member of an order that an answer to the question of a service is in; its options have other members. */
const answers = 'values'

export class PageMask {
  readonly #mask: SwitchableMask
  /** By their mark: the values that have it, each with the members it was shown in. */
  readonly #shown = new Map<string, Map<string, Set<string>>>()
  #count = 0
  /** A response may be such a value itself. */
  readonly #members = new Set(['', ...Object.values(orders).flatMap(({ takes }) => offeredMembers(takes, ''))])

  constructor(mask: SwitchableMask) {
    this.#mask = mask
    // Other names get other marks.
    mask.onDidSwitch(() => {
      this.#shown.clear()
      this.#count = 0
    })
  }

  /** Redacts data for a page. */
  value<T>(value: T): T {
    return this.#mask.value(value, this.#remember)
  }

  /** The payload as it is meant; undefined when a part of it is masked and nothing says what it stands for. */
  meant(name: OrderName, payload: unknown): unknown {
    if (!this.#mask.on || payload === undefined) return payload
    const meant = this.#resolve(orders[name].takes, payload, '')
    return everyMark().test(JSON.stringify(meant)) ? undefined : meant
  }

  readonly #remember: OnMasked = (name, original, masked, within) => {
    const member = this.#memberOf(name, within)
    if (member === undefined || isAmbiguous(masked) || masked.length > limits.length) return
    const originals = this.#shown.get(masked) ?? new Map<string, Set<string>>()
    const members = originals.get(original)
    if (members) return void members.add(member)
    if (this.#count >= limits.values) return
    this.#count += 1
    this.#shown.set(masked, originals.set(original, new Set([member])))
  }

  /** The member of an order that such a value may come back in. */
  #memberOf(name: string, within: string): string | undefined {
    if (name === 'default' || (name === 'value' && within === 'options')) return answers
    if (this.#members.has(name)) return name
    // The members of a record have names that nobody knows before.
    return this.#members.has(within) ? within : undefined
  }

  /** The value that was shown as this; the mark itself when several were, and not one of them in such a member. */
  #originalOf(shown: string, member: string): string {
    const originals = [...(this.#shown.get(shown) ?? [])]
    const inMember = originals.filter(([, members]) => members.has(member))
    const [meant, ...others] = inMember.length > 0 ? inMember : originals
    return meant && others.length === 0 ? meant[0] : shown
  }

  #resolve(schema: AnySchema, payload: unknown, member: string): unknown {
    const { members, alternatives, keys, values } = partsOf(schema)
    const shapes = [schema, ...alternatives]
    if (typeof payload === 'string') return shapes.some(isOffered) ? this.#originalOf(payload, member) : payload
    if (Array.isArray(payload)) {
      const items = shapes.map((shape) => partsOf(shape).items).find((inner) => inner !== undefined)
      return items ? payload.map((item) => this.#resolve(items, item, member)) : payload
    }
    if (!isObject(payload)) return payload
    const byName = new Map(members)
    const resolved = Object.entries(payload).map(([name, value]) => {
      const inner = byName.get(name)
      const key = keys && isOffered(keys) ? this.#originalOf(name, member) : name
      if (inner) return [key, this.#resolve(inner, value, name)]
      return [key, values ? this.#resolve(values, value, member) : value]
    })
    return alternatives.reduce(
      (done: unknown, inner) => this.#resolve(inner, done, member),
      Object.fromEntries(resolved),
    )
  }
}
