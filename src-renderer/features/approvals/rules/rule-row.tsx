/** Rule row: what a rule covers, its expiry, how often it was used, and its Change and Remove buttons. */

import type { Rule, RuleEffect } from '@shared/approvals/rule.js'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { attempt } from '../../../bridge.js'
import { isBroadRule } from '../../../sentences/rule-sentence.js'
import { SentenceText } from '../../../sentences/sentence-text.js'
import { useMayOrder } from '../../../state/gateway.js'
import { useRequest } from '../../../state/use-request.js'
import { Button } from '../../../ui/buttons/button.js'
import { Confirm } from '../../../ui/layout/confirm.js'
import { personName } from '../../../ui/names/person-name.js'
import { JsonView } from '../../../ui/text/json-view.js'
import { Name } from '../../../ui/text/name.js'
import { visibleText } from '../../../ui/text/visible-text.js'
import { Icon } from '../../../ui/theme/icon.js'
import type { IconName } from '../../../ui/theme/icon-paths.js'
import { endTime, fullTime } from '../../../ui/time/clock-time.js'
import { agoOf, untilOf } from '../../../ui/time/relative-time.js'
import { EditRule } from './edit-rule.js'
import { useRuleName, useRuleSentence } from './use-rule-sentence.js'

const looks: Readonly<Record<RuleEffect, IconName>> = { allow: 'done', ask: 'ask', deny: 'refused' }

interface RemovingProps {
  readonly rule: Rule
  readonly onKeep: () => void
  readonly onRemoved: () => void
}

const Removing = ({ rule, onKeep, onRemoved }: RemovingProps) => {
  const { t } = useTranslation()
  const { busy, error, send } = useRequest()
  const remove = async () => {
    const result = await send(attempt('rules:remove', { id: rule.id }))
    if (result.ok) onRemoved()
  }
  return (
    <div className="rule-removing">
      <Confirm
        question={t('rules.removeQuestion')}
        text={t(`rules.removeText.${rule.effect}`)}
        keep={t('rules.keep')}
        act={t('rules.remove')}
        busy={busy}
        error={error}
        onKeep={onKeep}
        onAct={() => void remove()}
      />
    </div>
  )
}

export interface RuleRowProps {
  readonly rule: Rule
  /** Milliseconds since 1970. */
  readonly now: number
  /** It is the target of a link. */
  readonly meant: boolean
  readonly onRemoved: () => void
}

export const RuleRow = ({ rule, now, meant, onRemoved }: RuleRowProps) => {
  const { t, i18n } = useTranslation()
  const [open, setOpen] = useState<'editing' | 'removing' | undefined>(undefined)
  const name = useRuleName()(rule)
  const sentence = useRuleSentence(rule)
  const row = useRef<HTMLLIElement>(null)
  useEffect(() => {
    if (meant) row.current?.scrollIntoView({ block: 'center' })
  }, [meant])
  const mayEdit = useMayOrder('rules:edit')
  const close = () => setOpen(undefined)
  const spoken = { effect: t(`rules.effects.${rule.effect}`), name }
  const edit = () => setOpen(open === 'editing' ? undefined : 'editing')
  const lasting = t(
    rule.sessionId !== undefined
      ? 'ruleCare.only.session'
      : rule.expiresAt !== undefined
        ? 'ruleCare.only.time'
        : 'ruleCare.only.always',
    {
      time: rule.expiresAt && endTime(rule.expiresAt, now, i18n.language),
    },
  )
  const over = rule.expiresAt !== undefined && !(Date.parse(rule.expiresAt) > now)
  const covered = rule.arguments?.shown ?? (rule.what && 'facts' in rule.what ? rule.what.facts : undefined)
  return (
    <li ref={row} className={`rule-row ${meant ? 'meant' : ''}`}>
      <div className="rule-line">
        <span className={`rule-effect ${rule.effect}`}>
          <Icon name={looks[rule.effect]} size={12} />
          {t(`rules.effects.${rule.effect}`)}
        </span>
        <div className="rule-names">
          <p className="rule-sentence">
            <SentenceText sentence={sentence} capital />
            {t('ruleCare.lasts')}
            <button type="button" className="rule-word" title={t('rules.edit')} disabled={!mayEdit} onClick={edit}>
              {lasting}
            </button>
            {t('ruleCare.end')}
          </p>
          {rule.note !== undefined && <Name text={rule.note} className="rule-note" />}
          <span className="rule-made">
            {rule.maxUses === undefined
              ? t('rules.used', { count: rule.uses })
              : t('rules.usedOf', { count: rule.uses, most: rule.maxUses })}
            {' · '}
            {t('rules.madeBy', {
              name: visibleText(personName(rule.createdBy.id, t, rule.createdBy.name)),
              ago: agoOf(rule.createdAt, now, i18n.language),
            })}
          </span>
        </div>
        <div className="rule-use">
          {isBroadRule(rule) && (
            <span className="rule-broad" title={t('ruleCare.broad')}>
              {t('scope.broad')}
            </span>
          )}
          {rule.expiresAt !== undefined && (
            <span title={fullTime(rule.expiresAt, i18n.language)}>
              {over ? t('rules.over') : t('rules.ends', { when: untilOf(rule.expiresAt, now, i18n.language) })}
            </span>
          )}
          {rule.lastUsedAt !== undefined && (
            <span>{t('rules.lastUsed', { ago: agoOf(rule.lastUsedAt, now, i18n.language) })}</span>
          )}
        </div>
        {mayEdit && (
          <div className="rule-buttons">
            <Button
              tone="quiet"
              size="s"
              aria-expanded={open === 'editing'}
              aria-label={t('rules.editNamed', spoken)}
              onClick={edit}
            >
              {t('rules.edit')}
            </Button>
            <Button
              tone="quiet"
              size="s"
              aria-label={t('rules.removeNamed', spoken)}
              aria-expanded={open === 'removing'}
              onClick={() => setOpen(open === 'removing' ? undefined : 'removing')}
            >
              {t('rules.remove')}
            </Button>
          </div>
        )}
      </div>
      {open === 'editing' && <EditRule rule={rule} onClose={close} />}
      {open === 'editing' && (
        <div className="rule-details">
          <div className="mono">
            <Name text={rule.capability} /> {rule.effect === 'allow' && t(`rules.upTo.${rule.maxRisk}`)}
          </div>
          {covered !== undefined && <JsonView value={covered} label={t('rules.exactly')} />}
        </div>
      )}
      {open === 'removing' && <Removing rule={rule} onKeep={close} onRemoved={onRemoved} />}
    </li>
  )
}
