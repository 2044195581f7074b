/**
 * Schema trial: which of an offer's manifests have schemas that can be used, found out away from the event loop.
 *
 * Guards invariant 7. Equal manifests are tried once, so that a hundred agents with the same cost what one does and a
 * reconnect costs nothing; one offer has so much time, so that nobody holds the others up for long.
 */
import { createHash } from 'node:crypto'
import { canonical } from '../contract/canonical-json.js'
import type { Clock } from '../gateway/ports.js'
import type { Triable } from './example-check.js'
import type { SchemaThread, Verdict } from './schema-thread.js'

/** Why each manifest is refused, in words and in their order; undefined for one that may be used. Never rejects. */
export type TrySchemas = (manifests: readonly Triable[]) => Promise<readonly (string | undefined)[]>

/** Milliseconds that all schemas of one offer may take together. */
const offerMs = 15_000
/** Manifests of one offer that may bring the worker down. */
const mostDeaths = 3
/** Verdicts that are kept. */
const mostKnown = 16_384
/** Milliseconds that the word of a clock counts: this machine may have been busy. */
const slownessCountsMs = 600_000

interface Known {
  readonly problem: string | undefined
  /** Of `clock.elapsed()`. */
  readonly until: number
}

export function createSchemaTrial(thread: SchemaThread, clock: Clock): TrySchemas {
  const known = new Map<string, Known>()
  const underway = new Map<string, Promise<Verdict>>()

  function remembered(key: string): Known | undefined {
    const found = known.get(key)
    if (!found) return undefined
    known.delete(key)
    if (found.until <= clock.elapsed()) return undefined
    known.set(key, found)
    return found
  }

  function remember(key: string, verdict: Verdict): void {
    if (verdict.kind === 'failed') return
    const until = verdict.kind === 'tried' ? Number.POSITIVE_INFINITY : clock.elapsed() + slownessCountsMs
    known.set(key, { problem: inWords(verdict), until })
    const [oldest] = known.keys()
    if (known.size > mostKnown && oldest !== undefined) known.delete(oldest)
  }

  function run(key: string, manifest: Triable): Promise<Verdict> {
    const running = underway.get(key)
    if (running) return running
    const fresh = thread.run(manifest).then((verdict) => {
      underway.delete(key)
      remember(key, verdict)
      return verdict
    })
    underway.set(key, fresh)
    return fresh
  }

  return async (manifests) => {
    const problems: (string | undefined)[] = []
    let spentMs = 0
    let deaths = 0
    for (const manifest of manifests) {
      const key = keyOf(manifest)
      const found = remembered(key)
      if (found) {
        problems.push(found.problem)
      } else if (deaths >= mostDeaths || spentMs >= offerMs) {
        problems.push('its schema was not tried: those before it took too long')
      } else {
        const verdict = await run(key, manifest)
        if (verdict.kind === 'tried') spentMs += verdict.tookMs
        else deaths += 1
        problems.push(inWords(verdict))
      }
    }
    return problems
  }
}

function inWords(verdict: Verdict): string | undefined {
  switch (verdict.kind) {
    case 'tried':
      return verdict.problem
    case 'too-long':
      return 'its schema took too long to compile, or its examples to check'
    case 'too-much-memory':
      return 'its schema took too much memory to compile, or its examples to check'
    case 'failed':
      return `its schema could not be tried: ${verdict.reason}`
  }
}

const keyOf = ({ parameters, returns, examples }: Triable): string =>
  createHash('sha256')
    .update(canonical([parameters ?? null, returns ?? null, examples ?? null]))
    .digest('base64')
