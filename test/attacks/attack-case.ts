/** Attack case: one row of the table of attacks. Every row is checked against the same limits and its own invariant. */
import type { AttackScene } from './attack-scene.js'

export type Cause =
  | 'patterns'
  | 'admission'
  | 'bodies'
  | 'connections'
  | 'texts'
  | 'records'
  | 'secrets'
  | 'parsers'
  | 'games'
  | 'surfaces'

export interface AttackCase<Scene = AttackScene> {
  /** The attack, as the end of the sentence "withstands …". */
  readonly name: string
  readonly cause: Cause
  /** Whether it runs only in the long run, `GATEHOUSE_ATTACKS=long`. */
  readonly long?: true
  /** Set-up before the measurement begins. */
  readonly setup?: (scene: Scene) => Promise<void> | void
  readonly attack: (scene: Scene) => Promise<void> | void
  /** Checks the invariant while the attack is still active. Throws when it is violated. */
  readonly invariant?: (scene: Scene) => Promise<void> | void
}

/** The limits of every attack. */
export const limits = {
  /** Milliseconds that the event loop may be blocked. */
  heldMs: 50,
  /** Bytes in use at the end of the attack. */
  heapGrowth: 64 * 1024 * 1024,
  /** Milliseconds that another client waits for an answer. */
  otherMs: 250,
}

const runsLong = process.env.GATEHOUSE_ATTACKS === 'long'
/** Cases of one cause or listener in the short form. */
const maxInSummary = 10

/** Those that run: all of them with `GATEHOUSE_ATTACKS=long`, otherwise the first short ones. */
export const running = <Case extends Pick<AttackCase, 'long'>>(cases: readonly Case[]): readonly Case[] =>
  runsLong ? cases : cases.filter(({ long }) => !long).slice(0, maxInSummary)
