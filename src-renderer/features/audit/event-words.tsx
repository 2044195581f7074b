/** Event words: what a row of the trail is about, in a sentence, and how it ended. */
import { useTranslation } from 'react-i18next'
import type { AuditOutcome } from '../../../src-main/contract/audit.js'
import { outcomeOf, refusalOf } from '../../../src-main/contract/audit-outcome.js'
import { bridge } from '../../../src-main/contract/client.js'
import type { AuditEvent } from '../../../src-main/contract/generated/audit-event.js'
import { callSentence, type Tense } from '../../sentences/call-sentence.js'
import type { Sentence } from '../../sentences/sentence.js'
import { SentenceText } from '../../sentences/sentence-text.js'
import { useCapabilityName } from '../../state/capability-name.js'
import { callerName } from '../../ui/caller-name.js'
import type { IconName } from '../../ui/icon-paths.js'
import { useRefusalWords } from '../../ui/refusal.js'
import { visibleText } from '../../ui/visible-text.js'

const tenses: Readonly<Record<AuditOutcome, Tense>> = {
  intent: 'title',
  done: 'done',
  failed: 'failed',
  foreseen: 'title',
  approved: 'asks',
  denied: 'refused',
  expired: 'refused',
  withdrawn: 'withdrawn',
  unknown: 'failed',
}

export const looks: Readonly<Record<AuditOutcome, readonly [icon: IconName, tone: string]>> = {
  intent: ['right', 'tone-faint'],
  done: ['done', 'tone-go'],
  failed: ['warning', 'tone-gold'],
  foreseen: ['search', 'tone-info'],
  approved: ['shield', 'tone-go'],
  denied: ['refused', 'tone-redstone'],
  expired: ['refused', 'tone-redstone'],
  withdrawn: ['leave', 'tone-faint'],
  unknown: ['warning', 'tone-gold'],
}

/** What Gatehouse itself writes into the trail. */
const ours = [
  'system.rule.create',
  'system.rule.edit',
  'system.rule.remove',
  'system.client.add',
  'system.client.edit',
  'system.client.renew',
  'system.client.revoke',
  'system.asking.pause',
  'system.asking.resume',
  'system.panic',
  'system.manifest.accept',
  'system.manifest.reject',
  'system.manifest.reconsider',
  'system.audit.takeover',
  'system.audit.gap',
  'system.audit.prune',
  'system.audit.break',
  'system.calls.refused',
  'system.person.offer',
  'system.person.add',
  'system.person.revoke',
  'system.settings.change',
  'system.server.add',
  'system.server.edit',
  'system.server.remove',
  'system.backup.remove',
  'system.service.input',
] as const

/** A call may name anything: what has a request id came from a client, and is never shown as ours. */
export const isOurs = ({ capabilityId, metadata }: AuditEvent): boolean =>
  metadata?.requestId === undefined && (ours as readonly string[]).includes(capabilityId)

export const eventSentence = (event: AuditEvent, capabilityName: string | undefined): Sentence => {
  const outcome = outcomeOf(event)
  return callSentence(
    {
      capabilityId: event.capabilityId,
      arguments: event.request ?? {},
      caller: { type: event.caller.type, id: event.caller.id, name: event.caller.name ?? event.caller.id ?? '' },
    },
    refusalOf(event) ? 'refused' : tenses[outcome],
    capabilityName,
  )
}

/** As the timer of a pause signs. */
const pauseTimer = 'the end of the pause'

/** Who stopped everything, paused it or let it go on. Rows of older programs do not tell a pause without an end. */
const PanicWords = ({ event }: { readonly event: AuditEvent }) => {
  const { t, i18n } = useTranslation()
  const { request = {}, caller } = event
  const who = visibleText(callerName(caller, t))
  const until = typeof request.until === 'string' ? new Date(request.until) : undefined
  if (request.panic === false) return <>{t(caller.id === pauseTimer ? 'asks.panic.over' : 'asks.panic.off', { who })}</>
  if (until && !Number.isNaN(until.getTime())) {
    return (
      <>{t('asks.panic.pausedUntil', { who, time: until.toLocaleTimeString(i18n.language, { timeStyle: 'short' }) })}</>
    )
  }
  return <>{t(request.pause === true ? 'asks.panic.paused' : 'asks.panic.on', { who })}</>
}

/** Which program was paused, or who let it ask again. */
const AskingWords = ({ event }: { readonly event: AuditEvent }) => {
  const { t } = useTranslation()
  const { request = {}, caller, capabilityId } = event
  const { id, name } = (request.client ?? {}) as { readonly id?: unknown; readonly name?: unknown }
  const words = { name: visibleText(id === bridge.id ? t('clients.bridgeName') : String(name ?? id)) }
  if (capabilityId === 'system.asking.pause') return <>{t('asking.paused', words)}</>
  return <>{t('asking.resumed', { ...words, who: visibleText(callerName(caller, t)) })}</>
}

export const EventWords = ({ event, limit }: { readonly event: AuditEvent; readonly limit: number }) => {
  const { t } = useTranslation()
  const nameOf = useCapabilityName()
  const { capabilityId, metadata } = event
  if (isOurs(event)) {
    if (capabilityId === 'system.panic') return <PanicWords event={event} />
    if (capabilityId.startsWith('system.asking.')) return <AskingWords event={event} />
    if (capabilityId === 'system.calls.refused' && event.request?.code === 'RISK.ASKING_PAUSED') {
      return <>{t('asking.refused')}</>
    }
    return (
      <>
        {t(`audit.ours.${capabilityId.replaceAll('.', '_')}`, {
          defaultValue: t(`asks.ours.${capabilityId.replaceAll('.', '_')}`),
        })}
      </>
    )
  }
  return <SentenceText sentence={eventSentence(event, nameOf(metadata?.serverId, capabilityId))} limit={limit} />
}

/** How it ended, and for an undoing that it was one. */
export const useOutcomeWord = (event: AuditEvent): string => {
  const { t } = useTranslation()
  const refusalWords = useRefusalWords()
  const refusal = refusalOf(event)
  if (refusal) return refusalWords(refusal)
  const outcome = outcomeOf(event)
  return event.eventType === 'rollback' && outcome === 'done' ? t('audit.undone') : t(`audit.outcomes.${outcome}`)
}
