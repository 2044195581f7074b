/**
 * Consent questions: OAuth programs that wait for access; above every screen, one at a time, the oldest first.
 *
 * Guards "accepting takes an intended act": no single key accepts, Accept works only after the question has been
 * visible for a second, and the program's description of itself is shown as a claim.
 */

import type { HeldRole } from '@shared/clients/client.js'
import type { ConsentDecision, OpenConsent } from '@shared/clients/consent.js'
import { type KeyboardEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { attempt } from '../../bridge.js'
import { consents } from '../../state/feeds.js'
import { useMayOrder } from '../../state/gateway.js'
import { useRequest } from '../../state/use-request.js'
import { Button } from '../../ui/buttons/button.js'
import { useRead } from '../../ui/buttons/use-read.js'
import { ErrorNote } from '../../ui/messages/error-note.js'
import { Gap } from '../../ui/text/gap.js'
import { KeyHint } from '../../ui/text/key-hint.js'
import { Name } from '../../ui/text/name.js'
import { CountdownRing } from '../../ui/time/countdown-ring.js'
import { ClientQuestion } from './client-question.js'
import { offeredRoles } from './offered-roles.js'
import { RoleChoice } from './role-choice.js'
import './consent-questions.css'

/** A known client can keep its role, even one that is not offered to new clients. */
const rolesFor = ({ known }: OpenConsent): readonly HeldRole[] =>
  known && !offeredRoles.some((role) => role === known.role) ? [known.role, ...offeredRoles] : offeredRoles

const ConsentQuestion = ({ question, others }: { readonly question: OpenConsent; readonly others: number }) => {
  const { t } = useTranslation()
  const read = useRead(question.id)
  const [role, setRole] = useState<HeldRole>(question.known?.role ?? 'admin')
  const { busy, error, send } = useRequest()

  const decide = (decision: ConsentDecision) =>
    send(attempt('consents:decide', { id: question.id, decision, ...(decision === 'accept' && { role }) }))
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape' && !event.repeat && !busy) void decide('decline')
  }

  return (
    <section
      className="consent"
      role="alertdialog"
      aria-labelledby="consent-title"
      aria-describedby="consent-facts"
      onKeyDown={onKeyDown}
    >
      <div className="consent-words">
        <h2 id="consent-title">
          <Name text={question.claimedName} className="consent-name" /> {t('consent.asks')}
        </h2>
        <p id="consent-facts">
          {t('consent.unverified')}
          <Gap />
          {t('consent.returnsTo')} <Name text={question.returnsTo} className="mono" />
        </p>
        {question.known && (
          <p>
            {t('consent.knownAs')} <Name text={question.known.name} />
            {t('consent.knownRole', { role: t(`clients.roles.${question.known.role}`) })}
          </p>
        )}
        <p>{t('consent.compare')}</p>
        {others > 0 && <p>{t('consent.others', { count: others })}</p>}
      </div>
      <div className="consent-code">
        <span className="visually-hidden">{t('consent.code')}</span>
        <output className="mono">{question.code}</output>
      </div>
      {error && <ErrorNote error={error} />}
      <div className="consent-answer">
        <RoleChoice value={role} roles={rolesFor(question)} onChange={setRole} />
        <CountdownRing from={question.askedAt} until={question.expiresAt} />
        <Button disabled={busy} aria-keyshortcuts="Escape" onClick={() => void decide('decline')}>
          {t('consent.decline')} <KeyHint>Esc</KeyHint>
        </Button>
        <Button tone="go" disabled={busy || !read} onClick={() => void decide('accept')}>
          {t('consent.accept')}
        </Button>
      </div>
    </section>
  )
}

export const ConsentQuestions = () => {
  const open = consents.use((feed) => feed.value)
  const [question] = open
  if (!useMayOrder('consents:decide')) return null
  if (!question) return <ClientQuestion />
  return <ConsentQuestion key={question.id} question={question} others={open.length - 1} />
}
