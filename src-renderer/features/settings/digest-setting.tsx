/** Digest setting: the daily message, its time, and where it goes. */
import { type DigestPlace, type DigestSettings, digestPlaces } from '@shared/program/digest.js'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { attempt } from '../../bridge.js'
import { useRequest } from '../../state/use-request.js'
import { Button } from '../../ui/buttons/button.js'
import { TimeField } from '../../ui/fields/time-field.js'
import { ErrorNote } from '../../ui/messages/error-note.js'
import { onOrOff, useOnOff } from './on-off.js'
import { SwitchSetting } from './switch-setting.js'

export interface DigestSettingProps {
  readonly value: DigestSettings
  readonly onChange: (value: DigestSettings) => void
}

export const DigestSetting = ({ value, onChange }: DigestSettingProps) => {
  const { t } = useTranslation()
  const onOff = useOnOff()
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
      <SwitchSetting
        title={t('digest.title')}
        text={t('digest.text')}
        value={onOrOff(enabled)}
        options={onOff}
        onChange={(chosen) => change({ enabled: chosen === 'on' })}
      />
      {enabled && (
        <div className="setting-parts setting-quiet digest-parts">
          <TimeField label={t('digest.at')} value={at} onChange={(time) => change({ at: time })} />
          <fieldset className="choice">
            <legend className="visually-hidden">{t('digest.to')}</legend>
            {digestPlaces.map((place) => (
              <label key={place} className={to.includes(place) ? 'on' : ''}>
                <input
                  type="checkbox"
                  checked={to.includes(place)}
                  onChange={(event) =>
                    change({
                      to: digestPlaces.filter((one) => (one === place ? event.target.checked : to.includes(one))),
                    })
                  }
                />
                {t(`digest.places.${place}`)}
              </label>
            ))}
          </fieldset>
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
