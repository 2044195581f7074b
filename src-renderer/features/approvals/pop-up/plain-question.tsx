/**
 * Plain question: replaces a question that fails to render. It can only be denied.
 *
 * Guards invariant 2: no raw request data is shown, and the question is not reported as visible, so that main accepts no
 * approval. The pop-up is rendered again for the next question.
 */
import { useCallback, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { attempt } from '../../../bridge.js'
import { approvals } from '../../../state/feeds.js'
import { Button } from '../../../ui/buttons/button.js'
import { Icon } from '../../../ui/theme/icon.js'
import './plain-question.css'

/** CSS pixels that the text below needs. */
const height = 220

/** Ids that can be decided; the received data may be anything. */
const idsOf = (open: unknown): readonly string[] =>
  Array.isArray(open) ? open.map((one: { id?: unknown } | null) => one?.id).filter((id) => typeof id === 'string') : []

export const PlainQuestion = ({ onAgain }: { readonly onAgain: () => void }) => {
  const { t } = useTranslation()
  const ids = idsOf(approvals.use((feed) => feed.value))
  const failedAt = useRef(ids.join())
  const [refused, setRefused] = useState(false)
  const now = ids.join()

  useEffect(() => {
    void attempt('pop-up:resize', { height })
  }, [])
  useEffect(() => {
    if (now !== failedAt.current) onAgain()
  }, [now, onAgain])

  const deny = useCallback(async () => {
    const [id] = now.split(',')
    if (!id) return
    const result = await attempt('approvals:decide', { id, decision: 'deny' })
    setRefused(!result.ok)
    approvals.refresh()
  }, [now])

  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key === 'Escape' && !event.repeat) void deny()
    }
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  }, [deny])

  return (
    <main className="pop-up-main">
      <div className="pop-up" role="alertdialog" aria-labelledby="plain-question" aria-describedby="plain-facts">
        <div className="plain-question">
          <Icon name="warning" />
          <h1 id="plain-question">{t('crash.questionTitle')}</h1>
          <p id="plain-facts">{t(refused ? 'crash.questionRefused' : 'crash.questionText')}</p>
          <Button tone="danger" autoFocus onClick={() => void deny()}>
            {t('crash.questionDeny')}
          </Button>
        </div>
      </div>
    </main>
  )
}
