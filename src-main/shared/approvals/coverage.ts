/**
 * Coverage: the arguments that an answer covers, as data. Every screen builds the same sentence from it, and the JSON
 * Schema that a rule enforces is generated from it (`policy/rules/coverage-schema.ts`).
 *
 * Guards invariant 3: a parameter that no fact names is not allowed, so nothing is implied.
 */
import type { JsonObject } from '@contract/call.js'

/**
 * `exactly`: the same arguments. `narrow`: the same subject, within the limits of its facts. `any`: any arguments.
 */
export type CoverageId = 'exactly' | 'narrow' | 'any'

export const coverageIds: readonly CoverageId[] = ['exactly', 'narrow', 'any']

/** Member names from the arguments to the object of a fact; empty for the arguments themselves. */
type Path = readonly string[]

/** Both corners of a box are included. */
type Corner = { readonly x: number; readonly y: number; readonly z: number }

export type ArgumentFact =
  /** These parameters have these values. */
  | { readonly kind: 'same'; readonly at: Path; readonly given: JsonObject }
  /** A position. `parameters` name its coordinates in the object; each is at most `blocks` away from `x`, `y`, `z`. */
  | {
      readonly kind: 'near'
      readonly at: Path
      readonly parameters: readonly [x: string, y: string, z: string]
      readonly x: number
      readonly y: number
      readonly z: number
      readonly blocks: number
    }
  /** A number between zero (excluded) and `number` (included), which may be negative. */
  | { readonly kind: 'at-most'; readonly at: Path; readonly parameter: string; readonly number: number }
  /** A list of 1 to `items` items. */
  | { readonly kind: 'items-at-most'; readonly at: Path; readonly parameter: string; readonly items: number }
  /** The absolute path of this folder, or of anything in it or its subfolders that is not hidden, in plain spelling. */
  | { readonly kind: 'under'; readonly at: Path; readonly parameter: string; readonly folder: string }
  /**
   * An address of this origin (scheme, host, port), in plain spelling; with `subdomains` also of subdomains of the
   * host.
   */
  | {
      readonly kind: 'host'
      readonly at: Path
      readonly parameter: string
      readonly origin: string
      readonly subdomains: boolean
    }
  /** A build of at most so many blocks inside this box of a world, which its owner called `name`. */
  | {
      readonly kind: 'build'
      readonly at: Path
      readonly name: string
      readonly world: string
      readonly from: Corner
      readonly to: Corner
      readonly blocks: number
    }
  /** This parameter may have any value, or be omitted. */
  | { readonly kind: 'free'; readonly at: Path; readonly parameter: string }

/** A coverage that a person can choose. `exactly` covers the arguments of the request itself. */
export type Coverage =
  | { readonly id: 'exactly' | 'any' }
  | { readonly id: 'narrow'; readonly facts: readonly ArgumentFact[] }

export const coverageLimits = { facts: 64, path: 8, name: 256, blocks: 256, bytes: 16_384 } as const
