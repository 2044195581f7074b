/** Edit rule: changes effect, expiry, uses and note. A rule that allows can only become narrower. */

import { type Rule, type RuleChange, type RuleEffect, ruleLimits } from '@shared/approvals/rule.js'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { attempt } from '../../../bridge.js'
import { useRequest } from '../../../state/use-request.js'
import { Form, SubmitButtons } from '../../../ui/fields/form.js'
import { SelectField } from '../../../ui/fields/select-field.js'
import { TextField } from '../../../ui/fields/text-field.js'
import { ErrorNote } from '../../../ui/messages/error-note.js'
import { type Expiry, endOf, expiriesFor } from './expiry.js'

const effectsOf = (effect: RuleEffect): readonly RuleEffect[] =>
  effect === 'allow' ? ['allow', 'ask', 'deny'] : ['ask', 'deny']

export const EditRule = ({ rule, onClose }: { readonly rule: Rule; readonly onClose: () => void }) => {
  const { t } = useTranslation()
  const [effect, setEffect] = useState(rule.effect)
  const [expiry, setExpiry] = useState<Expiry | 'kept'>('kept')
  const [uses, setUses] = useState(rule.maxUses === undefined ? '' : String(rule.maxUses))
  const [note, setNote] = useState(rule.note ?? '')
  const { busy, error, send } = useRequest()
  const usesProblem = uses !== '' && !/^[1-9]\d{0,5}$/u.test(uses)

  const submit = async () => {
    if (usesProblem) return
    const change: RuleChange = {
      ...(effect !== rule.effect && { effect }),
      ...(expiry !== 'kept' && { expiresAt: endOf(expiry, Date.now()) }),
      ...(uses !== String(rule.maxUses ?? '') && { maxUses: uses === '' ? null : Number(uses) }),
      ...(note !== (rule.note ?? '') && { note: note === '' ? null : note }),
    }
    if (Object.keys(change).length === 0) {
      onClose()
      return
    }
    const result = await send(attempt('rules:edit', { id: rule.id, change }))
    if (result.ok) onClose()
  }

  return (
    <Form className="rule-form" label={t('rules.editTitle')} onSubmit={submit} onClose={onClose}>
      <div className="rule-form-fields">
        <SelectField
          autoFocus
          label={t('rules.effect')}
          value={effect}
          options={effectsOf(rule.effect).map((value) => ({ value, label: t(`rules.effects.${value}`) }))}
          onChoose={setEffect}
        />
        <SelectField<Expiry | 'kept'>
          label={t('rules.expiry')}
          value={expiry}
          options={[
            { value: 'kept', label: t('rules.expiries.kept') },
            ...expiriesFor(rule, Date.now()).map((value) => ({ value, label: t(`rules.expiries.${value}`) })),
          ]}
          onChoose={setExpiry}
        />
        {rule.effect === 'allow' && effect === 'allow' && (
          <TextField
            label={t('rules.maxUses')}
            inputMode="numeric"
            value={uses}
            hint={t('rules.maxUsesHint')}
            problem={usesProblem ? t('rules.maxUsesProblem') : undefined}
            onChange={(event) => setUses(event.target.value)}
          />
        )}
        <TextField
          label={t('rules.note')}
          maxLength={ruleLimits.note}
          value={note}
          onChange={(event) => setNote(event.target.value)}
        />
      </div>
      {rule.effect === 'allow' && <p>{t('rules.onlyNarrower')}</p>}
      {error && <ErrorNote title={t('rules.editFailed')} error={error} />}
      <div className="rule-form-buttons">
        <SubmitButtons label={t('rules.save')} busy={busy} onCancel={onClose} />
      </div>
    </Form>
  )
}
