/** Telemetry settings: the collector that gets traces, metrics and the log, its header, and what arrives there. */
import { checkEndpoint, type TelemetryState, telemetryLimits } from '@shared/program/telemetry.js'
import { useTranslation } from 'react-i18next'
import { attempt } from '../../bridge.js'
import { telemetry as telemetryFeed } from '../../state/feeds.js'
import { Gap } from '../../ui/text/gap.js'
import { SecretForm } from './secret-form.js'
import type { SectionProps } from './section.js'
import { OnOffSetting } from './switch-setting.js'
import { TypedSetting } from './typed-setting.js'

export const TelemetrySettings = ({ settings, onChange }: SectionProps) => {
  const { t } = useTranslation()
  const state = telemetryFeed.use((feed) => feed.value)
  const { telemetry } = settings
  const change = (part: Partial<typeof telemetry>) => onChange({ telemetry: { ...telemetry, ...part } })
  const endpoint = telemetry.endpoint === '' && state.kind === 'on' ? state.endpoint : telemetry.endpoint
  const problemOf = (typed: string) => {
    // The mask of stream-safe mode is no address.
    if (typed === endpoint) return undefined
    const checked = checkEndpoint(typed)
    return checked.ok ? undefined : t(`telemetry.endpointProblem.${checked.problem}`)
  }
  const save = (typed: string) => {
    const checked = checkEndpoint(typed)
    if (checked.ok) change({ endpoint: checked.endpoint })
  }
  return (
    <>
      <OnOffSetting
        title={t('telemetry.title')}
        text={t('telemetry.text')}
        on={telemetry.enabled}
        onChange={(on) => change({ enabled: on })}
      />
      {telemetry.enabled && (
        <>
          <TypedSetting
            title={t('telemetry.endpoint')}
            text={t('telemetry.endpointText')}
            value={endpoint}
            problemOf={problemOf}
            onSave={save}
          />
          {state.kind === 'on' && <Delivery state={state} />}
        </>
      )}
    </>
  )
}

const Delivery = ({ state }: { readonly state: Extract<TelemetryState, { readonly kind: 'on' }> }) => {
  const { t } = useTranslation()
  const { sent, dropped, problem, hasHeader } = state
  return (
    <section className="setting tall">
      <div>
        <h3>{t('telemetry.delivery')}</h3>
        <p className={problem ? 'obs-problem' : ''} role="status">
          {problem && t(`telemetry.problem.${problem}`)}
          <Gap />
          {t('telemetry.counts', { sent, dropped })}
        </p>
      </div>
      <SecretForm
        label={t('telemetry.header')}
        hint={t(hasHeader ? 'telemetry.headerStored' : 'telemetry.headerText')}
        save={t('telemetry.headerSave')}
        remove={t('telemetry.headerRemove')}
        failed={t('telemetry.headerFailed')}
        maxLength={telemetryLimits.header}
        isStored={hasHeader}
        onKeep={(header) => attempt('telemetry:keep-header', { header })}
      />
    </section>
  )
}
