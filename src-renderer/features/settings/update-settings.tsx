/** Update settings: whether newer versions are looked for, which ones, and how it stands, in words. */
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ContractError } from '../../../src-main/contract/generated/error.js'
import { releasePage, type UpdateState } from '../../../src-main/contract/update.js'
import { attempt } from '../../bridge.js'
import { updates } from '../../state/updates.js'
import { Button } from '../../ui/button.js'
import { Choice } from '../../ui/choice.js'
import { ErrorNote } from '../../ui/error-note.js'
import './about-settings.css'
import { onOrOff, useOnOff } from './on-off.js'
import type { SectionProps } from './section.js'
import { Setting } from './setting.js'

const channels = ['stable', 'beta'] as const
/** While one of these goes on, looking again would say nothing new. */
const busy: readonly UpdateState['kind'][] = ['checking', 'downloading', 'ready', 'impossible']

export const UpdateSettings = ({ settings, onChange }: SectionProps) => {
  const { t } = useTranslation()
  const state = updates.use((feed) => feed.value)
  const words = useUpdateWords(state)
  const [error, setError] = useState<ContractError>()
  useEffect(() => updates.start(), [])
  const ask = async (asked: 'updates:check' | 'updates:restart' | 'updates:open-releases') => {
    const result = await attempt(asked)
    setError(result.ok ? undefined : result.error)
  }
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
            <Button onClick={() => void ask('updates:open-releases')}>{t('updates.openReleases')}</Button>
          )}
          {state.kind === 'ready' && state.waitsFor === undefined && (
            <Button tone="go" onClick={() => void ask('updates:restart')}>
              {t('updates.restart')}
            </Button>
          )}
          {!busy.includes(state.kind) && (
            <Button onClick={() => void ask('updates:check')}>{t('updates.check')}</Button>
          )}
        </div>
      </section>
      {state.kind !== 'impossible' && <Looking settings={settings} onChange={onChange} />}
    </>
  )
}

/** What is looked for, where a copy can do something with what is found. */
const Looking = ({ settings, onChange }: SectionProps) => {
  const { t } = useTranslation()
  const onOff = useOnOff()
  const { automatic, channel } = settings.updates
  return (
    <>
      <Setting title={t('updates.automatic')} text={t('updates.automaticText')}>
        <Choice
          label={t('updates.automatic')}
          value={onOrOff(automatic)}
          options={onOff}
          onChange={(chosen) => onChange({ updates: { channel, automatic: chosen === 'on' } })}
        />
      </Setting>
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

const useUpdateWords = (state: UpdateState): string => {
  const { t, i18n } = useTranslation()
  switch (state.kind) {
    case 'impossible':
      return t(`updates.impossible.${state.why}`)
    case 'current': {
      const time = new Intl.DateTimeFormat(i18n.language, { timeStyle: 'short' }).format(new Date(state.at))
      return t('updates.current', { time })
    }
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
