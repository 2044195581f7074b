/** Telemetry settings: the collector that gets traces, metrics and the log, its header, and what arrives there. */
import { checkEndpoint, type TelemetryState, telemetryLimits } from '@shared/program/telemetry.js'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { attempt } from '../../bridge.js'
import { telemetry as telemetryFeed } from '../../state/feeds.js'
import { useRequest } from '../../state/use-request.js'
import { Button } from '../../ui/buttons/button.js'
import { Form } from '../../ui/fields/form.js'
import { TextField } from '../../ui/fields/text-field.js'
import { ErrorNote } from '../../ui/messages/error-note.js'
import { Gap } from '../../ui/text/gap.js'
import { onOrOff, useOnOff } from './on-off.js'
import type { SectionProps } from './section.js'
import { SwitchSetting } from './switch-setting.js'
import { TypedSetting } from './typed-setting.js'

export const TelemetrySettings = ({ settings, onChange }: SectionProps) => {
  const { t } = useTranslation()
  const onOff = useOnOff()
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
      <SwitchSetting
        title={t('telemetry.title')}
        text={t('telemetry.text')}
        value={onOrOff(telemetry.enabled)}
        options={onOff}
        onChange={(chosen) => change({ enabled: chosen === 'on' })}
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
      <Header isStored={hasHeader} />
    </section>
  )
}

const Header = ({ isStored }: { readonly isStored: boolean }) => {
  const { t } = useTranslation()
  const [typed, setTyped] = useState('')
  const { busy, error, send } = useRequest()
  const keep = async (header: string) => {
    const result = await send(attempt('telemetry:keep-header', { header }))
    if (result.ok) setTyped('')
  }
  return (
    <Form className="obs-password telemetry-header" onSubmit={() => keep(typed)}>
      <TextField
        label={t('telemetry.header')}
        hint={t(isStored ? 'telemetry.headerStored' : 'telemetry.headerText')}
        type="password"
        maxLength={telemetryLimits.header}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
      />
      <div className="obs-buttons">
        <Button type="submit" disabled={typed === '' || busy}>
          {t('telemetry.headerSave')}
        </Button>
        {isStored && (
          <Button tone="quiet" onClick={() => void keep('')}>
            {t('telemetry.headerRemove')}
          </Button>
        )}
      </div>
      {error && <ErrorNote title={t('telemetry.headerFailed')} error={error} />}
    </Form>
  )
}
