/** Capability page: one capability as a document, and the form that tries it. Its texts come from servers. */
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { CapabilityPast } from '../../../src-main/contract/attempt.js'
import { coreDescriptionKey } from '../../../src-main/contract/core-words.js'
import type { ContractError } from '../../../src-main/contract/generated/error.js'
import type { CapabilityAccess } from '../../../src-main/contract/server-care.js'
import { attempt } from '../../bridge.js'
import { useKept } from '../../state/kept.js'
import { Button } from '../../ui/button.js'
import { LongText } from '../../ui/long-text.js'
import { Name } from '../../ui/name.js'
import { RiskBadge } from '../../ui/risk-badge.js'
import { visibleText } from '../../ui/visible-text.js'
import type { Entry } from './entries.js'
import { Examples } from './examples.js'
import { Facts } from './facts.js'
import { OffersOf } from './offers-of.js'
import { OutlookLine } from './outlook-line.js'
import { SchemaTable } from './schema-table.js'
import { TryIt } from './try-it.js'
import { Versions } from './versions.js'

export interface CapabilityPageProps {
  readonly entry: Entry
  /** What happens when an AI client asks; absent while it is not known, or nobody may use it. */
  readonly access: CapabilityAccess | undefined
  readonly onOpen: (id: string) => void
}

export type Past = { readonly past?: CapabilityPast; readonly error?: ContractError }

const usePast = (entry: Entry): Past => {
  const [known, setKnown] = useState<Past>({})
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

/** Id of a server that has the manifest that is read. */
const serverOf = ({ offers, manifest }: Entry): string =>
  offers.find((offer) => (offer.manifest ?? offer.quarantined?.offered) === manifest)?.server.id ?? ''

export const CapabilityPage = ({ entry, access, onOpen }: CapabilityPageProps) => {
  const { t } = useTranslation()
  const { manifest, id } = entry
  const { past, error } = usePast(entry)
  const [trying, setTrying] = useKept(`capability ${id} trying`, false)
  const ours = coreDescriptionKey(id)
  const theirs = visibleText(manifest.description)
  const isTriable = manifest.type !== 'event'
  return (
    <article className="capability" aria-labelledby="capability-title">
      <div className="capability-inside">
        <header className="capability-head">
          <div className="capability-title">
            <h2 id="capability-title">
              <LongText text={visibleText(entry.name)} limit={100} expandable />
            </h2>
            <p className="capability-under">
              <LongText text={visibleText(id)} limit={128} className="mono" />{' '}
              <span className="mono">{visibleText(manifest.version)}</span> · <Name text={manifest.provider.name} />
            </p>
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
        {access && isTriable && <OutlookLine id={id} access={access} undoable={past?.undo === 'undoable'} />}
        {trying && <TryIt entry={entry} />}
        <OffersOf entry={entry} />
        <Facts entry={entry} past={past} error={error} onOpen={onOpen} />
        <section>
          <h3>{t('manifests.parameters')}</h3>
          <SchemaTable
            schema={manifest.parameters}
            label={t('manifests.parameters')}
            none={t('manifests.noParameters')}
          />
        </section>
        <section>
          <h3>{t(manifest.type === 'event' ? 'manifests.tells' : 'manifests.returns')}</h3>
          <SchemaTable schema={manifest.returns} label={t('manifests.returns')} none={t('manifests.noReturns')} />
        </section>
        <Examples manifest={manifest} server={serverOf(entry)} />
        {ours !== undefined && (
          <section>
            <h3>{t('manifests.forModels')}</h3>
            <p className="capability-meaning">
              <LongText text={theirs} limit={600} expandable />
            </p>
          </section>
        )}
        <Versions entry={entry} past={past} />
      </div>
    </article>
  )
}
