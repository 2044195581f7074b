/** Update settings: whether to check for updates, which channel, and the current state. */

import { releasePage, type UpdateState } from '@shared/program/update.js'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { attempt } from '../../bridge.js'
import { updates } from '../../state/feeds.js'
import { useRequest } from '../../state/use-request.js'
import { Button } from '../../ui/buttons/button.js'
import { Choice } from '../../ui/fields/choice.js'
import { ErrorNote } from '../../ui/messages/error-note.js'
import { minuteTime } from '../../ui/time/clock-time.js'
import './about-settings.css'
import type { SectionProps } from './section.js'
import { Setting } from './setting.js'
import { OnOffSetting } from './switch-setting.js'

const channels = ['stable', 'beta'] as const
/** States during which another check would bring no new result. */
const busy: readonly UpdateState['kind'][] = ['checking', 'downloading', 'ready', 'impossible']

export const UpdateSettings = ({ settings, onChange }: SectionProps) => {
  const { t } = useTranslation()
  const state = updates.use((feed) => feed.value)
  const words = useUpdateText(state)
  const { error, send } = useRequest()
  useEffect(() => updates.start(), [])
  const elsewhere = state.kind === 'by-hand' || state.kind === 'impossible' || state.kind === 'failed'

  return (
    <>
      <section className="setting">
        <div>
          <h3>{t('updates.title')}</h3>
          <p role="status">{words}</p>
          {elsewhere &&
            (releasePage === undefined ? (
              <p>{t('updates.noPage')}</p>
            ) : (
              <p className="mono setting-address">{releasePage}</p>
            ))}
          {error && <ErrorNote error={error} quiet />}
        </div>
        <div className="setting-acts">
          {elsewhere && releasePage !== undefined && (
            <Button onClick={() => void send(attempt('updates:open-releases'))}>{t('updates.openReleases')}</Button>
          )}
          {state.kind === 'ready' && state.waitsFor === undefined && (
            <Button tone="go" onClick={() => void send(attempt('updates:restart'))}>
              {t('updates.restart')}
            </Button>
          )}
          {!busy.includes(state.kind) && (
            <Button onClick={() => void send(attempt('updates:check'))}>{t('updates.check')}</Button>
          )}
        </div>
      </section>
      {state.kind !== 'impossible' && <Looking settings={settings} onChange={onChange} />}
    </>
  )
}

/** The update channel, for installations that can update themselves. */
const Looking = ({ settings, onChange }: SectionProps) => {
  const { t } = useTranslation()
  const { automatic, channel } = settings.updates
  return (
    <>
      <OnOffSetting
        title={t('updates.automatic')}
        text={t('updates.automaticText')}
        on={automatic}
        onChange={(on) => onChange({ updates: { channel, automatic: on } })}
      />
      <Setting title={t('updates.channel')} text={t('updates.channelText')}>
        <Choice
          label={t('updates.channel')}
          value={channel}
          options={channels.map((value) => ({ value, label: t(`updates.channels.${value}`) }))}
          onChange={(chosen) => onChange({ updates: { automatic, channel: chosen } })}
        />
      </Setting>
    </>
  )
}

const useUpdateText = (state: UpdateState): string => {
  const { t } = useTranslation()
  switch (state.kind) {
    case 'impossible':
      return t(`updates.impossible.${state.why}`)
    case 'current':
      return t('updates.current', { time: minuteTime(state.at) })
    case 'by-hand':
      return t('updates.byHand', { version: state.version })
    case 'downloading':
      return t('updates.downloading', { version: state.version, percent: state.percent })
    case 'ready':
      return state.waitsFor
        ? t(`updates.waits.${state.waitsFor}`, { version: state.version })
        : t('updates.ready', { version: state.version })
    case 'failed':
      return t(`updates.failed.${state.why}`)
    default:
      return t(`updates.${state.kind}`)
  }
}
