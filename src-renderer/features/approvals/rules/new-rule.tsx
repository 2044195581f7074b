/** New rule: creates a rule that asks or denies. A rule that allows is created from a request only. */

import { type RuleClient, ruleLimits } from '@shared/approvals/rule.js'
import { coreNameKey } from '@shared/words/core-words.js'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { attempt } from '../../../bridge.js'
import { clients, useStableServers } from '../../../state/feeds.js'
import { useLive } from '../../../state/live.js'
import { useRequest } from '../../../state/use-request.js'
import { Choice } from '../../../ui/fields/choice.js'
import { Form, SubmitButtons } from '../../../ui/fields/form.js'
import { SelectField } from '../../../ui/fields/select-field.js'
import { TextField } from '../../../ui/fields/text-field.js'
import { ErrorNote } from '../../../ui/messages/error-note.js'
import { useServerName } from '../../../ui/names/server-name.js'
import { shortened, visibleText } from '../../../ui/text/visible-text.js'
import { type Expiry, endOf, expiries } from './expiry.js'

/** As in the schema of a rule; main validates again. */
const pattern = /^(?:(?:[a-zA-Z0-9_-]+|\*)\.)*(?:[a-zA-Z0-9_-]+|\*\*?)$/u

/** Clients with a key, and those with recent calls. */
const useCallers = (): readonly RuleClient[] => {
  const keyed = clients.use((feed) => feed.value.clients)
  const called = useLive((state) => state.calls)
  return useMemo(() => {
    const callers = called.map(({ caller }) => caller)
    return [...new Map([...callers, ...keyed].map(({ id, name }) => [id, { id, name }])).values()]
  }, [keyed, called])
}

const anyAction = '**'
/** No id holds a space. */
const patternChoice = 'by pattern'

/** Ids of all actions with their names; a name of a third party is shown with its id. */
const useActionNames = (): readonly (readonly [id: string, name: string])[] => {
  const { t, i18n } = useTranslation()
  const known = useStableServers()
  return useMemo(() => {
    const names = known.flatMap(({ capabilities }) =>
      capabilities
        .filter(({ type }) => type !== 'event')
        .map(({ id, name }) => {
          const key = coreNameKey(id)
          return [id, key === undefined ? `${name} (${id})` : t(key)] as const
        }),
    )
    return [...new Map(names)].sort(([, one], [, other]) => one.localeCompare(other, i18n.language))
  }, [known, t, i18n.language])
}

export const NewRule = ({ onClose }: { readonly onClose: () => void }) => {
  const { t } = useTranslation()
  const nameOf = useServerName()
  const callers = useCallers()
  const known = useStableServers()
  const [effect, setEffect] = useState<'ask' | 'deny'>('ask')
  const [capability, setCapability] = useState('')
  const [byPattern, setByPattern] = useState(false)
  const [client, setClient] = useState('')
  const [server, setServer] = useState('')
  const [expiry, setExpiry] = useState<Expiry>('never')
  const [note, setNote] = useState('')
  const [tried, setTried] = useState(false)
  const { busy, error, send } = useRequest()
  const wrong = capability.length > ruleLimits.pattern || !pattern.test(capability)
  const actions = useActionNames()

  const submit = async () => {
    setTried(true)
    if (wrong) return
    const chosen = callers.find(({ id }) => id === client)
    const expiresAt = endOf(expiry, Date.now())
    const result = await send(
      attempt('rules:create', {
        effect,
        capability,
        ...(chosen && { client: chosen }),
        ...(server !== '' && { server }),
        ...(expiresAt !== null && { expiresAt }),
        ...(note !== '' && { note }),
      }),
    )
    if (result.ok) onClose()
  }

  return (
    <Form className="rule-form new" label={t('rules.newTitle')} onSubmit={submit} onClose={onClose}>
      <div>
        <h2>{t('rules.newTitle')}</h2>
        <p>{t('rules.newText')}</p>
      </div>
      <Choice
        label={t('rules.effect')}
        value={effect}
        options={(['ask', 'deny'] as const).map((value) => ({ value, label: t(`rules.effects.${value}`) }))}
        onChange={setEffect}
      />
      <div className="rule-form-fields">
        <div>
          <SelectField
            autoFocus
            label={t('rules.capability')}
            value={byPattern ? patternChoice : capability}
            options={[
              { value: '', label: t('rules.chooseAction') },
              { value: anyAction, label: t('rules.anyAction') },
              ...actions.map(([id, name]) => ({ value: id, label: shortened(visibleText(name), 60) })),
              { value: patternChoice, label: t('rules.byPattern') },
            ]}
            onChoose={(value) => {
              setByPattern(value === patternChoice)
              setCapability(value === patternChoice ? '' : value)
            }}
          />
          {tried && wrong && !byPattern && <p role="alert">{t('rules.actionProblem')}</p>}
        </div>
        {byPattern && (
          <TextField
            autoFocus
            label={t('rules.pattern')}
            className="mono-input"
            placeholder="world.**"
            value={capability}
            hint={t('rules.capabilityHint')}
            problem={tried && wrong ? t('rules.capabilityProblem') : undefined}
            onChange={(event) => setCapability(event.target.value.trim())}
          />
        )}
        <SelectField
          label={t('rules.client')}
          value={client}
          options={[
            { value: '', label: t('rules.everyClient') },
            ...callers.map(({ id, name }) => ({ value: id, label: shortened(visibleText(name), 60) })),
          ]}
          onChoose={setClient}
        />
        <SelectField
          label={t('rules.server')}
          value={server}
          options={[
            { value: '', label: t('rules.everyServer') },
            ...known.map((server) => ({ value: server.id, label: shortened(visibleText(nameOf(server)), 60) })),
          ]}
          onChoose={setServer}
        />
        <SelectField
          label={t('rules.expiry')}
          value={expiry}
          options={expiries.map((value) => ({ value, label: t(`rules.expiries.${value}`) }))}
          onChoose={setExpiry}
        />
        <TextField
          label={t('rules.note')}
          maxLength={ruleLimits.note}
          value={note}
          onChange={(event) => setNote(event.target.value)}
        />
      </div>
      {error && <ErrorNote title={t('rules.newFailed')} error={error} />}
      <div className="rule-form-buttons">
        <SubmitButtons label={t('rules.create')} busy={busy} onCancel={onClose} />
      </div>
    </Form>
  )
}
