/**
 * Argument choice: what a capability is called with, fairly and unfairly.
 *
 * Fair arguments fit the manifest and speak of players and worlds that are there; unfair ones are wrong in one way.
 * See docs/protocol.md#manifest-schemas.
 */
import type { JsonObject } from '../../contract/call.js'
import type { CapabilityManifest } from '../../contract/generated/capability-manifest.js'
import type { Validator } from '../../gateway/ports.js'
import { instanceOf } from '../../validation/instance.js'
import { type Violation, violationsOf } from './violations.js'

/** Who and what is in the world, as the agent says. */
export interface Inhabitants {
  readonly players: readonly string[]
  readonly worlds: readonly string[]
}

/** Names of arguments that mean a player, and of those that mean a world. */
const playerNames: ReadonlySet<string> = new Set(['playerName'])
const worldNames: ReadonlySet<string> = new Set(['worldName', 'world'])

/** What nobody is called. */
export const nobody = 'Nobody0Here'
export const nowhere = 'nowhere_at_all'

/** Examples of one capability that are tried. */
const mostExamples = 3

/** The same agent is called with the same arguments each time. */
const seed = 1

export class ArgumentChoice {
  readonly #validator: Validator
  readonly #inhabitants: Inhabitants

  constructor(validator: Validator, inhabitants: Inhabitants) {
    this.#validator = validator
    this.#inhabitants = inhabitants
  }

  /** Of its examples or, where it has none, out of its schema; none when nothing could be made of it. */
  fair(manifest: CapabilityManifest): JsonObject[] {
    const examples = (manifest.examples ?? []).slice(0, mostExamples).map(({ parameters }) => parameters)
    const made = examples.some((example) => this.#fits(manifest, example)) ? examples : [this.#made(manifest)]
    return made
      .map((given) => (given === undefined ? undefined : this.#atHome(manifest, given)))
      .filter((given): given is JsonObject => given !== undefined && this.#fits(manifest, given))
  }

  /** Fair arguments with the first one left out that must not be. */
  missing(manifest: CapabilityManifest): { name: string; given: JsonObject } | undefined {
    const [fair] = this.fair(manifest)
    if (!fair) return undefined
    return requiredOf(manifest)
      .map((name) => ({ name, given: without(fair, name) }))
      .find(({ given }) => !this.#fits(manifest, given))
  }

  /** Fair arguments with one of another type, a required one where there is one. */
  mistyped(manifest: CapabilityManifest): { name: string; given: JsonObject } | undefined {
    const [fair] = this.fair(manifest)
    if (!fair) return undefined
    const names = [...new Set([...requiredOf(manifest), ...Object.keys(propertiesOf(manifest))])]
    return names
      .flatMap((name) => [[], {}, 5, 'x', true].map((wrong) => ({ name, given: { ...fair, [name]: wrong } })))
      .find(({ given }) => !this.#fits(manifest, given))
  }

  /** Fair arguments with one value that one keyword of the schema forbids, for each keyword that stands there. */
  forbidden(manifest: CapabilityManifest): Violation[] {
    const [fair] = this.fair(manifest)
    if (!fair || !manifest.parameters) return []
    return violationsOf(manifest.parameters, fair).filter(({ given }) => !this.#fits(manifest, given))
  }

  /** Fair arguments about a player whom nobody knows; undefined where no player is meant. */
  aboutNobody(manifest: CapabilityManifest): JsonObject | undefined {
    return this.#about(manifest, playerNames, nobody)
  }

  /** Fair arguments about a world that is not there; undefined where no world is meant. */
  aboutNowhere(manifest: CapabilityManifest): JsonObject | undefined {
    return this.#about(manifest, worldNames, nowhere)
  }

  #about(manifest: CapabilityManifest, names: ReadonlySet<string>, value: string): JsonObject | undefined {
    const [fair] = this.fair(manifest)
    const changed = fair && renamed(fair, names, () => value)
    return changed && changed !== fair && this.#fits(manifest, changed) ? changed : undefined
  }

  #atHome(manifest: CapabilityManifest, given: JsonObject): JsonObject {
    const { players, worlds } = this.#inhabitants
    const settled = renamed(
      renamed(given, playerNames, (name) => here(players, name)),
      worldNames,
      (name) => here(worlds, name),
    )
    return this.#fits(manifest, settled) ? settled : given
  }

  #made(manifest: CapabilityManifest): JsonObject | undefined {
    return instanceOf(manifest.parameters ?? { type: 'object' }, seed) as JsonObject | undefined
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

/** The same object when nothing in it is called so. */
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
