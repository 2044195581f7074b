/** Remote place: whether people answer in the window of another computer, where it connects, and inviting somebody. */
import { type PersonRole, personRoles } from '@shared/clients/person-role.js'
import type { DoorState, NewInvitation } from '@shared/remote/door-state.js'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { attempt } from '../../../bridge.js'
import { remoteAccess } from '../../../state/feeds.js'
import { useMayOrder } from '../../../state/gateway.js'
import { useRequest } from '../../../state/use-request.js'
import { Button } from '../../../ui/buttons/button.js'
import { SelectField } from '../../../ui/fields/select-field.js'
import { TextField } from '../../../ui/fields/text-field.js'
import { ErrorNote } from '../../../ui/messages/error-note.js'
import { MaskedText } from '../../../ui/text/masked-text.js'
import { visibleText } from '../../../ui/text/visible-text.js'
import { dayAndTime } from '../../../ui/time/clock-time.js'
import { OnOff } from '../on-off.js'
import { PortSetting } from '../port-setting.js'
import './remote-place.css'

const maxNameLength = 40

const Standing = ({ door }: { readonly door: DoorState }) => {
  const { t } = useTranslation()
  switch (door.kind) {
    case 'off':
      return null
    case 'failed':
      return <ErrorNote title={t('remoteAccess.failed')} error={door.error} />
    case 'on':
      return (
        <dl className="remote-standing">
          <dt>{t('remoteAccess.address')}</dt>
          <dd className="mono">
            <MaskedText text={door.addresses.join(', ')} />
          </dd>
          <dt>{t('remoteAccess.certificate')}</dt>
          <dd className="mono">
            <MaskedText text={door.fingerprint} />
          </dd>
        </dl>
      )
  }
}

/** The code of somebody who was invited now; only their name when the window was loaded again. */
const Invited = ({ invitation }: { readonly invitation: NewInvitation }) => {
  const { t, i18n } = useTranslation()
  const { busy, error, send } = useRequest()
  const { name, code, addresses, endsAt } = invitation
  return (
    <div className="remote-invited" role="status">
      <p>{t('remoteAccess.invited', { name: visibleText(name) })}</p>
      <p className="remote-code mono">
        <MaskedText text={code} />
      </p>
      <p>{t('remoteAccess.codeText', { addresses: addresses.join(', '), time: dayAndTime(endsAt, i18n.language) })}</p>
      <Button size="s" disabled={busy} onClick={() => void send(attempt('remote:cancel'))}>
        {t('remoteAccess.cancel')}
      </Button>
      {error && <ErrorNote error={error} />}
    </div>
  )
}

const Invite = ({ onInvited }: { readonly onInvited: (invitation: NewInvitation) => void }) => {
  const { t } = useTranslation()
  const [name, setName] = useState('')
  const [role, setRole] = useState<PersonRole>('moderator')
  const { busy, error, send } = useRequest()
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const result = await send(attempt('remote:invite', { name: name.trim(), role }))
    if (!result.ok) return
    setName('')
    onInvited(result.value)
  }
  return (
    <form className="remote-invite" onSubmit={(event) => void submit(event)}>
      <TextField
        label={t('remoteAccess.name')}
        maxLength={maxNameLength}
        value={name}
        onChange={(event) => setName(event.target.value)}
      />
      <SelectField
        label={t('remoteAccess.role')}
        value={role}
        options={personRoles.map((one) => ({ value: one, label: t(`remoteAccess.roles.${one}`) }))}
        onChoose={setRole}
      />
      <Button type="submit" icon="plus" disabled={busy || name.trim() === ''}>
        {t('remoteAccess.invite')}
      </Button>
      {error && <ErrorNote title={t('remoteAccess.notInvited')} error={error} />}
    </form>
  )
}

export const RemotePlace = () => {
  const { t } = useTranslation()
  const maySwitch = useMayOrder('remote:switch')
  const { value, status } = remoteAccess.use()
  const { busy, error, send } = useRequest()
  const [invited, setInvited] = useState<NewInvitation>()
  if (status !== 'ready') return null
  const { settings, door, invitation } = value
  const isInvited = invited !== undefined && invitation?.endsAt === invited.endsAt
  return (
    <section className="remote-place" aria-labelledby="remote-place-title">
      <div className="people-switch">
        <div>
          <h3 id="remote-place-title">{t('remoteAccess.title')}</h3>
          <p>{t('remoteAccess.text')}</p>
        </div>
        {maySwitch && (
          <OnOff
            label={t('remoteAccess.title')}
            on={settings.enabled}
            onChange={(on) => !busy && void send(attempt('remote:switch', { enabled: on }))}
          />
        )}
      </div>
      {error && <ErrorNote title={t('settings.failed')} error={error} />}
      <Standing door={door} />
      {maySwitch && settings.enabled && (
        <div className="people-switch">
          <div>
            <h4>{t('remoteAccess.aiClients')}</h4>
            <p>{t('remoteAccess.aiClientsText')}</p>
          </div>
          <OnOff
            label={t('remoteAccess.aiClients')}
            on={settings.aiClients}
            onChange={(on) => !busy && void send(attempt('remote:switch', { aiClients: on }))}
          />
        </div>
      )}
      {maySwitch && settings.enabled && (
        <PortSetting
          title={t('remoteAccess.port')}
          text={t('remoteAccess.portText')}
          port={settings.port}
          problem={undefined}
          onSave={(port) => void send(attempt('remote:switch', { port }))}
        />
      )}
      {door.kind === 'on' && (isInvited ? <Invited invitation={invited} /> : <Invite onInvited={setInvited} />)}
    </section>
  )
}
