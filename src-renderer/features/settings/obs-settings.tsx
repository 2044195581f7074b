/** OBS settings: the connection, its password, and what OBS is asked to do. */
import { type ObsConnectionState, type ObsState, obsAddressOf } from '@shared/streaming/obs.js'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { attempt } from '../../bridge.js'
import { obs as obsFeed } from '../../state/feeds.js'
import { usePreferences } from '../../state/preferences.js'
import { useRequest } from '../../state/use-request.js'
import { Button } from '../../ui/buttons/button.js'
import { Form } from '../../ui/fields/form.js'
import { TextField } from '../../ui/fields/text-field.js'
import { ErrorNote } from '../../ui/messages/error-note.js'
import { Gap } from '../../ui/text/gap.js'
import { minuteTime } from '../../ui/time/clock-time.js'
import { ObsActions } from './obs-actions.js'
import { onOrOff, useOnOff } from './on-off.js'
import type { SectionProps } from './section.js'
import { SwitchSetting } from './switch-setting.js'
import { TypedSetting } from './typed-setting.js'

export const ObsSettings = ({ settings, onChange }: SectionProps) => {
  const { t } = useTranslation()
  const onOff = useOnOff()
  const state = obsFeed.use((feed) => feed.value)
  const { obs } = settings
  const change = (part: Partial<typeof obs>) => onChange({ obs: { ...obs, ...part } })
  const { connection } = state
  const chapters = connection.kind === 'connected' ? connection.chapters : 'unknown'
  return (
    <>
      <SwitchSetting
        title={t('obs.title')}
        text={t('obs.text')}
        value={onOrOff(obs.enabled)}
        options={onOff}
        onChange={(chosen) => change({ enabled: chosen === 'on' })}
      />
      {obs.enabled && (
        <>
          <Connection state={state} />
          <TypedSetting
            title={t('obs.address')}
            text={t('obs.addressText')}
            value={obs.address}
            problemOf={(typed) =>
              // The mask of stream-safe mode is no address.
              typed === obs.address || obsAddressOf(typed) !== undefined ? undefined : t('obs.addressProblem')
            }
            onSave={(typed) => change({ address: obsAddressOf(typed) ?? obs.address })}
          />
          <SwitchSetting
            title={t('obs.safe')}
            text={t('obs.safeText')}
            value={onOrOff(obs.streamSafe)}
            options={onOff}
            onChange={(chosen) => change({ streamSafe: chosen === 'on' })}
          />
          <SwitchSetting
            title={t('obs.chapters')}
            text={t(`obs.chapterSupport.${chapters}`)}
            value={onOrOff(obs.chapters)}
            options={onOff}
            onChange={(chosen) => change({ chapters: chosen === 'on' })}
          />
        </>
      )}
    </>
  )
}

const Connection = ({ state }: { readonly state: ObsState }) => {
  const { t } = useTranslation()
  const { error, send } = useRequest()
  const { connection, turned } = state
  const isConnected = connection.kind === 'connected'
  const asksForPassword =
    connection.kind === 'failed' && ['password-needed', 'wrong-password'].includes(connection.problem)
  return (
    <section className="setting tall">
      <div>
        <h3>{t('obs.connection')}</h3>
        <p className={connection.kind === 'failed' ? 'obs-problem' : ''} role="status">
          <ConnectionText connection={connection} />
        </p>
        {turned && <p>{t(`obs.turned.${turned.result}.${turned.by}`, { time: minuteTime(turned.at) })}</p>}
      </div>
      {isConnected && <ObsActions />}
      {connection.kind === 'failed' && !asksForPassword && (
        <div className="obs-buttons">
          <Button size="s" onClick={() => void send(attempt('obs:connect'))}>
            {t('obs.connect')}
          </Button>
        </div>
      )}
      {(asksForPassword || state.hasPassword) && <Password isStored={state.hasPassword} isWrong={asksForPassword} />}
      {error && <ErrorNote title={t('obs.connectFailed')} error={error} />}
    </section>
  )
}

const ConnectionText = ({ connection }: { readonly connection: ObsConnectionState }) => {
  const { t } = useTranslation()
  switch (connection.kind) {
    case 'off':
    case 'connecting':
      return t('obs.connecting')
    case 'failed':
      return (
        <>
          {t(`obs.problem.${connection.problem}`)}
          <Gap />
          {connection.retryAt !== undefined && t('obs.retrying')}
        </>
      )
    case 'connected':
      return (
        <>
          {t('obs.connected', { version: connection.version })}
          <Gap />
          {connection.streaming && t('obs.streaming')}
          <Gap />
          {connection.recording && t('obs.recording')}
        </>
      )
  }
}

const Password = ({ isStored, isWrong }: { readonly isStored: boolean; readonly isWrong: boolean }) => {
  const { t } = useTranslation()
  const [typed, setTyped] = useState('')
  const { busy, error, send } = useRequest()
  const hasKeychain = usePreferences(({ info }) => info?.hasKeychain !== false)
  const keep = async (password: string) => {
    const result = await send(attempt('obs:keep-password', { password }))
    if (result.ok) setTyped('')
  }
  const hint = isStored && !isWrong ? 'obs.passwordStored' : hasKeychain ? 'obs.passwordKept' : 'obs.passwordForgotten'
  return (
    <Form className="obs-password" onSubmit={() => keep(typed)}>
      <TextField
        label={t('obs.password')}
        hint={t(hint)}
        type="password"
        maxLength={256}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
      />
      <div className="obs-buttons">
        <Button type="submit" tone={isWrong ? 'go' : 'plain'} disabled={typed === '' || busy}>
          {t('obs.passwordSave')}
        </Button>
        {isStored && (
          <Button tone="quiet" onClick={() => void keep('')}>
            {t('obs.passwordRemove')}
          </Button>
        )}
      </div>
      {error && <ErrorNote title={t('obs.passwordFailed')} error={error} />}
    </Form>
  )
}
