/**
 * Outlook line: what happens when an AI client calls this action, and a button to be asked first.
 *
 * The button creates a normal rule, and removes it again.
 */

import type { Rule } from '@shared/approvals/rule.js'
import type { CapabilityAccess } from '@shared/servers/server-care.js'
import { useTranslation } from 'react-i18next'
import { attempt } from '../../bridge.js'
import { goToRules } from '../../state/navigation.js'
import { rules } from '../../state/rules.js'
import { useRequest } from '../../state/use-request.js'
import { Button } from '../../ui/buttons/button.js'
import { ErrorNote } from '../../ui/messages/error-note.js'
import { Icon } from '../../ui/theme/icon.js'
import { fullOutlook } from './use-outlook.js'

const looks = { allow: 'done', ask: 'ask', deny: 'refused' } as const

/** The rule that the button creates: this action only, any client and any server. */
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
  const { busy, error, send } = useRequest()
  const change = () =>
    own
      ? send(attempt('rules:remove', { id: own.id }))
      : send(attempt('rules:create', { effect: 'ask', capability: id }))
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
