/**
 * Changed lines: every line of server.properties that would change, before and after.
 *
 * Guards invariant 8: the generated password is read only when the person asks to see it.
 */

import type { PropertyChange, SetupPlan } from '@shared/servers/java-server.js'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { attempt } from '../../../bridge.js'
import { usePreferences } from '../../../state/preferences.js'
import { Name } from '../../../ui/text/name.js'
import { visibleText } from '../../../ui/text/visible-text.js'
import { Icon } from '../../../ui/theme/icon.js'
import './setup.css'

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
const GeneratedSecret = ({ name, planId }: { readonly name: string; readonly planId: string | undefined }) => {
  const { t } = useTranslation()
  if (name === 'rcon.password' && planId !== undefined) return <Secret planId={planId} />
  return (
    <>
      <span aria-hidden="true">••••••••••••</span> <small>{t('setUp.generated')}</small>
    </>
  )
}

/** Secrets that go to the keychain, where there is one. */
const isKept = (reason: PropertyChange['reason']): boolean =>
  reason === 'sets-password' || reason === 'management-secret'

const ChangedLine = ({ change, planId }: { readonly change: PropertyChange; readonly planId: string | undefined }) => {
  const { t } = useTranslation()
  const hasKeychain = usePreferences(({ info }) => info?.hasKeychain === true)
  // Elsewhere the password stays in the file.
  const isForgotten = !hasKeychain && planId !== undefined
  const { key, line, before, after, secret, reason, takenBy } = change
  return (
    <tr>
      <td className="mono">{line ?? '+'}</td>
      <th scope="row">
        <span className="mono">{key}</span>
        <span>
          {reason === 'port-is-taken' && takenBy !== undefined
            ? t('setUp.reason.taken-by', { name: visibleText(takenBy) })
            : isForgotten && isKept(reason)
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

export interface ChangedLinesProps {
  readonly plan: SetupPlan
  /** The generated password stays in the file, and is not shown. */
  readonly isElsewhere?: boolean
}

export const ChangedLines = ({ plan, isElsewhere = false }: ChangedLinesProps) => {
  const { t } = useTranslation()
  const { changes, file, software, version } = plan
  return (
    <div className="setup-file">
      <div className="setup-file-head">
        <Icon name="note" />
        <Name text={file} className="mono" />
        <span>{visibleText([software, version].filter((part) => part !== undefined).join(' '))}</span>
      </div>
      {changes.length > 0 && (
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
              <ChangedLine key={change.key} change={change} planId={isElsewhere ? undefined : plan.id} />
            ))}
          </tbody>
        </table>
      )}
    </div>
  )
}
