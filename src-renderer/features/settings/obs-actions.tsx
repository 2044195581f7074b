/** OBS actions: the overlay in one click, and the replay, each with what came of it. */
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { attempt } from '../../bridge.js'
import { useRequest } from '../../state/use-request.js'
import { Button } from '../../ui/buttons/button.js'
import { ErrorNote } from '../../ui/messages/error-note.js'
import { Gap } from '../../ui/text/gap.js'

export const ObsActions = () => {
  const { t } = useTranslation()
  const { busy, error, send } = useRequest()
  const [outcome, setOutcome] = useState<{ readonly isGood: boolean; readonly texts: readonly string[] }>()
  const addOverlay = async () => {
    setOutcome(undefined)
    const result = await send(attempt('obs:add-overlay'))
    if (!result.ok) return
    const { value } = result
    if (!('scene' in value)) return setOutcome({ isGood: false, texts: [t(`obs.refused.${value.kind}`)] })
    const { kind, scene, isNewAddress } = value
    const texts = [t(`obs.overlay.${kind}`, { scene }), ...(isNewAddress ? [t('obs.overlay.newAddress')] : [])]
    setOutcome({ isGood: true, texts })
  }
  const saveReplay = async () => {
    setOutcome(undefined)
    const result = await send(attempt('obs:save-replay'))
    if (!result.ok) return
    const { kind } = result.value
    const isReplay = kind === 'saved' || kind === 'unconfirmed' || kind === 'not-running' || kind === 'unavailable'
    setOutcome({ isGood: kind === 'saved', texts: [t(isReplay ? `obs.replay.${kind}` : `obs.refused.${kind}`)] })
  }
  return (
    <>
      <div className="obs-buttons">
        <Button tone="go" disabled={busy} onClick={() => void addOverlay()}>
          {t('obs.addOverlay')}
        </Button>
        <Button disabled={busy} onClick={() => void saveReplay()}>
          {t('obs.saveReplay')}
        </Button>
      </div>
      {outcome && (
        <p className={`obs-outcome ${outcome.isGood ? '' : 'failed'}`} role="status">
          {outcome.texts.map((text) => (
            <span key={text}>
              {text}
              <Gap />
            </span>
          ))}
        </p>
      )}
      {error && <ErrorNote title={t('obs.askFailed')} error={error} />}
    </>
  )
}
