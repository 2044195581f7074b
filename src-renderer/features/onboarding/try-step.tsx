/** Try step: what to ask the AI, and what has come of it so far. Without an AI at hand Gatehouse plays one. */
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ContractError } from '../../../src-main/contract/generated/error.js'
import { demoWorldId } from '../../../src-main/contract/server.js'
import { attempt } from '../../bridge.js'
import { servers } from '../../state/feeds.js'
import { Button } from '../../ui/button.js'
import { ErrorNote } from '../../ui/error-note.js'
import { Icon } from '../../ui/icon.js'
import type { Tried } from './progress.js'

export interface TryStepProps {
  readonly tried: Tried
  /** An AI client is there, or was. */
  readonly hasClient: boolean
}

interface Sign {
  readonly name: string
  readonly seen: boolean
}

export const TryStep = ({ tried, hasClient }: TryStepProps) => {
  const { t } = useTranslation()
  const hasDemo = servers.use(({ value }) => value.some(({ id }) => id === demoWorldId))
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<ContractError>()
  const signs: readonly Sign[] = [
    { name: 'read', seen: tried.read },
    { name: 'asked', seen: tried.asked },
    { name: tried.answer ?? 'approved', seen: tried.answer !== undefined },
  ]
  const play = async () => {
    setBusy(true)
    setError(undefined)
    const played = await attempt('practice:play')
    setError(played.ok ? undefined : played.error)
    setBusy(false)
  }
  return (
    <>
      <ol className="onboarding-say">
        {(['read', 'asked'] as const).map((sentence) => (
          <li key={sentence}>
            <q>{t(`onboarding.try.say.${sentence}`)}</q>
            <p>{t(`onboarding.try.says.${sentence}`)}</p>
          </li>
        ))}
      </ol>
      <ul className="onboarding-signs" aria-label={t('onboarding.try.signs')} aria-live="polite">
        {signs.map(({ name, seen }) => (
          <li key={name} className={seen ? 'seen' : ''}>
            <Icon name={!seen ? 'open' : name === 'denied' || name === 'expired' ? 'refused' : 'done'} />
            {t(`onboarding.try.sign.${name}`)}
            <span className="visually-hidden">{t(seen ? 'onboarding.isDone' : 'onboarding.isNotDone')}</span>
          </li>
        ))}
      </ul>
      <div className="onboarding-play">
        <div>
          <h2>{t(hasClient ? 'onboarding.try.playToo' : 'onboarding.try.play')}</h2>
          <p>{t(hasDemo ? 'onboarding.try.playText' : 'onboarding.try.noDemo')}</p>
        </div>
        <Button icon="call" disabled={busy || !hasDemo} onClick={() => void play()}>
          {t(busy ? 'onboarding.try.playing' : 'onboarding.try.playButton')}
        </Button>
      </div>
      {error && <ErrorNote error={error} />}
      {tried.answer && (
        <p className={`onboarding-state ${tried.answer === 'approved' ? '' : 'onboarding-waits'}`} role="status">
          {t(`onboarding.try.ended.${tried.answer}`)}
        </p>
      )}
    </>
  )
}
