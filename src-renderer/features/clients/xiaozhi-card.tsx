/** XiaoZhi card: one endpoint: its state, the last request of its device, and its settings. */

import { type XiaozhiChange, type XiaozhiPhase, type XiaozhiState, xiaozhiLimits } from '@shared/features/xiaozhi.js'
import { checkAddress } from '@shared/features/xiaozhi-address.js'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { attempt } from '../../bridge.js'
import { asCaller } from '../../connect/program-text.js'
import { goTo } from '../../state/navigation.js'
import { useRequest } from '../../state/use-request.js'
import { Button } from '../../ui/buttons/button.js'
import { Form } from '../../ui/fields/form.js'
import { Switch } from '../../ui/fields/switch.js'
import { TextField } from '../../ui/fields/text-field.js'
import { ErrorNote } from '../../ui/messages/error-note.js'
import { Avatar } from '../../ui/names/avatar.js'
import { StatusDot } from '../../ui/names/status-dot.js'
import { Name } from '../../ui/text/name.js'
import { agoOf } from '../../ui/time/relative-time.js'
import { XiaozhiOptions } from './xiaozhi-options.js'

const dots = {
  connected: 'online',
  connecting: 'connecting',
  retrying: 'connecting',
  paused: 'offline',
  refused: 'offline',
  replaced: 'offline',
  'no-address': 'offline',
} as const satisfies Record<XiaozhiPhase, string>

/** States that only a person can leave. */
const needsPerson: ReadonlySet<XiaozhiPhase> = new Set(['refused', 'replaced', 'retrying'])

export const XiaozhiCard = ({ endpoint }: { readonly endpoint: XiaozhiState }) => {
  const { t, i18n } = useTranslation()
  const [open, setOpen] = useState<'address' | 'removing'>()
  const { error, send } = useRequest()
  const { id, name, phase, last, place, enabled, waiting, isInUse, reason, code } = endpoint
  const change = (changed: XiaozhiChange) => void send(attempt('xiaozhi:change', { id, change: changed }))
  const state = phase === 'connected' && !isInUse ? 'open' : phase
  return (
    <section className="client-card voice-card" aria-label={name}>
      <header className="voice-head">
        <Avatar caller={asCaller(name)} />
        <div>
          <h2>
            <Name text={name} />
          </h2>
          <p className="mono">{place}</p>
        </div>
        <Switch label={t('xiaozhi.enabled', { name })} on={enabled} onChange={(on) => change({ enabled: on })} />
      </header>
      <p className="voice-state" role="status">
        <StatusDot silent state={dots[phase]} />
        <span>
          {t(`xiaozhi.phase.${state}`)}
          {code !== undefined && <span className="mono"> ({[code, reason].join(', ')})</span>}
        </span>
        {needsPerson.has(phase) && (
          <Button size="s" onClick={() => void send(attempt('xiaozhi:connect', { id }))}>
            {t('xiaozhi.connectNow')}
          </Button>
        )}
      </p>
      {waiting > 0 && <p>{t('xiaozhi.waiting', { count: waiting })}</p>}
      {last && (
        <blockquote className="voice-last">
          <p>
            {t('xiaozhi.last', { ago: agoOf(last.at, Date.now(), i18n.language) })}{' '}
            <span className="mono">{last.tool}</span>
          </p>
          <p>{last.answer}</p>
        </blockquote>
      )}
      <XiaozhiOptions endpoint={endpoint} onChange={change} />
      {open === 'address' && <XiaozhiAddressForm id={id} onClose={() => setOpen(undefined)} />}
      {error && <ErrorNote title={t('xiaozhi.failed')} error={error} />}
      <div className="client-card-buttons">
        {open === 'removing' ? (
          <>
            <p>{t('xiaozhi.removeText')}</p>
            <Button tone="quiet" onClick={() => setOpen(undefined)}>
              {t('app.cancel')}
            </Button>
            <Button tone="danger" onClick={() => void send(attempt('xiaozhi:remove', { id }))}>
              {t('xiaozhi.removeNow')}
            </Button>
          </>
        ) : (
          <>
            <Button tone="quiet" onClick={() => goTo({ screen: 'clients', about: id })}>
              {t('xiaozhi.rights')}
            </Button>
            <Button tone="quiet" onClick={() => setOpen(open === 'address' ? undefined : 'address')}>
              {t('xiaozhi.newAddress')}
            </Button>
            <Button tone="danger" onClick={() => setOpen('removing')}>
              {t('xiaozhi.remove')}
            </Button>
          </>
        )}
      </div>
    </section>
  )
}

interface XiaozhiAddressFormProps {
  readonly id: string
  readonly onClose: () => void
}

/** Sets a new address for an endpoint, for example after its token was renewed. */
const XiaozhiAddressForm = ({ id, onClose }: XiaozhiAddressFormProps) => {
  const { t } = useTranslation()
  const [address, setAddress] = useState('')
  const [tried, setTried] = useState(false)
  const { error, send } = useRequest()
  const checked = checkAddress(address)
  const submit = async () => {
    setTried(true)
    if (!checked.ok) return
    const result = await send(attempt('xiaozhi:readdress', { id, address }))
    if (result.ok) onClose()
  }
  return (
    <Form className="voice-readdress" onSubmit={submit}>
      <TextField
        label={t('xiaozhi.newAddress')}
        type="password"
        value={address}
        maxLength={xiaozhiLimits.address}
        problem={tried && !checked.ok ? t(`xiaozhi.problem.${checked.problem}`) : undefined}
        onChange={(event) => setAddress(event.target.value)}
      />
      <Button tone="go" type="submit">
        {t('xiaozhi.connect')}
      </Button>
      {error && <ErrorNote title={t('xiaozhi.failed')} error={error} />}
    </Form>
  )
}
