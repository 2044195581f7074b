/** Try step: a suggested prompt for the AI, and its progress. Without an AI Gatehouse sends a practice request. */

import { useTranslation } from 'react-i18next'
import type { TryNow } from '../../state/use-try-now.js'
import { Button } from '../../ui/buttons/button.js'
import { ErrorNote } from '../../ui/messages/error-note.js'
import { Icon } from '../../ui/theme/icon.js'
import type { PracticeProgress } from './progress.js'

export interface TryStepProps {
  readonly tried: PracticeProgress
  /** An AI client is or was connected. */
  readonly hasClient: boolean
  readonly now: TryNow
}

interface Sign {
  readonly name: string
  readonly seen: boolean
}

const buttonKeys = {
  idle: 'onboarding.try.now',
  starting: 'onboarding.try.starting',
  playing: 'onboarding.try.playing',
} as const

export const TryStep = ({ tried, hasClient, now: { state, error, start } }: TryStepProps) => {
  const { t } = useTranslation()
  const signs: readonly Sign[] = [
    { name: tried.read === 'practice' ? 'practiceRead' : 'read', seen: tried.read !== undefined },
    { name: 'asked', seen: tried.asked },
    { name: tried.answer ?? 'approved', seen: tried.answer !== undefined },
  ]
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
          <p>{t('onboarding.try.playText')}</p>
        </div>
        <Button icon="call" disabled={state !== 'idle'} onClick={start}>
          {t(buttonKeys[state])}
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
