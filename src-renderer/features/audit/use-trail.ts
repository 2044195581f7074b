/**
 * Use trail: reads the filtered audit trail page by page. Loaded rows stay when a later page fails.
 *
 * A page whose rows belong to listed requests adds no line. The next page is read at once then, because the list requests
 * more only after it has grown.
 */

import type { ContractError } from '@contract/generated/error.js'
import type { AuditFilter, AuditRow } from '@shared/trail/audit.js'
import { useCallback, useEffect, useRef, useState } from 'react'
import { attempt } from '../../bridge.js'
import { requestKey } from './audit-query.js'

const pageSize = 100
/** Maximum pages without a new line that are skipped at once; a search may read many rows for a few results. */
const maxEmpty = 20

export interface Trail {
  readonly status: 'loading' | 'ready'
  readonly rows: readonly AuditRow[]
  readonly error: ContractError | undefined
  readonly isEnd: boolean
  readonly more: () => void
}

interface Read {
  readonly of: string
  readonly rows: readonly AuditRow[]
  readonly next: string | undefined
  readonly error: ContractError | undefined
}

/** @param reading a new value reads from the newest again. */
export const useTrail = (filter: AuditFilter, reading: number): Trail => {
  const asked = JSON.stringify([filter, reading])
  const current = useRef(asked)
  const busy = useRef<string>(undefined)
  const [read, setRead] = useState<Read>()

  const readOn = useCallback(
    async (before: Read | undefined) => {
      const going = `${asked} ${before?.next ?? ''}`
      if (busy.current === going) return
      busy.current = going
      const [wanted] = JSON.parse(asked) as [AuditFilter]
      let cursor = before?.next
      let rows = before?.rows ?? []
      const listed = new Set(rows.map(requestKey))
      for (let empty = 0; ; empty += 1) {
        const page = await attempt('audit:search', { ...wanted, limit: pageSize, ...(cursor && { cursor }) })
        if (current.current !== asked) return
        if (!page.ok) {
          setRead({ of: asked, rows, next: cursor, error: page.error })
          break
        }
        cursor = page.value.next
        rows = [...rows, ...page.value.rows]
        const isLonger = page.value.rows.some((row) => !listed.has(requestKey(row)))
        if (isLonger || cursor === undefined || empty === maxEmpty) {
          setRead({ of: asked, rows, next: cursor, error: undefined })
          break
        }
      }
      busy.current = undefined
    },
    [asked],
  )

  useEffect(() => {
    current.current = asked
    void readOn(undefined)
  }, [asked, readOn])

  const known = read?.of === asked ? read : undefined
  return {
    status: known ? 'ready' : 'loading',
    rows: known?.rows ?? [],
    error: known?.error,
    isEnd: known !== undefined && known.next === undefined,
    more: () => {
      if (known && (known.next !== undefined || known.error)) void readOn(known)
    },
  }
}
