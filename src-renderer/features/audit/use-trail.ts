/** The trail, read page by page under a filter. Rows that were read stay when a later page cannot be. */
import { useCallback, useEffect, useRef, useState } from 'react'
import type { AuditFilter, AuditRow } from '../../../src-main/contract/audit.js'
import type { ContractError } from '../../../src-main/contract/generated/error.js'
import { attempt } from '../../bridge.js'

const pageSize = 100
/** Empty pages that are passed over at once; a search may look through many rows for a few. */
const mostEmpty = 20

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
      for (let empty = 0; ; empty += 1) {
        const page = await attempt('audit:search', { ...wanted, limit: pageSize, ...(cursor && { cursor }) })
        if (current.current !== asked) return
        const rows = before?.rows ?? []
        if (!page.ok) {
          setRead({ of: asked, rows, next: cursor, error: page.error })
          break
        }
        cursor = page.value.next
        if (page.value.rows.length > 0 || cursor === undefined || empty === mostEmpty) {
          setRead({ of: asked, rows: [...rows, ...page.value.rows], next: cursor, error: undefined })
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
