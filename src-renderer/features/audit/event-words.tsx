/** Event words: what a row of the trail is about, in a sentence, and how it ended. */
import { useTranslation } from 'react-i18next'
import type { AuditOutcome } from '../../../src-main/contract/audit.js'
import { outcomeOf } from '../../../src-main/contract/audit-outcome.js'
import type { AuditEvent } from '../../../src-main/contract/generated/audit-event.js'
import { callSentence, type Tense } from '../../sentences/call-sentence.js'
import type { Sentence } from '../../sentences/sentence.js'
import { SentenceText } from '../../sentences/sentence-text.js'
import { useCapabilityName } from '../../state/capability-name.js'
import type { IconName } from '../../ui/icon-paths.js'

const tenses: Readonly<Record<AuditOutcome, Tense>> = {
  intent: 'title',
  done: 'done',
  failed: 'failed',
  foreseen: 'title',
  approved: 'asks',
  denied: 'refused',
  expired: 'refused',
  withdrawn: 'withdrawn',
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
}

/** What Gatehouse itself writes into the trail. */
const ours = [
  'system.rule.create',
  'system.rule.edit',
  'system.rule.remove',
  'system.client.add',
  'system.client.edit',
  'system.client.revoke',
  'system.panic',
  'system.manifest.accept',
  'system.manifest.reject',
  'system.manifest.reconsider',
  'system.audit.takeover',
  'system.audit.gap',
] as const

/** A call may name anything: what carries a request was asked by a client, and is never told as ours. */
export const isOurs = ({ capabilityId, metadata }: AuditEvent): boolean =>
  metadata?.requestId === undefined && (ours as readonly string[]).includes(capabilityId)

export const eventSentence = (event: AuditEvent, capabilityName: string | undefined): Sentence => {
  const outcome = outcomeOf(event)
  return callSentence(
    {
      capabilityId: event.capabilityId,
      arguments: event.request ?? {},
      caller: { id: event.caller.id, name: event.caller.name ?? event.caller.id ?? '' },
    },
    tenses[outcome],
    capabilityName,
  )
}

export const EventWords = ({ event, limit }: { readonly event: AuditEvent; readonly limit: number }) => {
  const { t } = useTranslation()
  const nameOf = useCapabilityName()
  const { capabilityId, metadata } = event
  if (isOurs(event)) {
    return <>{t(`audit.ours.${capabilityId.replaceAll('.', '_')}`)}</>
  }
  return <SentenceText sentence={eventSentence(event, nameOf(metadata?.serverId, capabilityId))} limit={limit} />
}

/** How it ended, and for an undoing that it was one. */
export const useOutcomeWord = (event: AuditEvent): string => {
  const { t } = useTranslation()
  const outcome = outcomeOf(event)
  return event.eventType === 'rollback' && outcome === 'done' ? t('audit.undone') : t(`audit.outcomes.${outcome}`)
}
