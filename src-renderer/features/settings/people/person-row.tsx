/** Person row: who they are, whether they can be asked now, and the way to take their key away. */
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ContractError } from '../../../../src-main/contract/generated/error.js'
import type { KnownPerson } from '../../../../src-main/contract/people.js'
import { attempt } from '../../../bridge.js'
import { Button } from '../../../ui/button.js'
import { ErrorNote } from '../../../ui/error-note.js'
import { Name } from '../../../ui/name.js'
import { visibleText } from '../../../ui/visible-text.js'

const Revoking = ({ id, onKeep }: { readonly id: string; readonly onKeep: () => void }) => {
  const { t } = useTranslation()
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<ContractError>()
  const revoke = async () => {
    setBusy(true)
    const result = await attempt('people:revoke', { id })
    setBusy(false)
    if (!result.ok) setError(result.error)
  }
  return (
    <div className="person-revoking" role="alertdialog" aria-label={t('people.revokeQuestion')}>
      <div>
        <b>{t('people.revokeQuestion')}</b>
        <p>{t('people.revokeText')}</p>
        {error && <ErrorNote error={error} />}
      </div>
      <Button size="s" autoFocus onClick={onKeep}>
        {t('people.keep')}
      </Button>
      <Button size="s" tone="danger" disabled={busy} onClick={() => void revoke()}>
        {t('people.revoke')}
      </Button>
    </div>
  )
}

export const PersonRow = ({ person: { id, name, present, lastSeenAt } }: { readonly person: KnownPerson }) => {
  const { t, i18n } = useTranslation()
  const [revoking, setRevoking] = useState(false)
  const time = new Intl.DateTimeFormat(i18n.language, { dateStyle: 'medium', timeStyle: 'short' })
  const seen = lastSeenAt ? t('people.lastSeen', { time: time.format(new Date(lastSeenAt)) }) : t('people.neverSeen')
  return (
    <li className="person-row">
      <div className="person-row-line">
        <div>
          <Name text={name} className="people-name" />
          <p>{present ? t('people.present') : seen}</p>
        </div>
        <Button
          tone="quiet"
          size="s"
          aria-label={t('people.revokeNamed', { name: visibleText(name) })}
          aria-expanded={revoking}
          onClick={() => setRevoking(!revoking)}
        >
          {t('people.revoke')}
        </Button>
      </div>
      {revoking && <Revoking id={id} onKeep={() => setRevoking(false)} />}
    </li>
  )
}
