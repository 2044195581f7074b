/**
 * Onboarding: the first steps: introduction, decision rule, world, AI client, first try. Each step determines by itself
 * whether it is done.
 *
 * The forms of other screens are passed in by the code that composes the screens.
 */
import { isQuorumUnset } from '@shared/program/settings.js'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { attempt } from '../../bridge.js'
import { approvals, clients, connectedClients, servers } from '../../state/feeds.js'
import { useLive } from '../../state/live.js'
import { goTo } from '../../state/navigation.js'
import { usePreferences } from '../../state/preferences.js'
import { Button } from '../../ui/buttons/button.js'
import { GateMark, Icon } from '../../ui/theme/icon.js'
import { ClientStep } from './client-step.js'
import { DecideStep } from './decide-step.js'
import './onboarding.css'
import { useTryNow } from '../../state/use-try-now.js'
import { isDone, type Progress, progressOf, type StepName, stepNames } from './progress.js'
import { StartWithComputer } from './start-with-computer.js'
import { TryStep } from './try-step.js'
import { WelcomeStep } from './welcome-step.js'
import { type WorldSlots, WorldStep } from './world-step.js'

interface StepListProps {
  readonly shown: StepName
  readonly progress: Progress
  readonly onShow: (step: StepName) => void
}

/** The current one of the first steps, and which are done. */
const StepList = ({ shown, progress, onShow }: StepListProps) => {
  const { t } = useTranslation()
  return (
    <nav aria-label={t('onboarding.steps')}>
      <ol className="onboarding-steps">
        {stepNames.map((step, index) => {
          const done = isDone(step, progress)
          return (
            <li key={step}>
              <button type="button" aria-current={step === shown ? 'step' : undefined} onClick={() => onShow(step)}>
                <span className={`onboarding-number ${done ? 'done' : ''}`} aria-hidden="true">
                  {done ? <Icon name="done" size={14} /> : index + 1}
                </span>
                {t(`onboarding.${step}.name`)}
                {done && <span className="visually-hidden">{t('onboarding.isDone')}</span>}
              </button>
            </li>
          )
        })}
      </ol>
    </nav>
  )
}

const useProgress = (read: boolean): Progress =>
  progressOf({
    read,
    decided: usePreferences(({ settings }) => !isQuorumUnset(settings)),
    servers: servers.use().value,
    clients: clients.use().value,
    connectedClients: connectedClients.use().value,
    calls: useLive(({ calls }) => calls),
    questions: approvals.use().value.length,
  })

/** Leaves the first steps; they do not come up by themselves again. */
const leave = (): void => {
  void attempt('settings:change', { welcomed: true })
  goTo({ screen: 'home' })
}

export const OnboardingScreen = (parts: WorldSlots) => {
  const { t } = useTranslation()
  const [step, setStep] = useState<StepName>('welcome')
  const [readOn, setReadOn] = useState(false)
  const welcomed = usePreferences(({ settings }) => settings.welcomed)
  const progress = useProgress(readOn || welcomed)
  const heading = useRef<HTMLHeadingElement>(null)
  const at = stepNames.indexOf(step)
  const next = stepNames[at + 1]
  const back = stepNames[at - 1]
  const done = isDone(step, progress)
  const open = stepNames.find((name) => !isDone(name, progress))
  const tryNow = useTryNow()

  useEffect(() => heading.current?.focus(), [])
  const show = (wanted: StepName) => {
    setStep(wanted)
    if (wanted !== 'welcome') setReadOn(true)
    heading.current?.focus()
  }

  /** From the first screen two clicks to an approved action: this one, and the one in the pop-up. */
  const tryIt = () => {
    show('try')
    tryNow.start()
  }

  const bodies: Readonly<Record<StepName, ReactNode>> = {
    welcome: <WelcomeStep />,
    decide: <DecideStep />,
    world: <WorldStep world={progress.world} {...parts} />,
    client: <ClientStep client={progress.client} />,
    try: <TryStep tried={progress.tried} hasClient={progress.client !== undefined} now={tryNow} />,
  }

  return (
    <main className="onboarding">
      <aside className="onboarding-side">
        <div className="onboarding-brand">
          <GateMark size={28} />
          <span>{t('app.name')}</span>
        </div>
        <StepList shown={step} progress={progress} onShow={show} />
        <Button tone="quiet" size="s" onClick={leave}>
          {t('onboarding.skip')}
        </Button>
      </aside>
      <section className="onboarding-step" aria-labelledby="onboarding-title">
        <div className="onboarding-scroll">
          <h1 id="onboarding-title" ref={heading} tabIndex={-1}>
            {t(`onboarding.${step}.title`)}
          </h1>
          <p className="onboarding-text">
            {t(step === 'try' && !progress.client ? 'onboarding.try.textAlone' : `onboarding.${step}.text`)}
          </p>
          {bodies[step]}
          {!next && <StartWithComputer />}
        </div>
        <footer className="onboarding-foot">
          {back && <Button onClick={() => show(back)}>{t('onboarding.back')}</Button>}
          {next && (
            <Button tone={step !== 'welcome' && done ? 'go' : 'plain'} onClick={() => show(next)}>
              {t(step === 'welcome' ? 'onboarding.begin' : done ? 'onboarding.next' : 'onboarding.later')}
            </Button>
          )}
          {step === 'welcome' && (
            <Button tone="go" icon="call" onClick={tryIt}>
              {t('onboarding.try.now')}
            </Button>
          )}
          {!next && (
            <Button tone={done && !open ? 'go' : 'plain'} onClick={leave}>
              {t('onboarding.finish')}
            </Button>
          )}
          {!next && done && open && (
            <Button tone="go" onClick={() => show(open)}>
              {t('onboarding.continue')}
            </Button>
          )}
        </footer>
      </section>
    </main>
  )
}
