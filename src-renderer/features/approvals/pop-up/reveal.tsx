/**
 * Reveal: shows a question without redaction while a button is held down in stream-safe mode.
 *
 * Guards invariant 8 on a stream: the redaction returns however the press ends. A decision names the question by its id;
 * main has the original.
 */

import type { OpenApproval } from '@shared/approvals/approval.js'
import { everyMark } from '@shared/features/stream-mark.js'
import { useCallback, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { attempt } from '../../../bridge.js'
import { usePreferences } from '../../../state/preferences.js'
import { Button } from '../../../ui/buttons/button.js'
import { Gap } from '../../../ui/text/gap.js'
import './reveal.css'

export interface Revealed {
  /** The question as it is to be drawn now. */
  readonly question: OpenApproval | undefined
  readonly isOn: boolean
  /** Whether it was shown without redaction since it is the open one. */
  readonly wasOn: boolean
  begin(): void
  end(): void
}

export const useRevealed = (redacted: OpenApproval | undefined): Revealed => {
  const [bare, setBare] = useState<OpenApproval>()
  const [held, setHeld] = useState(false)
  const [shown, setShown] = useState<string>()
  const id = redacted?.id
  const end = useCallback(() => setHeld(false), [])
  const begin = useCallback(() => setHeld(true), [])

  useEffect(() => {
    setBare(undefined)
    if (!held || id === undefined) return
    let over = false
    void attempt('approvals:reveal', { id }).then((result) => {
      if (over || !result.ok) return
      setBare(result.value)
      setShown(id)
    })
    for (const sign of ['pointerup', 'pointercancel', 'keyup', 'blur'] as const) window.addEventListener(sign, end)
    document.addEventListener('visibilitychange', end)
    return () => {
      over = true
      for (const sign of ['pointerup', 'pointercancel', 'keyup', 'blur'] as const) window.removeEventListener(sign, end)
      document.removeEventListener('visibilitychange', end)
    }
  }, [held, id, end])

  const isOn = held && bare?.id === id && bare !== undefined
  return { question: isOn ? bare : redacted, isOn, wasOn: id !== undefined && shown === id, begin, end }
}

export const Reveal = ({ question, revealed }: { readonly question: OpenApproval; readonly revealed: Revealed }) => {
  const { t } = useTranslation()
  const isSeenByAll = usePreferences(({ info }) => info?.canHideFromCapture === false)
  if (!everyMark().test(JSON.stringify(question))) return null
  return (
    <div className="pop-up-reveal">
      <p>
        {t('streaming.hidden')}
        <Gap />
        {isSeenByAll && <strong>{t('streaming.holdSeen')}</strong>}
      </p>
      <Button
        size="s"
        aria-pressed={revealed.isOn}
        onPointerDown={revealed.begin}
        onKeyDown={(event) => {
          if ((event.key !== ' ' && event.key !== 'Enter') || event.repeat) return
          event.preventDefault()
          revealed.begin()
        }}
      >
        {t('streaming.hold')}
      </Button>
    </div>
  )
}
