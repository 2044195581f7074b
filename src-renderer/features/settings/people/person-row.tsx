/** Person row: name, availability, and the button that revokes the key. */

import type { KnownPerson } from '@shared/clients/people.js'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { attempt } from '../../../bridge.js'
import { useRequest } from '../../../state/use-request.js'
import { Button } from '../../../ui/buttons/button.js'
import { Confirm } from '../../../ui/layout/confirm.js'
import { Name } from '../../../ui/text/name.js'
import { visibleText } from '../../../ui/text/visible-text.js'
import { dayAndTime } from '../../../ui/time/clock-time.js'

const Revoking = ({ id, onKeep }: { readonly id: string; readonly onKeep: () => void }) => {
  const { t } = useTranslation()
  const { busy, error, send } = useRequest()
  return (
    <Confirm
      question={t('people.revokeQuestion')}
      text={t('people.revokeText')}
      keep={t('people.keep')}
      act={t('people.revoke')}
      busy={busy}
      error={error}
      onKeep={onKeep}
      onAct={() => void send(attempt('people:revoke', { id }))}
    />
  )
}

export const PersonRow = ({ person: { id, name, present, lastSeenAt } }: { readonly person: KnownPerson }) => {
  const { t, i18n } = useTranslation()
  const [revoking, setRevoking] = useState(false)
  const seen = lastSeenAt
    ? t('people.lastSeen', { time: dayAndTime(lastSeenAt, i18n.language) })
    : t('people.neverSeen')
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
