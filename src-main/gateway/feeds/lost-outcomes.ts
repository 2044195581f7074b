/**
 * Lost outcomes: a build continues after Gatehouse was ended, and its outcome was recorded as unknown. When it ends, the
 * log gets its true outcome.
 *
 * Guards invariant 1: nothing that was written is changed. The later row names the earlier one.
 */
import { randomUUID } from 'node:crypto'
import type { AuditEvent } from '@contract/generated/audit-event.js'
import type { BuildState } from '@shared/build/build-state.js'
import type { AuditLog } from '../ports/audit-log.js'
import type { Clock, Log } from '../ports/runtime.js'
import type { UndoStore } from '../ports/stores.js'
import type { Builds } from './builds.js'

export interface LostOutcomesDependencies {
  readonly builds: Pick<Builds, 'list' | 'onDidChange'>
  readonly audit: AuditLog
  readonly undo: Pick<UndoStore, 'finish'>
  readonly clock: Clock
  readonly log: Log
}

type EndedBuild = BuildState & { readonly phase: 'done' | 'stopped' | 'failed' }

const hasEnded = (build: BuildState): build is EndedBuild =>
  build.phase === 'done' || build.phase === 'stopped' || build.phase === 'failed'

/** Completes the rows of builds that end, for as long as the program runs. Never throws. */
export function completeLostOutcomes(deps: LostOutcomesDependencies): void {
  /** A call that ends in this run records its outcome itself. */
  const settled = new Set<string>()
  const check = (): void => {
    for (const build of deps.builds.list()) {
      if (settled.has(build.id) || !hasEnded(build)) continue
      settled.add(build.id)
      complete(build, deps)
    }
  }
  deps.builds.onDidChange(check)
  check()
}

function complete(build: EndedBuild, { audit, undo, clock, log }: LostOutcomesDependencies): void {
  try {
    const lost = audit.outcomeOf(build.id)
    if (lost?.response?.outcome !== 'unknown') return
    audit.append({
      ...lost,
      id: randomUUID(),
      timestamp: clock.now().toISOString(),
      eventType: build.phase === 'done' ? 'invoke' : 'error',
      response: responseOf(build),
      metadata: { ...lost.metadata, completes: lost.id },
    })
    undo.finish(build.id, clock.now(), undefined)
  } catch (error) {
    log.error('the outcome of a build could not be recorded', { requestId: build.id, error: `${error}` })
  }
}

function responseOf({ phase, done, total, problem }: EndedBuild): NonNullable<AuditEvent['response']> {
  if (phase === 'done') return { built: done, total }
  const why = phase === 'failed' && problem ? `The build failed: ${problem.message}` : 'A person stopped the build.'
  const message = `${why} ${done} of ${total} blocks stand.`
  return { error: { code: problem?.code ?? 'BUSINESS.OPERATION_FAILED', message } }
}
