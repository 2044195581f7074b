/** Neuro form: the address of an AI VTuber's program, with a test before it is kept. */

import { clientLimits } from '@shared/clients/client.js'
import { checkNeuroAddress, type NeuroTest, neuroLimits, usualNeuroAddress } from '@shared/features/neuro.js'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { attempt } from '../../bridge.js'
import { clients } from '../../state/feeds.js'
import { useRequest } from '../../state/use-request.js'
import { Button } from '../../ui/buttons/button.js'
import { Form } from '../../ui/fields/form.js'
import { TextField } from '../../ui/fields/text-field.js'
import { ErrorNote } from '../../ui/messages/error-note.js'
import { nameProblem } from './new-key.js'
import { TestResult } from './voice-test.js'

export interface NeuroFormProps {
  /** The address to change; undefined for a new AI. */
  readonly known?: string
  readonly onClose?: () => void
}

export const NeuroForm = ({ known, onClose }: NeuroFormProps) => {
  const { t } = useTranslation()
  const taken = clients.use((feed) => feed.value.clients).map(({ name }) => name)
  const isNew = known === undefined
  const [name, setName] = useState('')
  const [address, setAddress] = useState(known ?? usualNeuroAddress)
  const [tried, setTried] = useState(false)
  const [test, setTest] = useState<NeuroTest>()
  const { busy, error, send, reset } = useRequest()
  const { busy: isTesting, send: sendTest } = useRequest()
  const checked = checkNeuroAddress(address)
  const wrongName = isNew ? nameProblem(name, taken) : undefined

  const runTest = async () => {
    setTried(true)
    if (!checked.ok) return
    reset()
    setTest(undefined)
    const result = await send(sendTest(attempt('neuro:test', { address })))
    if (result.ok) setTest(result.value)
  }

  const submit = async () => {
    setTried(true)
    if (!checked.ok || wrongName !== undefined) return
    reset()
    const wanted = isNew ? attempt('neuro:add', { name: name.trim(), address }) : attempt('neuro:change', { address })
    const result = await send(wanted)
    if (result.ok) onClose?.()
  }

  return (
    <Form className={isNew ? 'client-card voice-add' : 'voice-add'} label={t('neuro.add')} onSubmit={submit}>
      {isNew && (
        <div>
          <h2>{t('neuro.add')}</h2>
          <ol>
            <li>{t('neuro.stepStart')}</li>
            <li>{t('neuro.stepTest')}</li>
            <li>{t('neuro.stepConnect')}</li>
          </ol>
        </div>
      )}
      <TextField
        label={t('neuro.address')}
        value={address}
        maxLength={neuroLimits.address}
        hint={t('neuro.addressHint')}
        problem={tried && !checked.ok ? t(`neuro.problem.${checked.problem}`) : undefined}
        onChange={(event) => {
          setAddress(event.target.value)
          setTest(undefined)
        }}
      />
      {isNew && (
        <TextField
          label={t('neuro.name')}
          placeholder={t('neuro.nameExample')}
          value={name}
          problem={tried && wrongName !== undefined ? t(wrongName, { count: clientLimits.name }) : undefined}
          onChange={(event) => setName(event.target.value)}
        />
      )}
      {test && (
        <TestResult
          works={test.kind === 'open'}
          text={t(`neuro.result.${test.kind}`)}
          reason={test.kind === 'unreachable' ? test.reason : undefined}
        />
      )}
      {error && <ErrorNote title={t('neuro.failed')} error={error} />}
      <div className="client-card-buttons">
        <Button disabled={busy} onClick={() => void runTest()}>
          {t(isTesting ? 'neuro.testing' : 'neuro.test')}
        </Button>
        <Button tone="go" type="submit" disabled={busy}>
          {t(isNew ? 'neuro.connect' : 'neuro.save')}
        </Button>
      </div>
    </Form>
  )
}
