/**
 * Argument choice: valid and invalid arguments for a capability.
 *
 * Valid arguments match the manifest and name existing players and worlds; invalid ones have one error.
 * See docs/protocol.md#manifest-schemas.
 */
import type { JsonObject } from '@contract/call.js'
import type { CapabilityManifest } from '@contract/generated/capability-manifest.js'
import type { Validator } from '../../../src-main/gateway/ports/provider.js'
import { instanceOf } from '../simulator/instance.js'
import { type Violation, violationsOf } from './violations.js'

/** Players and worlds that exist, as reported by the agent. */
export interface KnownObjects {
  readonly players: readonly string[]
  readonly worlds: readonly string[]
}

/** Argument names that mean a player, and those that mean a world. */
const playerNames: ReadonlySet<string> = new Set(['playerName'])
const worldNames: ReadonlySet<string> = new Set(['worldName', 'world'])

/** A name that no player has. */
export const absentPlayerName = 'Nobody0Here'
export const unknownWorldName = 'nowhere_at_all'

/** Examples of one capability that are tried. */
const maxExamples = 3

export class ArgumentChoice {
  readonly #validator: Validator
  readonly #knownObjects: KnownObjects

  constructor(validator: Validator, knownObjects: KnownObjects) {
    this.#validator = validator
    this.#knownObjects = knownObjects
  }

  /** From its examples or, without any, its schema; none when neither works. */
  fair(manifest: CapabilityManifest): JsonObject[] {
    const examples = (manifest.examples ?? []).slice(0, maxExamples).map(({ parameters }) => parameters)
    const made = examples.some((example) => this.#fits(manifest, example)) ? examples : [this.#made(manifest)]
    return made
      .map((given) => (given === undefined ? undefined : this.#atHome(manifest, given)))
      .filter((given): given is JsonObject => given !== undefined && this.#fits(manifest, given))
  }

  /** Valid arguments without the first required one. */
  missing(manifest: CapabilityManifest): { name: string; given: JsonObject } | undefined {
    const [fair] = this.fair(manifest)
    if (!fair) return undefined
    return requiredOf(manifest)
      .map((name) => ({ name, given: without(fair, name) }))
      .find(({ given }) => !this.#fits(manifest, given))
  }

  /** Valid arguments with one of another type, a required one if possible. */
  mistyped(manifest: CapabilityManifest): { name: string; given: JsonObject } | undefined {
    const [fair] = this.fair(manifest)
    if (!fair) return undefined
    const names = [...new Set([...requiredOf(manifest), ...Object.keys(propertiesOf(manifest))])]
    return names
      .flatMap((name) => [[], {}, 5, 'x', true].map((wrong) => ({ name, given: { ...fair, [name]: wrong } })))
      .find(({ given }) => !this.#fits(manifest, given))
  }

  /** Valid arguments with one value that violates one keyword, for each keyword of the schema. */
  forbidden(manifest: CapabilityManifest): Violation[] {
    const [fair] = this.fair(manifest)
    if (!fair || !manifest.parameters) return []
    return violationsOf(manifest.parameters, fair).filter(({ given }) => !this.#fits(manifest, given))
  }

  /** Valid arguments with an unknown player; undefined when none is a player. */
  withUnknownPlayer(manifest: CapabilityManifest): JsonObject | undefined {
    return this.#about(manifest, playerNames, absentPlayerName)
  }

  /** Valid arguments with an unknown world; undefined when none is a world. */
  withUnknownWorld(manifest: CapabilityManifest): JsonObject | undefined {
    return this.#about(manifest, worldNames, unknownWorldName)
  }

  #about(manifest: CapabilityManifest, names: ReadonlySet<string>, value: string): JsonObject | undefined {
    const [fair] = this.fair(manifest)
    const changed = fair && renamed(fair, names, () => value)
    return changed && changed !== fair && this.#fits(manifest, changed) ? changed : undefined
  }

  #atHome(manifest: CapabilityManifest, given: JsonObject): JsonObject {
    const { players, worlds } = this.#knownObjects
    const settled = renamed(
      renamed(given, playerNames, (name) => here(players, name)),
      worldNames,
      (name) => here(worlds, name),
    )
    return this.#fits(manifest, settled) ? settled : given
  }

  #made(manifest: CapabilityManifest): JsonObject | undefined {
    return instanceOf(manifest.parameters ?? { type: 'object' }) as JsonObject | undefined
  }

  #fits(manifest: CapabilityManifest, given: unknown): boolean {
    return this.#validator.checkArguments(manifest, given).ok
  }
}

const here = (known: readonly string[], name: string): string => (known.includes(name) ? name : (known[0] ?? name))

const requiredOf = ({ parameters }: CapabilityManifest): string[] =>
  Array.isArray(parameters?.required) ? parameters.required.filter((name) => typeof name === 'string') : []

const propertiesOf = ({ parameters }: CapabilityManifest): object =>
  typeof parameters?.properties === 'object' && parameters.properties !== null ? parameters.properties : {}

const without = (given: JsonObject, name: string): JsonObject =>
  Object.fromEntries(Object.entries(given).filter(([one]) => one !== name))

/** The same object when it has no such member. */
function renamed(given: JsonObject, names: ReadonlySet<string>, name: (old: string) => string): JsonObject {
  let changed = false
  const entries = Object.entries(given).map(([key, value]): [string, unknown] => {
    if (typeof value === 'string' && names.has(key)) {
      changed = true
      return [key, name(value)]
    }
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return [key, value]
    const inside = renamed(value as JsonObject, names, name)
    changed ||= inside !== value
    return [key, inside]
  })
  return changed ? Object.fromEntries(entries) : given
}
