/**
 * Capability page: one action in words, the form that tries it, and what developers need. Its texts come from servers.
 *
 * Guards that a server cannot imitate a built-in action: a name from a server is shown with its id.
 */

import type { ContractError } from '@contract/generated/error.js'
import type { CapabilityDetails } from '@shared/approvals/attempt.js'
import { coreDescriptionKey, coreNameKey } from '@shared/words/core-words.js'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { attempt } from '../../bridge.js'
import { useMayOrder } from '../../state/gateway.js'
import { Button } from '../../ui/buttons/button.js'
import { RiskBadge } from '../../ui/names/risk-badge.js'
import { LongText } from '../../ui/text/long-text.js'
import { visibleText } from '../../ui/text/visible-text.js'
import { Developers } from './developers.js'
import type { CapabilityEntry } from './entries.js'
import { Facts } from './facts.js'
import { ServerOffers } from './server-offers.js'
import { TryIt } from './try-it.js'

export interface CapabilityPageProps {
  readonly entry: CapabilityEntry
  readonly onOpen: (id: string) => void
}

export type CapabilityHistory = { readonly past?: CapabilityDetails; readonly error?: ContractError }

const usePast = (entry: CapabilityEntry): CapabilityHistory => {
  const [known, setKnown] = useState<CapabilityHistory>({})
  const { id } = entry
  // What was accepted before changes when something is accepted now.
  const offered = entry.offers.map(({ server, manifest }) => `${server.id} ${manifest?.version}`).join()
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked again when what is offered changes
  useEffect(() => {
    let gone = false
    void attempt('capabilities:past', { id }).then((result) => {
      if (!gone) setKnown(result.ok ? { past: result.value } : { error: result.error })
    })
    return () => {
      gone = true
    }
  }, [id, offered])
  return known
}

export const CapabilityPage = ({ entry, onOpen }: CapabilityPageProps) => {
  const { t } = useTranslation()
  const { manifest, id } = entry
  const { past, error } = usePast(entry)
  const [trying, setTrying] = useState(false)
  const ours = coreDescriptionKey(id)
  const theirs = visibleText(manifest.description)
  const isTriable = useMayOrder('capabilities:attempt') && manifest.type !== 'event'
  return (
    <article className="capability" aria-labelledby="capability-title">
      <div className="capability-inside">
        <header className="capability-head">
          <div className="capability-title">
            <h2 id="capability-title">
              <LongText text={visibleText(entry.name)} limit={100} expandable />
            </h2>
            {coreNameKey(id) === undefined && (
              <p className="capability-under">
                <LongText text={visibleText(id)} limit={128} className="mono" />
              </p>
            )}
          </div>
          <RiskBadge risk={entry.risk} />
          {isTriable && (
            <Button tone={trying ? 'plain' : 'go'} aria-expanded={trying} onClick={() => setTrying(!trying)}>
              {t(trying ? 'manifests.closeTry' : 'manifests.tryIt')}
            </Button>
          )}
        </header>
        <p className="capability-meaning">
          <LongText text={ours === undefined ? theirs : t(ours)} limit={600} expandable />
        </p>
        {trying && <TryIt entry={entry} />}
        <ServerOffers entry={entry} />
        <Facts entry={entry} past={past} error={error} onOpen={onOpen} />
        <Developers entry={entry} past={past} />
      </div>
    </article>
  )
}
