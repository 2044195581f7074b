/** Change step: what a set-up would write on this computer. Nothing is written before the click. */

import type { SetupPlan } from '@shared/servers/java-server.js'
import { useTranslation } from 'react-i18next'
import { attempt } from '../../../bridge.js'
import { Button } from '../../../ui/buttons/button.js'
import { visibleText } from '../../../ui/text/visible-text.js'
import { Icon } from '../../../ui/theme/icon.js'
import { ChangedLines } from './changed-lines.js'
import { SetupProblem } from './setup-problem.js'
import { StepBar } from './step-bar.js'
import './setup.css'
import { useRequest } from '../../../state/use-request.js'

const Note = ({ icon, text }: { readonly icon: 'history' | 'lock' | 'done'; readonly text: string }) => (
  <li>
    <Icon name={icon} />
    {text}
  </li>
)

export interface ChangeStepProps {
  readonly plan: SetupPlan
  readonly onCancel: () => void
  /** The file changed meanwhile; this is the plan for what it is now. */
  readonly onStale: (plan: SetupPlan) => void
  /** @param id of the server that is being set up */
  readonly onDone: (id: string) => void
}

export const ChangeStep = ({ plan, onCancel, onStale, onDone }: ChangeStepProps) => {
  const { t } = useTranslation()
  const { busy, error, send } = useRequest()
  const { changes, backup, rconPort, running, name, folder } = plan
  const isNeeded = changes.length > 0

  const apply = async () => {
    const result = await send(attempt('java:apply', { id: plan.id }))
    if (result.ok) return onDone(result.value.id)
    const again = await attempt('java:plan', { folder })
    if (again.ok) onStale(again.value)
  }

  return (
    <div className="setup">
      <div className="setup-page">
        <StepBar at="change" />
        <h2>
          {isNeeded
            ? t('setUp.changeTitle', { count: changes.length })
            : t('setUp.nothingTitle', { name: visibleText(name) })}
        </h2>
        <p className="setup-lead">{t(isNeeded ? 'setUp.changeText' : 'setUp.nothingText')}</p>
        {error && <SetupProblem title={t('setUp.notWritten')} error={error} />}
        <ChangedLines plan={plan} />
        <ul className="setup-notes">
          {isNeeded && <Note icon="history" text={t('setUp.backup', { file: visibleText(backup) })} />}
          <Note icon="lock" text={t('setUp.router', { port: String(rconPort) })} />
          {isNeeded && <Note icon="done" text={t('setUp.otherLines')} />}
        </ul>
      </div>
      <footer className="setup-foot">
        <span>{isNeeded && t(running ? 'setUp.readsAtRestart' : 'setUp.readsAtStart')}</span>
        <Button onClick={onCancel}>{t('app.cancel')}</Button>
        <Button tone="go" disabled={busy} onClick={() => void apply()}>
          {t(isNeeded ? 'setUp.changeFile' : 'addJava.connect')}
        </Button>
      </footer>
    </div>
  )
}
