/** Restart step: waits until the server has stopped, started and responds, then continues automatically. */

import type { OnlineNow, SetupState, SetupStep } from '@shared/servers/java-server.js'
import type { TFunction } from 'i18next'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { attempt } from '../../../bridge.js'
import { useRequest } from '../../../state/use-request.js'
import { Button } from '../../../ui/buttons/button.js'
import { ErrorNote } from '../../../ui/messages/error-note.js'
import { visibleText } from '../../../ui/text/visible-text.js'
import { Icon } from '../../../ui/theme/icon.js'
import { secondsSince, useNow } from '../../../ui/time/clock.js'
import { clockTime } from '../../../ui/time/clock-time.js'
import { SetupProblem } from './setup-problem.js'
import { StepBar } from './step-bar.js'
import './setup.css'

const order: readonly SetupStep[] = ['waiting-for-stop', 'waiting-for-start', 'connecting', 'connected']

const lasted = (seconds: number): string => `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`

/** Names only where the server gives them all. */
const onlineText = ({ count, names }: OnlineNow, t: TFunction): string =>
  names.length === count
    ? t('setUp.onlineNames', { count, players: names.map(visibleText).join(', ') })
    : t('setUp.online', { count })

interface StageProps {
  readonly number: number
  readonly state: 'done' | 'now' | 'later'
  readonly title: string
  readonly text?: ReactNode
  readonly children?: ReactNode
}

const Stage = ({ number, state, title, text, children }: StageProps) => (
  <li className={state} aria-current={state === 'now' ? 'step' : undefined}>
    <span className="setup-mark">
      {state === 'done' && <Icon name="done" size={14} />}
      {state === 'now' && <span className="setup-spin" />}
      {state === 'later' && number}
    </span>
    <div>
      <b>{title}</b>
      {text && <p>{text}</p>}
    </div>
    {children}
  </li>
)

export interface RestartStepProps {
  readonly setup: SetupState
  readonly onLeave: () => void
  readonly onAgain: () => void
}

export const RestartStep = ({ setup, onLeave, onAgain }: RestartStepProps) => {
  const { t } = useTranslation()
  const now = useNow()
  const { error, send } = useRequest()
  const { id, name, step, since, changedLines, backupAt, online, problem } = setup
  const at = order.indexOf(step)
  const stateOf = (wanted: SetupStep) => {
    const place = order.indexOf(wanted)
    if (at > place) return 'done'
    return at === place ? 'now' : 'later'
  }
  const clock = <span className="mono setup-clock">{lasted(secondsSince(since, now))}</span>

  const request = async (channel: 'java:check-now' | 'java:restore-file') => {
    const result = await send(attempt(channel, { id }))
    if (result.ok && channel === 'java:restore-file') onAgain()
  }

  return (
    <div className="setup">
      <div className="setup-page">
        <StepBar at="restart" />
        <h2>
          {t(changedLines > 0 ? 'setUp.restartTitle' : 'setUp.connectTitle')} <span>{t('setUp.waiting')}</span>
        </h2>
        {changedLines > 0 && <p className="setup-lead">{t('setUp.restartText')}</p>}
        {error && <SetupProblem error={error} />}
        {step === 'lines-lost' && (
          <div className="setup-lost" role="alert">
            <Icon name="warning" />
            <p>{t('setUp.linesLost')}</p>
            <Button size="s" onClick={onAgain}>
              {t('setUp.again')}
            </Button>
          </div>
        )}
        {problem && <ErrorNote title={t('setUp.notConnected')} error={problem} />}
        <ol className="setup-stages" aria-live="polite">
          {changedLines > 0 && (
            <Stage
              number={1}
              state="done"
              title={t('setUp.changed')}
              text={t('setUp.changedText', {
                count: changedLines,
                at: backupAt === undefined ? '' : clockTime(backupAt),
              })}
            >
              <Button size="s" onClick={() => void request('java:restore-file')}>
                {t('setUp.restore')}
              </Button>
            </Stage>
          )}
          {changedLines > 0 && (
            <Stage
              number={2}
              state={stateOf('waiting-for-stop')}
              title={t('setUp.stop')}
              text={
                step === 'waiting-for-stop' &&
                `${t('setUp.stillRuns', { name: visibleText(name) })} ${online && online.count > 0 ? onlineText(online, t) : ''}`
              }
            >
              {step === 'waiting-for-stop' && clock}
            </Stage>
          )}
          <Stage number={3} state={stateOf('waiting-for-start')} title={t('setUp.start')}>
            {step === 'waiting-for-start' && clock}
          </Stage>
          <Stage number={4} state={stateOf('connecting')} title={t('setUp.test')}>
            {step === 'connecting' && clock}
          </Stage>
        </ol>
        <p className="setup-info">
          <Icon name="ask" />
          {t('setUp.mayClose')}
        </p>
      </div>
      <footer className="setup-foot">
        <span />
        <Button onClick={onLeave}>{t('setUp.later')}</Button>
        <Button onClick={() => void request('java:check-now')}>{t('setUp.checkNow')}</Button>
      </footer>
    </div>
  )
}
