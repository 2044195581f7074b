/**
 * Change step: every line of server.properties that would change, before and after. Nothing is written before the click.
 *
 * Guards invariant 8: the generated password is read only when the person asks to see it.
 */

import type { PropertyChange, SetupPlan } from '@shared/servers/java-server.js'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { attempt } from '../../../bridge.js'
import { Button } from '../../../ui/buttons/button.js'
import { Name } from '../../../ui/text/name.js'
import { visibleText } from '../../../ui/text/visible-text.js'
import { Icon } from '../../../ui/theme/icon.js'
import { SetupProblem } from './setup-problem.js'
import { StepBar } from './step-bar.js'
import './setup.css'
import { usePreferences } from '../../../state/preferences.js'
import { useRequest } from '../../../state/use-request.js'

const Secret = ({ planId }: { readonly planId: string }) => {
  const { t } = useTranslation()
  const [shown, setShown] = useState<string>()
  const toggle = async () => {
    if (shown !== undefined) return setShown(undefined)
    const result = await attempt('java:show-password', { id: planId })
    if (result.ok) setShown(result.value.password)
  }
  return (
    <>
      {shown === undefined ? (
        <>
          <span aria-hidden="true">••••••••••••</span> <small>{t('setUp.generated')}</small>
        </>
      ) : (
        <span className="private">{shown}</span>
      )}
      <button
        type="button"
        className="setup-eye"
        aria-pressed={shown !== undefined}
        aria-label={t(shown === undefined ? 'setUp.showPassword' : 'setUp.hidePassword')}
        onClick={() => void toggle()}
      >
        <Icon name="redacted" size={14} />
      </button>
    </>
  )
}

/** Only the password of RCON may be looked at: a person may need it for another program. */
const GeneratedSecret = ({ name, planId }: { readonly name: string; readonly planId: string }) => {
  const { t } = useTranslation()
  if (name === 'rcon.password') return <Secret planId={planId} />
  return (
    <>
      <span aria-hidden="true">••••••••••••</span> <small>{t('setUp.generated')}</small>
    </>
  )
}

/** Secrets that go to the keychain, where there is one. */
const isKept = (reason: PropertyChange['reason']): boolean =>
  reason === 'sets-password' || reason === 'management-secret'

const ChangedLine = ({ change, planId }: { readonly change: PropertyChange; readonly planId: string }) => {
  const { t } = useTranslation()
  const hasKeychain = usePreferences(({ info }) => info?.hasKeychain === true)
  const { key, line, before, after, secret, reason, takenBy } = change
  return (
    <tr>
      <td className="mono">{line ?? '+'}</td>
      <th scope="row">
        <span className="mono">{key}</span>
        <span>
          {reason === 'port-is-taken' && takenBy !== undefined
            ? t('setUp.reason.taken-by', { name: visibleText(takenBy) })
            : !hasKeychain && isKept(reason)
              ? t(`setUp.forgotten.${reason}`)
              : t(`setUp.reason.${reason}`)}
        </span>
      </th>
      <td>
        <span className="setup-value mono">
          {before === undefined || before === '' ? (
            <i>{t(secret && line !== undefined ? 'setUp.weak' : 'setUp.empty')}</i>
          ) : (
            visibleText(before)
          )}
        </span>
      </td>
      <td>
        <Icon name="arrow" />
      </td>
      <td>
        <span className="setup-value then mono">
          {secret ? <GeneratedSecret name={key} planId={planId} /> : visibleText(after ?? '')}
        </span>
      </td>
    </tr>
  )
}

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
  const { changes, file, backup, rconPort, running, name, folder, software, version } = plan
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
        <div className="setup-file">
          <div className="setup-file-head">
            <Icon name="note" />
            <Name text={file} className="mono" />
            <span>{visibleText([software, version].filter((part) => part !== undefined).join(' '))}</span>
          </div>
          {isNeeded && (
            <table>
              <thead>
                <tr>
                  <th scope="col">{t('setUp.line')}</th>
                  <th scope="col">{t('setUp.setting')}</th>
                  <th scope="col">{t('setUp.now')}</th>
                  <td />
                  <th scope="col">{t('setUp.then')}</th>
                </tr>
              </thead>
              <tbody>
                {changes.map((change) => (
                  <ChangedLine key={change.key} change={change} planId={plan.id} />
                ))}
              </tbody>
            </table>
          )}
        </div>
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
