/**
 * Digest contents: what AI did in a span, counted from the log and from what can be undone.
 *
 * Guards that it is counted as for an absence: what only reads is no news unless it was refused, and what a person did
 * themselves is not counted.
 */
import { type AuditPage, type AuditQuery, maxAuditRows } from '@shared/trail/audit.js'
import { nextTurn } from '@shared/turns.js'
import { callsSince } from '../../storage/ended-calls.js'
import { countedAs, type IsRead, type UndoList, undoableSince } from '../while-away.js'

/** A span of the log: ISO 8601, `until` exclusive. */
export interface DigestSpan {
  readonly since: string
  readonly until: string
}

export interface ServerDigest {
  readonly serverId: string
  /** Most frequent first. */
  readonly actions: readonly { readonly capabilityId: string; readonly count: number }[]
}

export interface Digest extends DigestSpan {
  /** Those where AI did most first. */
  readonly servers: readonly ServerDigest[]
  readonly done: number
  readonly failed: number
  readonly denied: number
  readonly expired: number
  readonly undoable: number
  /** People as the log names them. */
  readonly answers: readonly { readonly name: string; readonly approved: number; readonly denied: number }[]
}

export interface DigestSources {
  readonly audit: { search(query: AuditQuery): AuditPage }
  readonly undo: UndoList
  readonly isRead: IsRead
}

export const isEmpty = ({ done, failed, denied, expired }: Digest): boolean => done + failed + denied + expired === 0

export async function readDigest({ audit, undo, isRead }: DigestSources, span: DigestSpan): Promise<Digest> {
  const counts = { done: 0, failed: 0, denied: 0, expired: 0 }
  const servers = new Map<string, Map<string, number>>()
  for await (const call of callsSince(audit, span.since)) {
    const counted = call.at < span.until ? countedAs(call, isRead) : undefined
    if (!counted) continue
    counts[counted] += 1
    if (counted !== 'done' || !call.server) continue
    const actions = servers.get(call.server.id) ?? new Map<string, number>()
    servers.set(call.server.id, actions.set(call.capabilityId, (actions.get(call.capabilityId) ?? 0) + 1))
  }
  const answers = new Map<string, { approved: number; denied: number }>()
  await countAnswers(audit, span, 'approve', answers)
  await countAnswers(audit, span, 'reject', answers)
  return {
    ...span,
    ...counts,
    undoable: undoableSince(undo, span.since),
    servers: [...servers]
      .sort(([, one], [, other]) => sumOf(other) - sumOf(one))
      .map(([serverId, actions]) => ({
        serverId,
        actions: [...actions]
          .sort(([, one], [, other]) => other - one)
          .map(([capabilityId, count]) => ({ capabilityId, count })),
      })),
    answers: [...answers]
      .map(([name, counted]) => ({ name, ...counted }))
      .sort((one, other) => other.approved + other.denied - one.approved - one.denied),
  }
}

const sumOf = (counts: ReadonlyMap<string, number>): number => [...counts.values()].reduce((sum, one) => sum + one, 0)

/** Only decisions of people on a request: no rules, and no outcomes. */
async function countAnswers(
  audit: DigestSources['audit'],
  { since, until }: DigestSpan,
  type: 'approve' | 'reject',
  answers: Map<string, { approved: number; denied: number }>,
): Promise<void> {
  let cursor: string | undefined
  do {
    const page = audit.search({ since, until, type, limit: maxAuditRows, ...(cursor !== undefined && { cursor }) })
    for (const { event } of page.rows) {
      const { approvedBy, approvalId, outcome } = event.approvalInfo ?? {}
      if (event.metadata?.phase !== undefined || approvalId === undefined || approvedBy === undefined) continue
      if (outcome !== 'approved' && outcome !== 'denied') continue
      for (const name of approvedBy.split(', ').filter((one) => !one.startsWith('system.'))) {
        const counted = answers.get(name) ?? { approved: 0, denied: 0 }
        counted[outcome] += 1
        answers.set(name, counted)
      }
    }
    cursor = page.next
    await nextTurn()
  } while (cursor !== undefined)
}
