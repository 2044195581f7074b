/**
 * Streamer.bot setting: its address and password, with a test before they are kept.
 *
 * Guards invariant 8: the password is forgotten here once it was sent.
 */
import { type AudienceSettings, audienceSettingLimits, type SourceState } from '@shared/streaming/audience.js'
import { streamerBotAddress } from '@shared/streaming/streamer-bot-address.js'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { attempt } from '../../../bridge.js'
import { audience as audienceFeed } from '../../../state/feeds.js'
import { useRequest } from '../../../state/use-request.js'
import { Button } from '../../../ui/buttons/button.js'
import { Form } from '../../../ui/fields/form.js'
import { TextField } from '../../../ui/fields/text-field.js'
import { ErrorNote } from '../../../ui/messages/error-note.js'
import { Setting } from '../setting.js'
import { SourceLine } from './source-line.js'

export const StreamerBotSetting = ({ audience }: { readonly audience: AudienceSettings }) => {
  const { t } = useTranslation()
  const { enabled, address: saved } = audience.streamerBot
  const state = audienceFeed.use((feed) => feed.value.sources).find(({ id }) => id === 'streamer-bot')
  const [address, setAddress] = useState(saved)
  const [password, setPassword] = useState('')
  const [isOpen, setOpen] = useState(false)
  const [isForgotten, setForgotten] = useState(false)
  const [test, setTest] = useState<SourceState>()
  const { busy, error, send, reset } = useRequest()
  const { busy: isTesting, send: sendTest } = useRequest()
  const problem = streamerBotAddress(address) === undefined ? t('viewers.bot.addressProblem') : undefined
  const wanted = { address, ...(password !== '' && { password }) }

  const runTest = async () => {
    reset()
    setTest(undefined)
    const result = await send(sendTest(attempt('audience:test', wanted)))
    if (result.ok) setTest(result.value)
  }
  const submit = async () => {
    if (problem !== undefined) return
    reset()
    const result = await send(attempt('audience:add', wanted))
    if (!result.ok) return
    setForgotten(!result.value.isKept)
    setPassword('')
    setTest(undefined)
    setOpen(false)
  }

  return (
    <Setting tall title={t('viewers.bot.title')} text={t('viewers.bot.text')}>
      {enabled && state && <SourceLine state={state} />}
      {isForgotten && <p role="status">{t('viewers.notKept')}</p>}
      {(!enabled || isOpen) && (
        <Form className="viewers-form" label={t('viewers.bot.title')} onSubmit={submit}>
          <ol className="viewers-steps">
            <li>{t('viewers.bot.stepOpen')}</li>
            <li>{t('viewers.bot.stepStart')}</li>
          </ol>
          <TextField
            label={t('viewers.bot.address')}
            maxLength={audienceSettingLimits.address}
            value={address}
            problem={problem}
            onChange={(event) => setAddress(event.target.value)}
          />
          <TextField
            label={t('viewers.bot.password')}
            hint={t('viewers.bot.passwordHint')}
            type="password"
            maxLength={512}
            value={password}
            onChange={(event) => setPassword(event.target.value)}
          />
          {test && <SourceLine isTest state={test} />}
          <div className="viewers-buttons">
            <Button type="submit" tone="go" disabled={busy || problem !== undefined}>
              {t('viewers.connect')}
            </Button>
            <Button disabled={busy || problem !== undefined} onClick={() => void runTest()}>
              {t(isTesting ? 'viewers.testing' : 'viewers.test')}
            </Button>
            {isOpen && (
              <Button tone="quiet" onClick={() => setOpen(false)}>
                {t('app.cancel')}
              </Button>
            )}
          </div>
        </Form>
      )}
      {enabled && !isOpen && (
        <div className="viewers-buttons">
          <Button onClick={() => setOpen(true)}>{t('viewers.bot.change')}</Button>
          <Button tone="danger" onClick={() => void send(attempt('audience:remove', { source: 'streamer-bot' }))}>
            {t('viewers.bot.remove')}
          </Button>
        </div>
      )}
      {error && <ErrorNote title={t('viewers.error')} error={error} />}
    </Setting>
  )
}
