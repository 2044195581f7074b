/** Digest setting: the daily message, its time, and where it goes. */
import { type DigestPlace, type DigestSettings, digestPlaces } from '@shared/program/digest.js'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { attempt } from '../../bridge.js'
import { useRequest } from '../../state/use-request.js'
import { Button } from '../../ui/buttons/button.js'
import { Choices } from '../../ui/fields/choice.js'
import { TimeField } from '../../ui/fields/time-field.js'
import { ErrorNote } from '../../ui/messages/error-note.js'
import { OnOffSetting } from './switch-setting.js'

export interface DigestSettingProps {
  readonly value: DigestSettings
  readonly onChange: (value: DigestSettings) => void
}

export const DigestSetting = ({ value, onChange }: DigestSettingProps) => {
  const { t } = useTranslation()
  const { busy, error, send } = useRequest()
  const [failed, setFailed] = useState<readonly DigestPlace[]>()
  const { enabled, at, to } = value
  const change = (part: Partial<DigestSettings>) => onChange({ ...value, ...part })
  const sendNow = async () => {
    const result = await send(attempt('digest:send'))
    if (result.ok) setFailed(result.value.failed)
  }
  return (
    <>
      <OnOffSetting
        title={t('digest.title')}
        text={t('digest.text')}
        on={enabled}
        onChange={(on) => change({ enabled: on })}
      />
      {enabled && (
        <div className="setting-parts setting-quiet digest-parts">
          <TimeField label={t('digest.at')} value={at} onChange={(time) => change({ at: time })} />
          <Choices
            label={t('digest.to')}
            values={to}
            options={digestPlaces.map((value) => ({ value, label: t(`digest.places.${value}`) }))}
            onChange={(places) => change({ to: places })}
          />
          <Button size="s" disabled={busy || to.length === 0} onClick={() => void sendNow()}>
            {t('digest.send')}
          </Button>
          {failed && <p role="status">{t(failed.length > 0 ? 'digest.notSent' : 'digest.sent')}</p>}
          {error && <ErrorNote title={t('digest.failed')} error={error} />}
        </div>
      )}
    </>
  )
}
