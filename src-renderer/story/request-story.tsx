/** Request story: what happened to one request, a sentence a step. Ids, values and hashes are in `RequestDetails`. */
import type { JsonObject } from '@contract/call.js'
import { isSameJson } from '@contract/compatibility/same.js'
import { isBuild } from '@shared/build/build-preview.js'
import type { AuditRow } from '@shared/trail/audit.js'
import { refusalOf } from '@shared/trail/audit-outcome.js'
import { useTranslation } from 'react-i18next'
import { callSentence } from '../sentences/call-sentence.js'
import { changeOf, type ValueChange } from '../sentences/change.js'
import { ChangeText } from '../sentences/change-card.js'
import { SentenceText } from '../sentences/sentence-text.js'
import { useBuildImages } from '../state/build-images.js'
import { useCapabilityName } from '../state/capability-name.js'
import { goToRules } from '../state/navigation.js'
import { rules as standing } from '../state/rules.js'
import { Button } from '../ui/buttons/button.js'
import { ErrorNote } from '../ui/messages/error-note.js'
import { RefusalNote } from '../ui/messages/refusal.js'
import { personNames } from '../ui/names/person-name.js'
import { Name } from '../ui/text/name.js'
import { Icon } from '../ui/theme/icon.js'
import type { IconName } from '../ui/theme/icon-paths.js'
import { clockTime, fullTime } from '../ui/time/clock-time.js'
import { useDuration } from '../ui/time/use-duration.js'
import { BuildPicture } from './build-picture.js'
import { calledBy } from './event-text.js'
import { type RequestStep, requestSteps, type StepKind } from './request-steps.js'
import './request-story.css'
import type { AuditEvent } from '@contract/generated/audit-event.js'
import type { ErrorDescription } from '../ui/messages/error-text.js'

/** The error in a log entry. The entry may be of another version: without a text it has no error. */
const failureOf = ({ response }: AuditEvent): ErrorDescription | undefined => {
  const { code, message, suggestion } = (response?.error ?? {}) as Readonly<Record<string, unknown>>
  if (typeof code !== 'string' || typeof message !== 'string') return undefined
  return { code, message, ...(typeof suggestion === 'string' && { suggestion }) }
}

const looks: Readonly<Record<StepKind, readonly [icon: IconName, tone: string]>> = {
  asked: ['call', 'tone-copper'],
  approved: ['shield', 'tone-go'],
  unasked: ['shield', 'tone-faint'],
  denied: ['refused', 'tone-redstone'],
  expired: ['refused', 'tone-redstone'],
  refused: ['refused', 'tone-redstone'],
  withdrawn: ['leave', 'tone-faint'],
  started: ['right', 'tone-faint'],
  done: ['done', 'tone-go'],
  undone: ['done', 'tone-go'],
  failed: ['warning', 'tone-gold'],
  foreseen: ['search', 'tone-info'],
  unknown: ['warning', 'tone-gold'],
}

const Asked = ({ row: { event } }: RequestStep) => {
  const nameOf = useCapabilityName()
  const name = nameOf(event.metadata?.serverId, event.capabilityId)
  return <SentenceText sentence={callSentence(calledBy(event), 'asks', name)} limit={2_000} />
}

/** Who decided, by which rule, and with what scope. */
const Decided = ({ kind, row }: RequestStep) => {
  const { t } = useTranslation()
  const rules = standing.use((feed) => feed.value.rules)
  const { approvedBy, ruleId, scope } = row.event.approvalInfo ?? {}
  if (approvedBy === undefined) return <>{t(`story.${kind}`)}</>
  return (
    <>
      {t(ruleId === undefined ? `story.${kind}By` : `story.${kind}ByRule`)}
      <Name text={personNames(approvedBy, t)} />
      {ruleId === undefined && scope?.duration !== undefined && kind === 'approved' && (
        <>
          {' · '}
          {t(`timeline.scopes.${scope.duration}`)} · {t(`timeline.what.${scope.what}`)}
        </>
      )}
      {ruleId !== undefined && rules.some(({ id }) => id === ruleId) && (
        <Button tone="quiet" size="s" onClick={() => goToRules(ruleId)}>
          {t('auditCare.showRule')}
        </Button>
      )}
    </>
  )
}

/** What the action changed, where the log has the state before it. */
const changeIn = (rows: readonly AuditRow[]): ValueChange | undefined => {
  const event = rows.find((row) => row.event.rollbackInfo?.before)?.event
  const change = event && changeOf({ ...calledBy(event), before: event.rollbackInfo?.before as JsonObject })
  // A balance is what the request adds up to: the server may have calculated another one.
  return change?.kind === 'balance' || (change && isSameJson(change.now, change.next)) ? undefined : change
}

/** A shorter time means nothing to an owner; `RequestDetails` has it. */
const leastShownMs = 1_000

const Ended = ({ kind, row, lasted, rows }: RequestStep & RequestStoryProps) => {
  const { t } = useTranslation()
  const durationOf = useDuration()
  const change = kind === 'done' ? changeIn(rows) : undefined
  return (
    <>
      {lasted === undefined || lasted < leastShownMs
        ? t(`story.${kind}`)
        : t(`story.${kind}In`, { lasted: durationOf(lasted) })}
      {row.event.metadata?.cached && ` ${t('audit.cached')}`}
      {change && (
        <>
          {' · '}
          <ChangeText change={change} />
        </>
      )}
    </>
  )
}

const Words = ({ rows, ...step }: RequestStep & RequestStoryProps) => {
  const { t } = useTranslation()
  const { kind, row } = step
  if (kind === 'asked') return <Asked {...step} />
  if (kind === 'approved' || kind === 'denied') return <Decided {...step} />
  if (kind === 'done' || kind === 'undone') return <Ended {...step} rows={rows} />
  const refusal = kind === 'refused' ? refusalOf(row.event) : undefined
  if (refusal) return <RefusalNote refusal={refusal} risk={row.event.riskLevel} />
  const error = kind === 'failed' ? failureOf(row.event) : undefined
  return error ? <ErrorNote error={error} quiet /> : t(`story.${kind}`)
}

export interface RequestStoryProps {
  /** Of one request, in the order they were written. */
  readonly rows: readonly AuditRow[]
}

/** As it was approved. */
const ApprovedBuild = ({ rows }: RequestStoryProps) => {
  const built = rows.find(({ event }) => isBuild(event.capabilityId))
  const images = useBuildImages(built?.event.metadata?.requestId)
  return images ? <BuildPicture images={images} /> : null
}

export const RequestStory = ({ rows }: RequestStoryProps) => {
  const { t, i18n } = useTranslation()
  return (
    <>
      <ol className="request-story" aria-label={t('audit.steps')}>
        {requestSteps(rows).map((step) => {
          const [icon, tone] = looks[step.kind]
          return (
            <li key={step.kind}>
              <time className="mono" dateTime={step.at} title={fullTime(step.at, i18n.language)}>
                {clockTime(step.at)}
              </time>
              <Icon name={icon} size={14} className={tone} />
              <div>
                <Words {...step} rows={rows} />
              </div>
            </li>
          )
        })}
      </ol>
      <ApprovedBuild rows={rows} />
    </>
  )
}
