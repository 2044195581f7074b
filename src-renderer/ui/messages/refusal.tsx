/** Refusal: why a call was refused without a person's denial; when approvers are missing, what the owner can do. */

import type { RefusalReason } from '@shared/trail/live.js'
import { useTranslation } from 'react-i18next'
import { goTo, goToPeople } from '../../state/navigation.js'
import { usePreferences } from '../../state/preferences.js'
import { Button } from '../buttons/button.js'
import './refusal.css'

type MissingApprovers = Extract<RefusalReason, { why: 'too-few' }>

/** In a few words, for a line. */
export const useRefusalText = (): ((refusal: RefusalReason) => string) => {
  const { t } = useTranslation()
  return (refusal) => {
    if (refusal.why !== 'too-few') return t(`asks.refused.${refusal.why}`)
    const { needed, present } = refusal
    return t(present === 1 ? 'asks.tooFew.alone' : 'asks.tooFew.short', { needed, present })
  }
}

/** Where the owner can fix it. The AI never gets these links. */
export const MissingApproversActions = ({
  refusal,
  risk,
}: {
  readonly refusal: MissingApprovers
  readonly risk: string | undefined
}) => {
  const { t } = useTranslation()
  const quorum = usePreferences(({ settings }) => settings.criticalQuorum)
  const isCritical = risk === 'critical'
  if (isCritical && quorum <= 1 && refusal.needed === 2) return <p role="status">{t('asks.tooFew.fixed')}</p>
  return (
    <>
      <p>{t(isCritical ? 'asks.tooFew.whatToDo' : 'asks.tooFew.whatElse')}</p>
      <div className="refusal-ways">
        <Button size="s" icon="people" onClick={() => goToPeople()}>
          {t('asks.tooFew.add')}
        </Button>
        {isCritical && (
          <Button size="s" icon="settings" onClick={() => goTo({ screen: 'settings', about: 'safety' })}>
            {t('asks.tooFew.settings')}
          </Button>
        )}
      </div>
    </>
  )
}

/** In full, where there is room for it. */
export const RefusalNote = ({
  refusal,
  risk,
}: {
  readonly refusal: RefusalReason
  readonly risk: string | undefined
}) => {
  const text = useRefusalText()(refusal)
  return (
    <div className="refusal-note">
      <strong>{text}</strong>
      {refusal.why === 'too-few' && <MissingApproversActions refusal={refusal} risk={risk} />}
    </div>
  )
}
