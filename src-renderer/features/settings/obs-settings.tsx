/** OBS settings: the connection, its password, and what OBS is asked to do. */
import { type ObsConnectionState, type ObsState, obsAddressOf } from '@shared/streaming/obs.js'
import { useTranslation } from 'react-i18next'
import { attempt } from '../../bridge.js'
import { obs as obsFeed } from '../../state/feeds.js'
import { usePreferences } from '../../state/preferences.js'
import { useRequest } from '../../state/use-request.js'
import { Button } from '../../ui/buttons/button.js'
import { ErrorNote } from '../../ui/messages/error-note.js'
import { Gap } from '../../ui/text/gap.js'
import { minuteTime } from '../../ui/time/clock-time.js'
import { ObsActions } from './obs-actions.js'
import { SecretForm } from './secret-form.js'
import type { SectionProps } from './section.js'
import { OnOffSetting } from './switch-setting.js'
import { TypedSetting } from './typed-setting.js'

export const ObsSettings = ({ settings, onChange }: SectionProps) => {
  const { t } = useTranslation()
  const state = obsFeed.use((feed) => feed.value)
  const { obs } = settings
  const change = (part: Partial<typeof obs>) => onChange({ obs: { ...obs, ...part } })
  const { connection } = state
  const chapters = connection.kind === 'connected' ? connection.chapters : 'unknown'
  return (
    <>
      <OnOffSetting
        title={t('obs.title')}
        text={t('obs.text')}
        on={obs.enabled}
        onChange={(on) => change({ enabled: on })}
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
          <OnOffSetting
            title={t('obs.safe')}
            text={t('obs.safeText')}
            on={obs.streamSafe}
            onChange={(on) => change({ streamSafe: on })}
          />
          <OnOffSetting
            title={t('obs.chapters')}
            text={t(`obs.chapterSupport.${chapters}`)}
            on={obs.chapters}
            onChange={(on) => change({ chapters: on })}
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
  const hasKeychain = usePreferences(({ info }) => info?.hasKeychain !== false)
  const hint = isStored && !isWrong ? 'obs.passwordStored' : hasKeychain ? 'obs.passwordKept' : 'obs.passwordForgotten'
  return (
    <SecretForm
      label={t('obs.password')}
      hint={t(hint)}
      save={t('obs.passwordSave')}
      remove={t('obs.passwordRemove')}
      failed={t('obs.passwordFailed')}
      maxLength={256}
      isStored={isStored}
      isWrong={isWrong}
      onKeep={(password) => attempt('obs:keep-password', { password })}
    />
  )
}
