/** Rule row: what a standing answer covers, until when, how often it counted, and the ways to change or remove it. */
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ContractError } from '../../../src-main/contract/generated/error.js'
import type { Rule, RuleEffect } from '../../../src-main/contract/rule.js'
import { attempt } from '../../bridge.js'
import { coreNameKey } from '../../sentences/core-words.js'
import { useCapabilityName } from '../../state/capability-name.js'
import { servers } from '../../state/feeds.js'
import { Button } from '../../ui/button.js'
import { fullTime } from '../../ui/clock-time.js'
import { ErrorNote } from '../../ui/error-note.js'
import { Icon } from '../../ui/icon.js'
import type { IconName } from '../../ui/icon-paths.js'
import { JsonView } from '../../ui/json-view.js'
import { Name } from '../../ui/name.js'
import { agoOf, untilOf } from '../../ui/relative-time.js'
import { visibleText } from '../../ui/visible-text.js'
import { EditRule } from './edit-rule.js'

const looks: Readonly<Record<RuleEffect, IconName>> = { allow: 'done', ask: 'ask', deny: 'refused' }

const useRuleName = (rule: Rule): string => {
  const { t } = useTranslation()
  const nameOf = useCapabilityName()
  const key = coreNameKey(rule.capability)
  return key ? t(key) : visibleText(nameOf(rule.server, rule.capability) ?? rule.capability)
}

const Removing = ({ rule, onKeep }: { readonly rule: Rule; readonly onKeep: () => void }) => {
  const { t } = useTranslation()
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<ContractError>()
  const remove = async () => {
    setBusy(true)
    const result = await attempt('rules:remove', { id: rule.id })
    setBusy(false)
    if (!result.ok) setError(result.error)
  }
  return (
    <div className="rule-removing" role="alertdialog" aria-label={t('rules.removeQuestion')}>
      <div>
        <b>{t('rules.removeQuestion')}</b>
        <p>{t(`rules.removeText.${rule.effect}`)}</p>
        {error && <ErrorNote error={error} />}
      </div>
      <Button size="s" autoFocus onClick={onKeep}>
        {t('rules.keep')}
      </Button>
      <Button size="s" tone="danger" disabled={busy} onClick={() => void remove()}>
        {t('rules.remove')}
      </Button>
    </div>
  )
}

const Reach = ({ rule }: { readonly rule: Rule }) => {
  const { t } = useTranslation()
  const server = servers.use((feed) => feed.value.find(({ id }) => id === rule.server))
  return (
    <span className="rule-about">
      {rule.client ? <Name text={rule.client.name} /> : t('rules.everyClient')}
      <span>·</span>
      {rule.server === undefined ? t('rules.everyServer') : <Name text={server?.name ?? rule.server} />}
      {rule.effect === 'allow' && (
        <>
          <span>·</span>
          <span>{t(`rules.upTo.${rule.maxRisk}`)}</span>
        </>
      )}
      {rule.sessionId !== undefined && (
        <>
          <span>·</span>
          <span>{t('rules.session')}</span>
        </>
      )}
    </span>
  )
}

export const RuleRow = ({ rule, now }: { readonly rule: Rule; readonly now: number }) => {
  const { t, i18n } = useTranslation()
  const [open, setOpen] = useState<'editing' | 'removing'>()
  const name = useRuleName(rule)
  const close = () => setOpen(undefined)
  const spoken = { effect: t(`rules.effects.${rule.effect}`), name }
  const over = rule.expiresAt !== undefined && !(Date.parse(rule.expiresAt) > now)
  return (
    <li className="rule-row">
      <div className="rule-line">
        <span className={`rule-effect ${rule.effect}`}>
          <Icon name={looks[rule.effect]} size={12} />
          {t(`rules.effects.${rule.effect}`)}
        </span>
        <div className="rule-names">
          <span className="rule-name">
            <Name text={name} /> {name !== rule.capability && <Name text={rule.capability} className="mono" />}
          </span>
          <Reach rule={rule} />
          {rule.note !== undefined && <Name text={rule.note} className="rule-note" />}
          <span className="rule-made">
            {t('rules.madeBy', {
              name: visibleText(rule.createdBy.name),
              ago: agoOf(rule.createdAt, now, i18n.language),
            })}
          </span>
        </div>
        <div className="rule-use">
          <span title={rule.expiresAt && fullTime(rule.expiresAt, i18n.language)}>
            {rule.expiresAt === undefined
              ? t('rules.noEnd')
              : over
                ? t('rules.over')
                : t('rules.ends', { when: untilOf(rule.expiresAt, now, i18n.language) })}
          </span>
          <span>
            {rule.maxUses === undefined
              ? t('rules.used', { count: rule.uses })
              : t('rules.usedOf', { count: rule.uses, most: rule.maxUses })}
          </span>
          {rule.lastUsedAt !== undefined && (
            <span>{t('rules.lastUsed', { ago: agoOf(rule.lastUsedAt, now, i18n.language) })}</span>
          )}
        </div>
        <div className="rule-buttons">
          <Button
            tone="quiet"
            size="s"
            aria-label={t('rules.editNamed', spoken)}
            aria-expanded={open === 'editing'}
            onClick={() => setOpen(open === 'editing' ? undefined : 'editing')}
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
      </div>
      {rule.arguments && (
        <details className="rule-exactly">
          <summary>{t('rules.exactly')}</summary>
          <JsonView value={rule.arguments.shown} label={t('rules.exactly')} />
        </details>
      )}
      {open === 'editing' && <EditRule rule={rule} onClose={close} />}
      {open === 'removing' && <Removing rule={rule} onKeep={close} />}
    </li>
  )
}
