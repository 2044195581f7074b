/** Event text: the sentence of an audit entry, and its result. */

import type { AuditEvent } from '@contract/generated/audit-event.js'
import { bridge } from '@shared/clients/client.js'
import { keylessIds } from '@shared/clients/keyless.js'
import { recordedVoteOf, shareOf, voteSentenceOf } from '@shared/streaming/votes.js'
import type { AuditOutcome } from '@shared/trail/audit.js'
import { outcomeOf, refusalOf } from '@shared/trail/audit-outcome.js'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import { type CallDescription, callSentence, type Tense } from '../sentences/call-sentence.js'
import type { Sentence } from '../sentences/sentence.js'
import { SentenceText } from '../sentences/sentence-text.js'
import { useCapabilityName } from '../state/capability-name.js'
import { useRefusalText } from '../ui/messages/refusal.js'
import { callerName, type NamedCaller } from '../ui/names/caller-name.js'
import { isReader, personName } from '../ui/names/person-name.js'
import { visibleText } from '../ui/text/visible-text.js'
import type { IconName } from '../ui/theme/icon-paths.js'
import { minuteTime } from '../ui/time/clock-time.js'

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

/** Events that Gatehouse itself writes into the trail. */
const ours = [
  'system.rule.create',
  'system.rule.edit',
  'system.rule.remove',
  'system.client.add',
  'system.client.edit',
  'system.client.renew',
  'system.client.revoke',
  'system.client.allow',
  'system.client.refuse',
  'system.asking.pause',
  'system.asking.resume',
  'system.panic',
  'system.manifest.accept',
  'system.manifest.reject',
  'system.manifest.reconsider',
  'system.audit.gap',
  'system.audit.prune',
  'system.audit.break',
  'system.calls.refused',
  'system.person.offer',
  'system.person.add',
  'system.person.change',
  'system.person.remove',
  'system.person.link',
  'system.person.unlink',
  'system.owner.order',
  'system.settings.change',
  'system.server.add',
  'system.server.edit',
  'system.server.remove',
  'system.backup.remove',
  'system.service.input',
  'system.stream.mark',
  'system.vote.end',
] as const

/** A call may name anything: an event with a request id came from a client, and is never shown as one of Gatehouse. */
export const isOurs = ({ capabilityId, metadata }: AuditEvent): boolean =>
  metadata?.requestId === undefined && (ours as readonly string[]).includes(capabilityId)

const alarming: ReadonlySet<string> = new Set([
  'system.audit.gap',
  'system.audit.break',
  'system.calls.refused',
  'system.asking.pause',
  'system.panic',
])

/** What Gatehouse wrote is done, whatever a rule in it says. */
export const lookOfOurs = ({ capabilityId }: AuditEvent): (typeof looks)[AuditOutcome] =>
  alarming.has(capabilityId) ? looks.unknown : looks.done

/** The call that a log entry is about. */
export const calledBy = ({ capabilityId, request = {}, caller }: AuditEvent): CallDescription => ({
  capabilityId,
  arguments: request,
  caller: { type: caller.type, id: caller.id, name: caller.name ?? caller.id ?? '' },
})

export const eventSentence = (event: AuditEvent, capabilityName: string | undefined): Sentence =>
  callSentence(calledBy(event), refusalOf(event) ? 'refused' : tenses[outcomeOf(event)], capabilityName)

/** Caller id of the timer of a pause. */
const pauseTimer = 'the end of the pause'

/** Who stopped, paused or resumed everything. */
const PanicText = ({ event }: { readonly event: AuditEvent }) => {
  const { t } = useTranslation()
  const { request = {}, caller } = event
  const who = visibleText(callerName(caller, t))
  const until = typeof request.until === 'string' ? new Date(request.until) : undefined
  if (request.panic === false) return <>{t(caller.id === pauseTimer ? 'asks.panic.over' : 'asks.panic.off', { who })}</>
  if (until && !Number.isNaN(until.getTime())) {
    return <>{t('asks.panic.pausedUntil', { who, time: minuteTime(until.toISOString()) })}</>
  }
  return <>{t(request.pause === true ? 'asks.panic.paused' : 'asks.panic.on', { who })}</>
}

/** Who did it, at the beginning of a sentence. */
const subjectOf = (caller: NamedCaller, t: TFunction): string =>
  isReader(caller.id ?? '') ? t('caller.owner.did') : visibleText(personName(caller.id ?? '', t, callerName(caller, t)))

/** Which program was paused, or who resumed it. */
const AskingPauseText = ({ event }: { readonly event: AuditEvent }) => {
  const { t } = useTranslation()
  const { request = {}, caller, capabilityId } = event
  const { id, name } = (request.client ?? {}) as { readonly id?: unknown; readonly name?: unknown }
  const values = { name: visibleText(id === bridge.id ? t('clients.bridgeName') : String(name ?? id)) }
  if (capabilityId === 'system.asking.pause') return <>{t('asking.paused', values)}</>
  return <>{t('asking.resumed', { ...values, who: subjectOf(caller, t) })}</>
}

/** Which program without a key the owner allowed or refused. */
const KeylessText = ({ event }: { readonly event: AuditEvent }) => {
  const { t } = useTranslation()
  const { request = {}, caller, capabilityId } = event
  const { name } = (request.client ?? {}) as { readonly name?: unknown }
  const values = { name: visibleText(String(name ?? '')), who: subjectOf(caller, t) }
  return <>{t(capabilityId === keylessIds.allowed ? 'newClient.logAllowed' : 'newClient.logRefused', values)}</>
}

/** What viewers were asked, and what they said. */
const VoteText = ({ event }: { readonly event: AuditEvent }) => {
  const { t } = useTranslation()
  const vote = recordedVoteOf(event.request)
  if (!vote) return <>{t('votes.title')}</>
  const question = t(`vote.question.${voteSentenceOf(vote.question)}`, { defaultValue: t('vote.title') })
  const values = { question, share: shareOf(vote), count: vote.yes + vote.no }
  return <>{t(vote.says === 'yes' ? 'votes.logYes' : 'votes.logNo', values)}</>
}

export const EventText = ({ event, limit }: { readonly event: AuditEvent; readonly limit: number }) => {
  const { t } = useTranslation()
  const nameOf = useCapabilityName()
  const { capabilityId, metadata } = event
  if (isOurs(event)) {
    if (capabilityId === 'system.panic') return <PanicText event={event} />
    if (capabilityId === keylessIds.allowed || capabilityId === keylessIds.refused) return <KeylessText event={event} />
    if (capabilityId === 'system.vote.end') return <VoteText event={event} />
    if (capabilityId.startsWith('system.asking.')) return <AskingPauseText event={event} />
    if (capabilityId === 'system.calls.refused' && event.request?.code === 'RISK.ASKING_PAUSED') {
      return <>{t('asking.refused')}</>
    }
    if (capabilityId === 'system.calls.refused' && event.request?.code === 'PERMISSION.CLIENT_NOT_ALLOWED') {
      return <>{t('newClient.logBlocked')}</>
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

/** The outcome, and for a rollback that it was undone. */
export const useOutcomeText = (event: AuditEvent): string => {
  const { t } = useTranslation()
  const refusalText = useRefusalText()
  const refusal = refusalOf(event)
  if (refusal) return refusalText(refusal)
  const outcome = outcomeOf(event)
  return event.eventType === 'rollback' && outcome === 'done' ? t('audit.undone') : t(`audit.outcomes.${outcome}`)
}
