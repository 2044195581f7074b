/**
 * Reveal: shows a question as it is while a button is held down, where parts of it are covered for a stream.
 *
 * Guards invariant 8 on a stream: nothing stays uncovered, whatever ends the holding. What is approved is never what is
 * drawn: the answer names the question, which the program holds uncovered all along.
 */
import { useCallback, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { OpenApproval } from '../../../../src-main/contract/approval.js'
import { everyMark } from '../../../../src-main/contract/stream-mark.js'
import { attempt } from '../../../bridge.js'
import { usePreferences } from '../../../state/preferences.js'
import { Button } from '../../../ui/button.js'
import './reveal.css'

export interface Revealed {
  /** The question as it is to be drawn now. */
  readonly question: OpenApproval | undefined
  readonly isOn: boolean
  begin(): void
  end(): void
}

export const useRevealed = (covered: OpenApproval | undefined): Revealed => {
  const [bare, setBare] = useState<OpenApproval>()
  const [held, setHeld] = useState(false)
  const id = covered?.id
  const end = useCallback(() => setHeld(false), [])
  const begin = useCallback(() => setHeld(true), [])

  useEffect(() => {
    setBare(undefined)
    if (!held || id === undefined) return
    let over = false
    void attempt('approvals:reveal', { id }).then((result) => {
      if (!over && result.ok) setBare(result.value)
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
  return { question: isOn ? bare : covered, isOn, begin, end }
}

export const Reveal = ({ question, revealed }: { readonly question: OpenApproval; readonly revealed: Revealed }) => {
  const { t } = useTranslation()
  const isSeenByAll = usePreferences(({ info }) => info?.canHideFromCapture === false)
  if (!everyMark().test(JSON.stringify(question))) return null
  return (
    <div className="pop-up-reveal">
      <p>
        {t('streaming.covered')} {isSeenByAll && <strong>{t('streaming.holdSeen')}</strong>}
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
