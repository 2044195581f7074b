/**
 * Twitch setting: the sign-in with a code that the person enters at Twitch.
 *
 * Guards invariant 8: on a stream the code is hidden, as a viewer who enters it would connect their own account.
 */
import { type AudienceSettings, audienceSettingLimits } from '@shared/streaming/audience.js'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { attempt } from '../../../bridge.js'
import { audience as audienceFeed } from '../../../state/feeds.js'
import { useRequest } from '../../../state/use-request.js'
import { Button } from '../../../ui/buttons/button.js'
import { Form } from '../../../ui/fields/form.js'
import { SwitchField } from '../../../ui/fields/switch.js'
import { TextField } from '../../../ui/fields/text-field.js'
import { ErrorNote } from '../../../ui/messages/error-note.js'
import { Name } from '../../../ui/text/name.js'
import { Setting } from '../setting.js'
import { SourceLine } from './source-line.js'

interface TwitchSettingProps {
  readonly audience: AudienceSettings
  readonly isStreamSafe: boolean
}

export const TwitchSetting = ({ audience, isStreamSafe }: TwitchSettingProps) => {
  const { t } = useTranslation()
  const { enabled, clientId: saved } = audience.twitch
  const { sources, twitch } = audienceFeed.use((feed) => feed.value)
  const state = sources.find(({ id }) => id === 'twitch')
  const [clientId, setClientId] = useState(saved)
  const [polls, setPolls] = useState(false)
  const { busy, error, send, reset } = useRequest()
  const isSignedIn = enabled && twitch.kind === 'signed-in'

  const signIn = async () => {
    reset()
    await send(attempt('audience:sign-in', { clientId: clientId.trim(), polls }))
  }

  return (
    <Setting tall title={t('viewers.twitch.title')} text={t('viewers.twitch.text')}>
      {isSignedIn && (
        <>
          <p>
            {t('viewers.twitch.signedIn')} <Name text={twitch.login} />
          </p>
          {state && <SourceLine state={state} />}
          {!twitch.isKept && <p role="status">{t('viewers.notKept')}</p>}
          <div className="viewers-buttons">
            <Button tone="danger" onClick={() => void send(attempt('audience:remove', { source: 'twitch' }))}>
              {t('viewers.twitch.signOut')}
            </Button>
          </div>
        </>
      )}
      {twitch.kind === 'signing-in' && (
        <div className="viewers-code" role="status">
          <p>{t(isStreamSafe ? 'viewers.twitch.codeHidden' : 'viewers.twitch.codeText')}</p>
          {!isStreamSafe && <code className="mono">{twitch.code}</code>}
          <div className="viewers-buttons">
            <Button tone="go" onClick={() => void send(attempt('audience:open-sign-in'))}>
              {t('viewers.twitch.open')}
            </Button>
            <Button tone="quiet" onClick={() => void send(attempt('audience:cancel-sign-in'))}>
              {t('app.cancel')}
            </Button>
          </div>
        </div>
      )}
      {twitch.kind === 'signed-out' && (
        <Form className="viewers-form" label={t('viewers.twitch.title')} onSubmit={signIn}>
          {enabled && twitch.why && <p role="status">{t(`viewers.twitch.out.${twitch.why}`)}</p>}
          <ol className="viewers-steps">
            <li>{t('viewers.twitch.stepRegister')}</li>
            <li>{t('viewers.twitch.stepPublic')}</li>
            <li>{t('viewers.twitch.stepCopy')}</li>
          </ol>
          <TextField
            label={t('viewers.twitch.clientId')}
            maxLength={audienceSettingLimits.clientId}
            value={clientId}
            onChange={(event) => setClientId(event.target.value)}
          />
          <div className="viewers-polls">
            <SwitchField label={t('viewers.twitch.polls')} on={polls} onChange={setPolls} />
          </div>
          <div className="viewers-buttons">
            <Button type="submit" tone="go" disabled={busy || clientId.trim() === ''}>
              {t('viewers.twitch.signIn')}
            </Button>
          </div>
        </Form>
      )}
      {error && <ErrorNote title={t('viewers.error')} error={error} />}
    </Setting>
  )
}
