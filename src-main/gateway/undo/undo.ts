/**
 * Undo: a person undoes an action.
 *
 * Guards invariant 6: consumers cannot reach this. An undo is a normal action: it uses the call path with the person as
 * its caller, their command is the decision, it is recorded, and it can itself be undone. Guards that nothing is undone
 * twice, that later changes are not overwritten without the person's consent, and that the person had time to read the
 * preview.
 */
import { createHash, randomUUID } from 'node:crypto'
import type { Caller } from '@contract/call.js'
import { GatewayError } from '@contract/gateway-error.js'
import { canonical } from '@contract/json/canonical-json.js'
import { snapshotOfPart } from '@contract/snapshot-capabilities.js'
import type {
  UndoEntry,
  UndoLastResult,
  UndoPage,
  UndoPreview,
  UndoQuery,
  UndoRequest,
  UndoResult,
} from '@shared/trail/undo.js'
import { differencesOf } from '../../policy/undo/world-drift.js'
import type { DuplicateCall } from '../path/call-path.js'
import type { GatewayDependencies } from '../path/gateway-dependencies.js'
import type { Undoing } from '../path/steps/call-stages.js'
import { undoConfirmationText } from '../path/steps/order.js'
import { readState } from '../path/steps/read-before.js'
import { errorOf, isRefusal } from '../ports/call-response.js'
import type { CallOutcome, CallReport, CallRequest } from '../ports/calls.js'
import { Emitter } from '../ports/emitter.js'
import type { UndoStore } from '../ports/stores.js'
import { mayHaveRun } from './undo-recorder.js'

export interface UndoDependencies {
  readonly store: UndoStore
  readonly gateway: GatewayDependencies
  /** Runs a call through the gateway. Never rejects. */
  readonly invoke: (request: CallRequest, undoing: Undoing) => Promise<CallReport<CallOutcome> | DuplicateCall>
}

/** Maximum actions of a client undone at once. */
export const maxAtOnce = 100

/** Minimum age of a preview in milliseconds before its undo can be started. */
export const minimumSeenMs = 900

/** Maximum stored previews; the oldest is dropped first. */
const maxCachedPreviews = 64

interface ShownPreview {
  readonly requestId: string
  readonly preview: UndoPreview
  /** On the monotonic clock. */
  readonly at: number
}

export class Undo {
  readonly #deps: UndoDependencies
  readonly #previews = new Map<string, ShownPreview>()
  readonly #onDidChange = new Emitter<string>()
  /** Notifies with the request id of an action that was done or undone. */
  readonly onDidChange = this.#onDidChange.on
  /** Notifies about an undoable action when the state after it is known, or when it may have been done. */
  readonly onDidRecord

  constructor(deps: UndoDependencies) {
    this.#deps = deps
    this.onDidRecord = deps.gateway.undo.onDidRecord
    this.onDidRecord(({ requestId }) => this.#onDidChange.emit(requestId))
  }

  list(query: UndoQuery = {}): UndoPage {
    return this.#deps.store.page(query)
  }

  /** The preview of an undo. @throws GatewayError RISK.ROLLBACK_FAILED when it cannot be undone, or was undone */
  async preview(requestId: string): Promise<UndoPreview> {
    return (await this.#createPreview(requestId)).preview
  }

  /**
   * Undoes one action. Never rejects.
   *
   * @param person name in the audit trail
   */
  async run(requestId: string, order: UndoRequest, person: string): Promise<UndoResult> {
    try {
      const seen =
        order.expected === undefined ? await this.#createPreview(requestId) : this.#seen(requestId, order.expected)
      assertUnchanged(seen.preview, order.force === true)
      return await this.#undo(seen, person, order)
    } catch (thrown) {
      return { kind: 'failed', requestId, error: failure(thrown).toContract() }
    }
  }

  /** Undoes the last actions of a client, newest first, and stops at the first that cannot be undone. Never rejects. */
  async runLast(
    { client, server, count, force }: { client: string; server?: string; count: number; force?: boolean },
    person: string,
  ): Promise<UndoLastResult> {
    const ids = this.#last({ client, ...(server !== undefined && { server }) }, Math.min(count, maxAtOnce))
    const undone: string[] = []
    for (const requestId of ids) {
      const result = await this.run(requestId, { force: force === true }, person)
      if (result.kind === 'failed') {
        return { undone, failed: { requestId, error: result.error }, left: ids.slice(undone.length + 1) }
      }
      undone.push(requestId)
    }
    return { undone, left: [] }
  }

  #last(query: UndoQuery, count: number): string[] {
    const ids: string[] = []
    let before: number | undefined
    do {
      const page = this.list({ ...query, ...(before !== undefined && { before }) })
      ids.push(...page.entries.filter(({ state }) => state !== 'undone').map(({ requestId }) => requestId))
      before = page.next
    } while (before !== undefined && ids.length < count)
    return ids.slice(0, count)
  }

  async #createPreview(requestId: string): Promise<ShownPreview> {
    const { gateway } = this.#deps
    const entry = await this.#undoable(requestId)
    const { capabilityId, arguments: given, server } = entry
    const reading = await readState({ serverId: server.id, capabilityId, given, traceId: randomUUID() }, gateway)
    const now = 'before' in reading ? reading.before : undefined
    const since = gateway.clock.now().getTime() - Date.parse(entry.at)
    const differences = entry.after && now ? differencesOf(capabilityId, entry.after, now, since, given) : []
    const isKnown = entry.after !== undefined && now !== undefined && entry.state === 'done'
    const mustType = undoConfirmationText(entry, gateway)
    const shown = {
      entry,
      ...(mustType !== undefined && { mustType }),
      ...(now && { now }),
      world: isKnown ? (differences.length === 0 ? 'as-left' : 'changed') : 'unknown',
      differences,
    } as const
    const hash = createHash('sha256').update(canonical(shown)).digest('hex')
    const seen: ShownPreview = { requestId, preview: { ...shown, hash }, at: gateway.clock.elapsed() }
    this.#remember(seen)
    return seen
  }

  async #undoable(requestId: string): Promise<UndoEntry> {
    const { store, gateway } = this.#deps
    const found = store.get(requestId)
    if (found) await gateway.undo.settled(found.server.id)
    if (gateway.undo.isRunning(requestId))
      throw cannot(requestId, 'The action is still running.', 'Wait until it has ended.')
    const entry = store.get(requestId)
    if (!entry) {
      throw cannot(
        requestId,
        'No undo information is kept for this action.',
        'List the actions that can be undone. Harmless, old and some other actions cannot.',
      )
    }
    if (entry.state === 'undone') {
      throw cannot(requestId, `It was already undone by ${entry.undoneBy}.`, 'To restore it, undo that undo.')
    }
    return entry
  }

  #remember(seen: ShownPreview): void {
    this.#previews.set(seen.preview.hash, seen)
    const [oldest] = this.#previews.keys()
    if (this.#previews.size > maxCachedPreviews && oldest) this.#previews.delete(oldest)
  }

  #seen(requestId: string, hash: string): ShownPreview {
    const seen = this.#previews.get(hash)
    if (seen?.requestId === requestId) {
      if (this.#deps.gateway.clock.elapsed() - seen.at < minimumSeenMs) throw tooQuick(requestId)
      return seen
    }
    throw cannot(requestId, 'The preview has expired.', 'Open the preview again.')
  }

  async #undo(
    { preview, at, requestId }: ShownPreview,
    person: string,
    { typed, part }: UndoRequest,
  ): Promise<UndoResult> {
    const { store, gateway, invoke } = this.#deps
    const { entry, now } = preview
    // No `await` between this check and the claim: of two concurrent undos, one fails as already undone.
    if (!store.claim(requestId)) {
      throw cannot(requestId, 'It was already undone, or is being undone now.', 'Check the list again.')
    }
    const request: CallRequest = {
      capabilityId: entry.undo.capabilityId,
      server: entry.server.id,
      arguments: part === undefined ? entry.undo.arguments : { snapshotId: snapshotOfPart(entry.snapshotId, part) },
      caller: callerOf(person),
      signal: new AbortController().signal,
    }
    const report = await invoke(request, {
      entry,
      person,
      ...(typed !== undefined && { typed }),
      ...(now && { seen: { state: now, at } }),
    })
    const ended: CallOutcome = 'duplicateOf' in report ? { kind: 'withdrawn' } : report.outcome
    if (ended.kind !== 'done' || 'duplicateOf' in report) {
      // A snapshot that failed may be restored in part.
      const hasFailed = ended.kind === 'failed' && ended.error.code === 'BUSINESS.OPERATION_FAILED'
      const isPartial = hasFailed && entry.undo.how === 'snapshot'
      store.release(requestId, entry.state === 'done' && !isPartial && !mayHaveRun(ended) ? 'done' : 'uncertain')
      this.#onDidChange.emit(requestId)
      throw isRefusal(ended) ? errorOf(ended) : new GatewayError('RISK.ROLLBACK_FAILED')
    }
    try {
      if (part === undefined) store.markUndone(requestId, gateway.clock.now(), person)
      else store.release(requestId, entry.state === 'done' ? 'done' : 'uncertain')
    } catch (error) {
      // The claim is not released, so that it is not undone twice while this program runs.
      gateway.log.error('that something was undone could not be kept', { requestId, error: `${error}` })
    }
    this.#onDidChange.emit(requestId)
    const { left, covered } = ended.data
    return {
      kind: 'undone',
      requestId,
      undoneBy: report.requestId,
      redoable: ended.undoable === true,
      ...(typeof left === 'number' && left > 0 && { left }),
      ...(part !== undefined && typeof covered === 'number' && covered > 0 && { covered }),
    }
  }
}

/** The person as a caller; no client has this id. */
const callerOf = (person: string): Caller => ({ type: 'user', id: person, name: person })

function assertUnchanged({ entry, world, differences }: UndoPreview, force: boolean): void {
  if (force || world === 'as-left') return
  throw new GatewayError('RISK.ROLLBACK_FAILED', {
    message:
      world === 'changed'
        ? 'The world changed after this action, so nothing was undone.'
        : 'Gatehouse cannot tell whether the world changed after this action, so nothing was undone.',
    suggestion: 'Check the difference. To undo it anyway, use force: later changes may be lost.',
    details: { requestId: entry.requestId, world, ...(differences.length > 0 && { differences }) },
  })
}

const cannot = (requestId: string, message: string, suggestion: string): GatewayError =>
  new GatewayError('RISK.ROLLBACK_FAILED', { message, suggestion, details: { requestId } })

const tooQuick = (requestId: string): GatewayError =>
  new GatewayError('RISK.APPROVAL_TOO_QUICK', {
    suggestion: 'Read the preview, then undo it.',
    details: { requestId },
  })

/** Errors that the person can fix immediately. */
const isFixableByPerson = ({ code }: GatewayError): boolean =>
  code === 'RISK.APPROVAL_NOT_TYPED' || code === 'RISK.APPROVAL_TOO_QUICK'

/** The error as a failed undo. */
function failure(thrown: unknown): GatewayError {
  if (!(thrown instanceof GatewayError)) return new GatewayError('RISK.ROLLBACK_FAILED', { cause: thrown })
  if (thrown.code === 'RISK.ROLLBACK_FAILED' || isFixableByPerson(thrown)) return thrown
  return new GatewayError('RISK.ROLLBACK_FAILED', {
    message: `It could not be undone: ${thrown.message}`,
    suggestion: thrown.suggestion,
    cause: thrown,
  })
}
