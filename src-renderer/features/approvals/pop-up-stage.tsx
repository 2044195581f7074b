/**
 * Pop-up stage: shows approvals or an input request of a service in the pop-up.
 *
 * New requests never replace the one a person is reading, and typed text is preserved.
 */
import type { OpenApproval } from '@shared/approvals/approval.js'
import { type ReactNode, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { subscribe } from '../../bridge.js'
import { approvals, inputs } from '../../state/feeds.js'
import { useGateway } from '../../state/gateway.js'
import { personName } from '../../ui/names/person-name.js'
import type { InputDraft } from './inputs/input-draft.js'
import { InputPopUp } from './inputs/input-pop-up.js'
import { PopUp } from './pop-up/pop-up.js'

/** Milliseconds for which the pop-up says who answered. */
const answeredMs = 3_000

interface Answered {
  readonly name: string
  readonly approved: boolean
  /** Ids of the requests that were open besides. */
  readonly others: ReadonlySet<string>
}

/** Who else answered the latest request, for a moment; a newer request takes its place. */
const useAnsweredByOther = (open: readonly OpenApproval[]): ReactNode => {
  const { t } = useTranslation()
  const [closed, setClosed] = useState<Answered>()
  const known = useRef<readonly OpenApproval[]>([])
  known.current = open
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const end = subscribe('approvals:closed', ({ by, outcome }) => {
      const own = useGateway.getState().gateway?.person.name ?? 'desktop'
      const name = by.find((one) => one !== own)
      if (name === undefined || (outcome !== 'approved' && outcome !== 'denied')) return
      clearTimeout(timer)
      const others = new Set(known.current.map(({ id }) => id))
      setClosed({ name, approved: outcome === 'approved', others })
      timer = setTimeout(() => setClosed(undefined), answeredMs)
    })
    return () => {
      clearTimeout(timer)
      end()
    }
  }, [])
  if (!closed || open.some(({ id }) => !closed.others.has(id))) return null
  return (
    <p className="pop-up-answered" role="status">
      {closed.approved
        ? t('gateways.approvedBy', { name: personName(closed.name, t) })
        : t('gateways.deniedBy', { name: personName(closed.name, t) })}
    </p>
  )
}

export const PopUpStage = ({ first }: { readonly first: string | undefined }) => {
  const open = approvals.use((feed) => feed.value)
  const requests = inputs.use((feed) => feed.value)
  const [chosen, setChosen] = useState<string | undefined>(first)
  const drafts = useRef(new Map<string, InputDraft>())
  const request = useMemo(
    () => requests.find(({ id }) => id === chosen) ?? (open.length === 0 ? requests[0] : undefined),
    [requests, chosen, open.length],
  )
  const shown = request?.id

  useEffect(() => setChosen((before) => shown ?? before), [shown])
  useEffect(() => subscribe('pop-up:show', ({ id }) => setChosen(id)), [])
  useEffect(() => {
    const ids = new Set(requests.map(({ id }) => id))
    for (const id of drafts.current.keys()) if (!ids.has(id)) drafts.current.delete(id)
  }, [requests])

  const showApprovals = useCallback(() => setChosen(undefined), [])
  const answered = useAnsweredByOther(open)
  if (!request)
    return (
      <>
        {answered}
        <PopUp first={chosen} />
      </>
    )
  return (
    <InputPopUp
      key={request.id}
      request={request}
      kept={drafts.current.get(request.id)}
      onKeep={(draft) => drafts.current.set(request.id, draft)}
      approvals={open.length}
      onApprovals={showApprovals}
    />
  )
}
