/** Gateway settings: gateways on other computers, with their state, and the form that adds one. */
import { gatewayLimits, type ListedGateway } from '@shared/remote/gateway.js'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { attempt } from '../../bridge.js'
import { gateways } from '../../state/gateway.js'
import { useRequest } from '../../state/use-request.js'
import { Button } from '../../ui/buttons/button.js'
import { Form } from '../../ui/fields/form.js'
import { TextField } from '../../ui/fields/text-field.js'
import { Confirm } from '../../ui/layout/confirm.js'
import { ErrorNote } from '../../ui/messages/error-note.js'
import { Name } from '../../ui/text/name.js'
import { minuteTime } from '../../ui/time/clock-time.js'
import './gateway-settings.css'
import { Setting } from './setting.js'

const Row = ({ gateway }: { readonly gateway: ListedGateway }) => {
  const { t } = useTranslation()
  const { error, send } = useRequest()
  const [isRemoving, setIsRemoving] = useState(false)
  const { id, name, person, link, waiting } = gateway
  const state =
    link.kind === 'lost' ? t('gateways.state.lost', { time: minuteTime(link.since) }) : t(`gateways.state.${link.kind}`)
  return (
    <li className="gateway-row">
      <div>
        <h3>
          <Name text={name} />
        </h3>
        <p>
          <Name text={person.name} /> · {t(`gateways.role.${person.role}`)} · {state}
          {waiting > 0 && <> · {t('approvals.waiting', { count: waiting })}</>}
        </p>
        {link.kind !== 'connected' && <p>{t(`gateways.hint.${link.kind}`)}</p>}
      </div>
      <div className="gateway-buttons">
        <Button tone="go" onClick={() => void send(attempt('gateways:open', { id }))}>
          {t('gateways.open')}
        </Button>
        {link.kind !== 'connected' && link.kind !== 'connecting' && (
          <Button onClick={() => void send(attempt('gateways:reconnect', { id }))}>{t('gateways.reconnect')}</Button>
        )}
        <Button onClick={() => setIsRemoving(true)}>{t('gateways.remove')}</Button>
      </div>
      {isRemoving && (
        <Confirm
          question={t('gateways.removeTitle', { name })}
          text={t('gateways.removeText')}
          keep={t('gateways.cancel')}
          act={t('gateways.removeSure')}
          onKeep={() => setIsRemoving(false)}
          onAct={() => void send(attempt('gateways:remove', { id }))}
        />
      )}
      {error && <ErrorNote error={error} />}
    </li>
  )
}

const AddForm = ({ onClose }: { readonly onClose: () => void }) => {
  const { t } = useTranslation()
  const [address, setAddress] = useState('')
  const [code, setCode] = useState('')
  const { busy, error, send } = useRequest()
  const submit = async () => {
    const result = await send(attempt('gateways:add', { address, code }))
    if (result.ok) onClose()
  }
  return (
    <Form className="gateway-form" label={t('gateways.add')} onSubmit={submit} onClose={onClose}>
      <TextField
        label={t('gateways.address')}
        value={address}
        maxLength={gatewayLimits.address}
        placeholder="nas.local:8797"
        onChange={(event) => setAddress(event.target.value)}
      />
      <TextField
        label={t('gateways.code')}
        hint={t('gateways.codeText')}
        value={code}
        maxLength={gatewayLimits.code}
        placeholder="ABCDE-FGHJK-MNPQR-STVWX"
        autoComplete="off"
        onChange={(event) => setCode(event.target.value)}
      />
      <div className="gateway-buttons">
        <Button tone="go" type="submit" disabled={busy || address.trim() === '' || code.trim() === ''}>
          {t(busy ? 'gateways.adding' : 'gateways.add')}
        </Button>
        <Button onClick={onClose}>{t('gateways.cancel')}</Button>
      </div>
      {error && <ErrorNote title={t('gateways.failed')} error={error} />}
    </Form>
  )
}

export const GatewaySettings = () => {
  const { t } = useTranslation()
  const all = gateways.use((feed) => feed.value)
  const [isAdding, setIsAdding] = useState(false)
  return (
    <Setting tall title={t('gateways.title')} text={t('gateways.text')}>
      {all.length > 0 && (
        <ul className="gateway-list">
          {all.map((gateway) => (
            <Row key={gateway.id} gateway={gateway} />
          ))}
        </ul>
      )}
      {isAdding ? (
        <AddForm onClose={() => setIsAdding(false)} />
      ) : (
        <div>
          <Button icon="plus" onClick={() => setIsAdding(true)}>
            {t('gateways.add')}
          </Button>
        </div>
      )}
    </Setting>
  )
}
