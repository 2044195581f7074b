/**
 * Add XiaoZhi: the form for the address of an endpoint, with a test before it is kept.
 *
 * Guards invariant 8: the address is typed like a password, and is forgotten here once it was sent.
 */

import { clientLimits } from '@shared/clients/client.js'
import { type XiaozhiTest, xiaozhiLimits } from '@shared/features/xiaozhi.js'
import { checkAddress } from '@shared/features/xiaozhi-address.js'
import type { AppLanguage } from '@shared/text/language.js'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { attempt } from '../../bridge.js'
import { clients } from '../../state/feeds.js'
import { useRequest } from '../../state/use-request.js'
import { Button } from '../../ui/buttons/button.js'
import { Form } from '../../ui/fields/form.js'
import { SelectField } from '../../ui/fields/select-field.js'
import { TextField } from '../../ui/fields/text-field.js'
import { ErrorNote } from '../../ui/messages/error-note.js'
import { nameProblem } from './new-key.js'
import { TestResult } from './voice-test.js'
import { languages } from './xiaozhi-options.js'

export const AddXiaozhi = ({ isFirst }: { readonly isFirst: boolean }) => {
  const { t, i18n } = useTranslation()
  const taken = clients.use((feed) => feed.value.clients).map(({ name }) => name)
  const [name, setName] = useState('')
  const [address, setAddress] = useState('')
  const [language, setLanguage] = useState<AppLanguage>(i18n.language.startsWith('zh') ? 'zh' : 'en')
  const [tried, setTried] = useState(false)
  const [test, setTest] = useState<XiaozhiTest>()
  const { busy, error, send, reset } = useRequest()
  const { busy: isTesting, send: sendTest } = useRequest()
  const checked = checkAddress(address)
  const wrongName = nameProblem(name, taken)

  const runTest = async () => {
    setTried(true)
    if (!checked.ok) return
    reset()
    setTest(undefined)
    const result = await send(sendTest(attempt('xiaozhi:test', { address })))
    if (result.ok) setTest(result.value)
  }

  const submit = async () => {
    setTried(true)
    if (!checked.ok || wrongName !== undefined) return
    reset()
    const result = await send(attempt('xiaozhi:add', { name: name.trim(), address, language }))
    if (!result.ok) return
    setName('')
    setAddress('')
    setTest(undefined)
    setTried(false)
  }

  return (
    <Form className="client-card voice-add" label={t('xiaozhi.add')} onSubmit={submit}>
      <div>
        <h2>{t(isFirst ? 'xiaozhi.add' : 'xiaozhi.addAnother')}</h2>
        <ol>
          <li>{t('xiaozhi.stepConsole')}</li>
          <li>{t('xiaozhi.stepCopy')}</li>
          <li>{t('xiaozhi.stepPaste')}</li>
        </ol>
      </div>
      <TextField
        label={t('xiaozhi.address')}
        type="password"
        placeholder="wss://api.xiaozhi.me/mcp/?token=…"
        value={address}
        maxLength={xiaozhiLimits.address}
        hint={t('xiaozhi.addressHint')}
        problem={tried && !checked.ok ? t(`xiaozhi.problem.${checked.problem}`) : undefined}
        onChange={(event) => {
          setAddress(event.target.value)
          setTest(undefined)
        }}
      />
      <div className="client-card-fields">
        <TextField
          label={t('xiaozhi.name')}
          placeholder={t('xiaozhi.nameExample')}
          value={name}
          problem={tried && wrongName !== undefined ? t(wrongName, { count: clientLimits.name }) : undefined}
          onChange={(event) => setName(event.target.value)}
        />
        <SelectField label={t('xiaozhi.language')} value={language} options={languages} onChoose={setLanguage} />
      </div>
      {test && (
        <TestResult
          works={test.kind === 'open' || test.kind === 'in-use'}
          text={t(`xiaozhi.result.${test.kind}`)}
          reason={test.kind === 'unreachable' ? test.reason : undefined}
        />
      )}
      {error && <ErrorNote title={t('xiaozhi.failed')} error={error} />}
      <div className="client-card-buttons">
        <Button disabled={busy} onClick={() => void runTest()}>
          {t(isTesting ? 'xiaozhi.testing' : 'xiaozhi.test')}
        </Button>
        <Button tone="go" type="submit" disabled={busy}>
          {t('xiaozhi.connect')}
        </Button>
      </div>
    </Form>
  )
}
