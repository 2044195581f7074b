/** Facts: the requirements, permissions and effects of an action, in words. */

import type { ContractError } from '@contract/generated/error.js'
import type { CapabilityDetails } from '@shared/approvals/attempt.js'
import { coreNameKey, riskReasonOf } from '@shared/words/core-words.js'
import { useTranslation } from 'react-i18next'
import { ErrorNote } from '../../ui/messages/error-note.js'
import { LongText } from '../../ui/text/long-text.js'
import { visibleText } from '../../ui/text/visible-text.js'
import type { CapabilityEntry } from './entries.js'
import { Fact } from './fact.js'

interface LinkProps {
  readonly id: string
  readonly onOpen: (id: string) => void
}

const CapabilityLink = ({ id, onOpen }: LinkProps) => {
  const { t } = useTranslation()
  const key = coreNameKey(id)
  return (
    <button type="button" className="capability-link" onClick={() => onOpen(id)}>
      {key === undefined ? <LongText text={visibleText(id)} limit={128} className="mono" /> : t(key)}
    </button>
  )
}

export interface FactsProps {
  readonly entry: CapabilityEntry
  readonly past: CapabilityDetails | undefined
  readonly error: ContractError | undefined
  readonly onOpen: (id: string) => void
}

export const Facts = ({ entry, past, error, onOpen }: FactsProps) => {
  const { t } = useTranslation()
  const { type, risk, deprecated, requiredRoles = [] } = entry.manifest
  const reason = riskReasonOf(entry.id, risk?.reason)
  const demands = [
    risk?.approvalRequired && t('review.demandsApproval'),
    risk?.snapshotRequired && t('review.demandsSnapshot'),
  ].filter((words) => words !== false && words !== undefined)
  return (
    <>
      {deprecated && (
        <div className="capability-deprecated" role="note">
          <b>
            {t('manifests.deprecated', {
              since: visibleText(deprecated.since),
              removal: visibleText(deprecated.removalVersion),
            })}
          </b>{' '}
          {deprecated.reason && <LongText text={visibleText(deprecated.reason)} limit={300} expandable />}
          {deprecated.replacement && (
            <p>
              {t('manifests.replacedBy')} <CapabilityLink id={deprecated.replacement} onOpen={onOpen} />
            </p>
          )}
          {deprecated.migrationGuide && (
            <p>
              <LongText text={visibleText(deprecated.migrationGuide)} limit={300} expandable />
            </p>
          )}
        </div>
      )}
      {error && <ErrorNote error={error} quiet />}
      <dl className="capability-facts">
        <Fact topic={t('manifests.kind')}>{t(`review.type.${type}`)}</Fact>
        <Fact topic={t('manifests.whyRisk')}>
          {reason.key !== undefined && <p>{t(reason.key)}</p>}
          {reason.text !== undefined && <LongText text={visibleText(reason.text)} limit={300} expandable />}
          {reason.key === undefined && reason.text === undefined && t('manifests.noReason')}
          {demands.map((words) => (
            <p key={words}>{words}</p>
          ))}
        </Fact>
        {past?.undo && <Fact topic={t('manifests.undo')}>{t(`manifests.undoable.${past.undo}`)}</Fact>}
        {past?.pairedContext && (
          <Fact topic={t('manifests.paired')}>
            <CapabilityLink id={past.pairedContext} onOpen={onOpen} />
          </Fact>
        )}
        {requiredRoles.length > 0 && (
          <Fact topic={t('manifests.role')}>
            {t('manifests.roles', { roles: requiredRoles.map((role) => t(`clients.roles.${role}`)).join(', ') })}
          </Fact>
        )}
      </dl>
    </>
  )
}
