/**
 * Outlook line: what happens when an AI client asks for this, and the click to be asked about what would pass.
 *
 * The click makes a rule like any other, and the same place takes it back.
 */
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ContractError } from '../../../src-main/contract/generated/error.js'
import type { Rule } from '../../../src-main/contract/rule.js'
import type { CapabilityAccess } from '../../../src-main/contract/server-care.js'
import { attempt } from '../../bridge.js'
import { goToRules } from '../../state/place.js'
import { rules } from '../../state/rules.js'
import { Button } from '../../ui/button.js'
import { ErrorNote } from '../../ui/error-note.js'
import { Icon } from '../../ui/icon.js'
import { fullOutlook } from './use-outlook.js'

const looks = { allow: 'done', ask: 'ask', deny: 'refused' } as const

/** One that the click here makes: about this alone, whoever asks and wherever. */
const asksAlways = (rule: Rule, id: string): boolean =>
  rule.effect === 'ask' &&
  rule.capability === id &&
  [rule.client, rule.server, rule.arguments, rule.sessionId, rule.expiresAt].every((term) => term === undefined)

export interface OutlookLineProps {
  readonly id: string
  readonly access: CapabilityAccess
  /** It can be undone. */
  readonly undoable: boolean
}

export const OutlookLine = ({ id, access, undoable }: OutlookLineProps) => {
  const { t } = useTranslation()
  const own = rules.use(({ value }) => value.rules.find((rule) => asksAlways(rule, id)))
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<ContractError>()
  const change = async () => {
    setBusy(true)
    const result = own
      ? await attempt('rules:remove', { id: own.id })
      : await attempt('rules:create', { effect: 'ask', capability: id })
    setError(result.ok ? undefined : result.error)
    setBusy(false)
  }
  const { effect, people = 1, noted, builtIn } = access
  return (
    <section className="capability-outlook" aria-label={t('outlook.title')}>
      <Icon name={looks[effect]} className={`outlook-${effect}`} />
      <p role="status">
        {t(fullOutlook(access), { count: people })}{' '}
        {effect === 'allow' && noted && undoable && `${t('outlook.undoable')} `}
        {effect === 'allow' && <span className="capability-quiet">{t('outlook.mayStillAsk')}</span>}
      </p>
      {(effect === 'allow' || own) && (
        <Button size="s" disabled={busy} onClick={() => void change()}>
          {t(own ? 'outlook.askNoMore' : 'outlook.askToo')}
        </Button>
      )}
      {builtIn && (
        <Button size="s" onClick={() => goToRules(builtIn)}>
          {t('outlook.showRule')}
        </Button>
      )}
      {error && <ErrorNote error={error} quiet />}
    </section>
  )
}
