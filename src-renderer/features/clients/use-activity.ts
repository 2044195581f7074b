/** Use activity: what a client did last, and how many of its requests ended today, from the log. */

import type { AuditEvent } from '@contract/generated/audit-event.js'
import { type AuditRow, maxAuditRows } from '@shared/trail/audit.js'
import { outcomeOf } from '@shared/trail/audit-outcome.js'
import { useEffect, useState } from 'react'
import { attempt } from '../../bridge.js'
import { useLive } from '../../state/live.js'

/** At most `maxAuditRows` are counted. */
export interface Activity {
  readonly last?: AuditEvent
  readonly done: number
  readonly denied: number
  readonly failed: number
}

/** Milliseconds until calls that just ended are counted. */
const collectMs = 400
const ended = new Set(['done', 'denied', 'failed', 'expired', 'withdrawn', 'unknown'])
const rowsForLast = 20

const midnight = (): string => new Date(new Date().setHours(0, 0, 0, 0)).toISOString()

/** @param names as the log names its calls. @param seenAt changes when there may be a newer call */
export const useActivity = (names: readonly string[], seenAt: string | undefined): Activity | undefined => {
  const [activity, setActivity] = useState<Activity>()
  const key = names.join('\n')
  const newest = useLive(({ calls }) => {
    const mine = key.split('\n')
    return calls.findLast(({ caller }) => mine.includes(caller.id) || mine.includes(caller.name))?.id
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: a client that called or was seen again has more to count
  useEffect(() => {
    let isOver = false
    const timer = setTimeout(async () => {
      const since = midnight()
      const rowsOf = async (client: string, query: object): Promise<readonly AuditRow[]> => {
        const result = await attempt('audit:search', { client, ...query })
        return result.ok ? result.value.rows : []
      }
      const named = key === '' ? [] : key.split('\n')
      const all = (query: object) => Promise.all(named.map((client) => rowsOf(client, query)))
      const [today, before] = await Promise.all([all({ since, limit: maxAuditRows }), all({ limit: rowsForLast })])
      if (!isOver) setActivity({ ...countsOf(today.flat()), ...lastOf(before.flat()) })
    }, collectMs)
    return () => {
      isOver = true
      clearTimeout(timer)
    }
  }, [key, seenAt, newest])
  return activity
}

/** Each request counts once: a denial has a row of the decision, and one of the request. */
function countsOf(rows: readonly AuditRow[]): Omit<Activity, 'last'> {
  const requests = (outcome: string) =>
    new Set(
      rows
        .filter(({ event }) => isCall(event) && outcomeOf(event) === outcome)
        .map(({ event }) => event.metadata?.requestId ?? event.id),
    ).size
  return { done: requests('done'), denied: requests('denied'), failed: requests('failed') }
}

function lastOf(rows: readonly AuditRow[]): Pick<Activity, 'last'> {
  const events = rows.map(({ event }) => event).filter((event) => isCall(event) && ended.has(outcomeOf(event)))
  const last = events.reduce<AuditEvent | undefined>(
    (newest, one) => (newest && newest.timestamp >= one.timestamp ? newest : one),
    undefined,
  )
  return last ? { last } : {}
}

/** Entries of Gatehouse itself are no calls. */
const isCall = ({ capabilityId }: AuditEvent): boolean => !capabilityId.startsWith('system.')
