/**
 * Try it: a person calls an action on a server or in the sandbox.
 *
 * It is handled like every call: validated, logged, and confirmed in the pop-up if it is risky.
 */

import type { ArgumentProblem, JsonObject } from '@contract/call.js'
import type { ContractError } from '@contract/generated/error.js'
import { isObject } from '@contract/json/json-object.js'
import { type AttemptReport, owner } from '@shared/approvals/attempt.js'
import type { SandboxTrial } from '@shared/approvals/sandbox.js'
import { useEffect, useId, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { attempt } from '../../bridge.js'
import { approvals } from '../../state/feeds.js'
import { Button } from '../../ui/buttons/button.js'
import { SelectField } from '../../ui/fields/select-field.js'
import { ErrorNote } from '../../ui/messages/error-note.js'
import { useServerName } from '../../ui/names/server-name.js'
import { shortened, visibleText } from '../../ui/text/visible-text.js'
import type { CapabilityEntry, OfferOn } from './entries.js'
import { type Draft, draftOf, filledOf } from './form/draft.js'
import { type Field, fieldOf } from './form/field.js'
import { pathsOf, placed } from './form/problems.js'
import { SchemaForm } from './form/schema-form.js'
import { Outcome } from './outcome.js'
import { SandboxOutcome } from './sandbox-outcome.js'
import './try-it.css'

export type AttemptState =
  | { readonly kind: 'report'; readonly sent: JsonObject; readonly report: AttemptReport }
  | { readonly kind: 'sandbox'; readonly trial: SandboxTrial }
  | { readonly kind: 'error'; readonly error: ContractError }

/** Not the id of a server: those have no space. */
const inSandbox = 'the sandbox'
const nameLimit = 48

/** Servers on which it can be called: not those where it waits for acceptance or was rejected. */
const callable = ({ manifest, quarantined }: OfferOn): boolean => manifest !== undefined && !quarantined

const firstPlace = (offers: readonly OfferOn[]): string =>
  (offers.find((offer) => callable(offer) && offer.server.state !== 'offline') ?? offers.find(callable))?.server.id ??
  inSandbox

const emptyObject = { type: 'object' }

export const TryIt = ({ entry }: { readonly entry: CapabilityEntry }) => {
  const { t } = useTranslation()
  const nameOf = useServerName()
  const id = useId()
  const { offers } = entry
  const [where, setWhere] = useState(() => firstPlace(offers))
  const place = offers.find(({ server }) => server.id === where)
  const manifest = place?.manifest ?? entry.manifest
  const { parameters = emptyObject, examples = [] } = manifest
  // Heartbeats deliver an equal manifest again, so the typed input must not be reset.
  const shape = JSON.stringify(parameters)
  // biome-ignore lint/correctness/useExhaustiveDependencies: compared by value, not by identity
  const field = useMemo(() => fieldOf(parameters), [shape])
  const [example, setExample] = useState('0')
  const [draft, setDraft] = useState<Draft>(() => draftOf(field, examples[0]?.parameters, true))
  const [problems, setProblems] = useState<readonly ArgumentProblem[]>([])
  const [going, setGoing] = useState<string>()
  const [tried, setTried] = useState<AttemptState>()
  const result = useRef<HTMLDivElement>(null)
  const shaped = useRef(field)
  const isAsked = approvals.use(
    ({ value }) => going !== undefined && value.some(({ caller }) => caller.id === owner.id),
  )
  useEffect(() => {
    // Another version elsewhere may take something else.
    if (shaped.current === field) return
    shaped.current = field
    setDraft(draftOf(field, examples[0]?.parameters, true))
    setProblems([])
  }, [field, examples])

  const open = useRef<string>(undefined)
  open.current = where === inSandbox ? undefined : going
  // The page that sent the request was left: withdraw its question.
  useEffect(
    () => () => {
      if (open.current !== undefined) void attempt('capabilities:withdraw', { id: open.current })
    },
    [],
  )

  const usable = useMemo(() => placed(problems, pathsOf(field, draft)), [problems, field, draft])

  const send = async (dryRun: boolean) => {
    const given = filled(field, draft)
    setTried(undefined)
    setProblems(given.problems)
    if (given.problems.length > 0) return
    const attemptId = crypto.randomUUID()
    setGoing(attemptId)
    const reported =
      where === inSandbox
        ? await sandboxed(entry, given.sent)
        : await attempted({ id: attemptId, capabilityId: entry.id, server: where, arguments: given.sent, dryRun })
    setGoing(undefined)
    setTried(reported)
    setProblems(problemsOf(reported))
    requestAnimationFrame(() => result.current?.focus())
  }

  const fill = (at: string) => {
    setExample(at)
    setDraft(draftOf(field, examples[Number(at)]?.parameters, true))
    setProblems([])
  }

  return (
    <section className="try-it" aria-labelledby={`${id}-title`}>
      <h3 id={`${id}-title`}>{t('manifests.tryIt')}</h3>
      <div className="try-it-where">
        <SelectField
          label={t('manifests.where')}
          value={where}
          options={[
            ...offers.filter(callable).map(({ server }) => ({
              value: server.id,
              label: `${shortened(visibleText(nameOf(server)), nameLimit)}${server.state === 'offline' ? ` (${t('server.state.offline')})` : ''}`,
            })),
            { value: inSandbox, label: t('manifests.sandbox') },
          ]}
          onChoose={setWhere}
        />
        {examples.length > 1 && (
          <SelectField
            label={t('manifests.fillWith')}
            value={example}
            options={examples.map(({ name }, at) => ({
              value: String(at),
              label: shortened(visibleText(name), nameLimit),
            }))}
            onChoose={fill}
          />
        )}
      </div>
      <p className="capability-quiet">{t(where === inSandbox ? 'manifests.sandboxText' : 'manifests.serverText')}</p>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          void send(false)
        }}
      >
        <SchemaForm field={field} draft={draft} problems={usable} onChange={setDraft} />
        <div className="try-it-buttons">
          <Button type="submit" tone="go" disabled={going !== undefined}>
            {t(where === inSandbox ? 'manifests.runInSandbox' : 'manifests.run')}
          </Button>
          {where !== inSandbox && (
            <Button disabled={going !== undefined} onClick={() => void send(true)}>
              {t('manifests.dryRun')}
            </Button>
          )}
          {going !== undefined && where !== inSandbox && (
            <Button tone="quiet" onClick={() => void attempt('capabilities:withdraw', { id: going })}>
              {t('manifests.takeBack')}
            </Button>
          )}
          <span role="status" className="capability-quiet">
            {going !== undefined && t(isAsked ? 'manifests.waitsForYou' : 'manifests.going')}
          </span>
        </div>
      </form>
      <div ref={result} tabIndex={-1} className="try-it-result">
        {tried?.kind === 'report' && <Outcome entry={entry} sent={tried.sent} report={tried.report} />}
        {tried?.kind === 'sandbox' && <SandboxOutcome trial={tried.trial} />}
        {tried?.kind === 'error' && <ErrorNote error={tried.error} />}
      </div>
    </section>
  )
}

const filled = (field: Field, draft: Draft) => {
  const { value, problems } = filledOf(field, draft, true)
  const sent: JsonObject = isObject(value) ? value : {}
  const isWrong = problems.length === 0 && value !== undefined && !isObject(value)
  return { sent, problems: isWrong ? [{ path: '', expected: 'object', given: '' }] : problems }
}

const attempted = async (wanted: Parameters<typeof attempt<'capabilities:attempt'>>[1]): Promise<AttemptState> => {
  const answer = await attempt('capabilities:attempt', wanted)
  return answer.ok
    ? { kind: 'report', sent: wanted.arguments, report: answer.value }
    : { kind: 'error', error: answer.error }
}

const sandboxed = async ({ id, offers }: CapabilityEntry, given: JsonObject): Promise<AttemptState> => {
  const server = offers[0]?.server.id ?? ''
  const answer = await attempt('capabilities:sandbox', { capabilityId: id, server, arguments: given })
  return answer.ok ? { kind: 'sandbox', trial: answer.value } : { kind: 'error', error: answer.error }
}

const problemsOf = (tried: AttemptState): readonly ArgumentProblem[] => {
  if (tried.kind === 'report') return tried.report.outcome.kind === 'failed' ? tried.report.outcome.problems : []
  if (tried.kind !== 'sandbox') return []
  const errors = tried.trial.error?.details?.errors
  return Array.isArray(errors) ? (errors as ArgumentProblem[]) : []
}
