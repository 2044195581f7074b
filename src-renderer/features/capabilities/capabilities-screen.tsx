/** Capabilities screen: searches, shows and tries all actions of the servers. */

import type { CapabilityManifest, CapabilityType, RiskLevel } from '@contract/generated/capability-manifest.js'
import { coreNameKey } from '@shared/words/core-words.js'
import { useDeferredValue, useEffect, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { coreNamespaces } from '../../sentences/pattern-topic.js'
import { servers, useStableServers } from '../../state/feeds.js'
import { goTo } from '../../state/navigation.js'
import { Button } from '../../ui/buttons/button.js'
import { Chip } from '../../ui/fields/chip.js'
import { SearchField } from '../../ui/fields/search-field.js'
import { SelectField } from '../../ui/fields/select-field.js'
import { Screen } from '../../ui/layout/screen.js'
import { EmptyState } from '../../ui/messages/empty-state.js'
import { useNumbers } from '../../ui/text/use-numbers.js'
import { shortened, visibleText } from '../../ui/text/visible-text.js'
import { Icon } from '../../ui/theme/icon.js'
import { CapabilityList } from './capability-list.js'
import { CapabilityPage } from './capability-page.js'
import { type CapabilityFilter, entriesOf, everything, matching, namespacesOf } from './entries.js'
import { riskLevels } from './risk-of.js'
import { useOutlook } from './use-outlook.js'
import './capabilities.css'

/** Maximum namespaces with their own button; more are in a select field. */
const maxChips = 5
const types = ['context', 'action', 'event'] as const satisfies readonly CapabilityType[]
const nameLimit = 40

export interface CapabilitiesScreenProps {
  /** Id of the capability that is to be open. */
  readonly about?: string | undefined
}

export const CapabilitiesScreen = ({ about }: CapabilitiesScreenProps) => {
  const { t } = useTranslation()
  const known = useStableServers()
  const status = servers.use((feed) => feed.status)
  const number = useNumbers()
  const outlook = useOutlook()
  const [wanted, setWanted] = useState<CapabilityFilter>(everything)
  const [chosen, setChosen] = useState(about)
  const search = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (about === undefined) return
    setChosen(about)
    setWanted(everything)
  }, [about])

  const entries = useMemo(() => {
    const nameOf = ({ id, name }: CapabilityManifest): string => {
      const key = coreNameKey(id)
      return key === undefined ? name : t(key)
    }
    return entriesOf(known, nameOf)
  }, [known, t])
  const settled = useDeferredValue(wanted)
  const shown = useMemo(() => matching(entries, settled), [entries, settled])
  const namespaces = useMemo(() => namespacesOf(entries), [entries])
  const entry = shown.find(({ id }) => id === chosen) ?? shown[0]
  const open = (id: string) => {
    setWanted(everything)
    setChosen(id)
  }
  const wordsFor = (namespace: string): string => {
    const ours = coreNamespaces.find((known) => known === namespace)
    return ours === undefined ? visibleText(namespace) : t(`manifests.topic.${ours}`)
  }
  const want = (change: Partial<CapabilityFilter>) => setWanted({ ...wanted, ...change })
  const narrowed = JSON.stringify(wanted) !== JSON.stringify(everything)

  return (
    <Screen
      title={t('nav.capabilities')}
      status={status}
      bar={
        entries.length > 0 && (
          <div className="capabilities-bar">
            {/* biome-ignore lint/a11y/useSemanticElements: a fieldset would be a form */}
            <div className="capabilities-chips" role="group" aria-label={t('manifests.namespaces')}>
              <Chip on={wanted.namespace === ''} onToggle={() => want({ namespace: '' })}>
                {t('manifests.all')} <span className="capabilities-count">{number(entries.length)}</span>
              </Chip>
              {namespaces.slice(0, maxChips).map(({ namespace, count }) => (
                <Chip
                  key={namespace}
                  on={wanted.namespace === namespace}
                  title={namespace}
                  onToggle={() => want({ namespace: wanted.namespace === namespace ? '' : namespace })}
                >
                  <bdi className="ellipsis">{wordsFor(namespace)}</bdi>{' '}
                  <span className="capabilities-count">{number(count)}</span>
                </Chip>
              ))}
            </div>
            <SearchField
              field={search}
              label={t('manifests.search')}
              maxLength={200}
              value={wanted.text}
              onChange={(text) => want({ text })}
            />
          </div>
        )
      }
    >
      {entries.length === 0 ? (
        <Nothing hasServers={known.length > 0} />
      ) : (
        <div className="capabilities">
          <div className="capabilities-side">
            <div className="capabilities-filters">
              <SelectField
                quiet
                label={t('manifests.byServer')}
                value={wanted.server}
                options={[
                  { value: '', label: t('manifests.anyServer') },
                  ...known.map(({ id, name }) => ({ value: id, label: shortened(visibleText(name), nameLimit) })),
                ]}
                onChoose={(server) => want({ server })}
              />
              <SelectField
                quiet
                label={t('manifests.byType')}
                value={wanted.type}
                options={[
                  { value: '' as const, label: t('manifests.anyType') },
                  ...types.map((type) => ({ value: type, label: t(`manifests.type.${type}`) })),
                ]}
                onChoose={(type) => want({ type })}
              />
              <SelectField
                quiet
                label={t('manifests.byRisk')}
                value={wanted.risk}
                options={[
                  { value: '' as RiskLevel | '', label: t('manifests.anyRisk') },
                  ...riskLevels.map((risk) => ({ value: risk as RiskLevel | '', label: t(`risk.full.${risk}`) })),
                ]}
                onChoose={(risk) => want({ risk })}
              />
              {/* A narrow window has no room for the buttons. */}
              <div className={`capabilities-namespace ${namespaces.length > maxChips ? '' : 'narrow-only'}`}>
                <SelectField
                  quiet
                  label={t('manifests.namespaces')}
                  value={wanted.namespace}
                  options={[
                    { value: '', label: t('manifests.anyNamespace') },
                    ...namespaces.map(({ namespace, count }) => ({
                      value: namespace,
                      label: `${shortened(wordsFor(namespace), nameLimit)} (${number(count)})`,
                    })),
                  ]}
                  onChoose={(namespace) => want({ namespace })}
                />
              </div>
            </div>
            <div className="visually-hidden" role="status">
              {t('manifests.found', { count: shown.length })}
            </div>
            {shown.length > 0 ? (
              <CapabilityList entries={shown} outlook={outlook} chosen={entry?.id} onChoose={setChosen} />
            ) : (
              <div className="capabilities-none">
                <p>{t('manifests.noMatch')}</p>
                {narrowed && (
                  <Button size="s" onClick={() => setWanted(everything)}>
                    {t('manifests.clear')}
                  </Button>
                )}
              </div>
            )}
          </div>
          {entry && <CapabilityPage key={entry.id} entry={entry} access={outlook[entry.id]} onOpen={open} />}
        </div>
      )}
    </Screen>
  )
}

const Nothing = ({ hasServers }: { readonly hasServers: boolean }) => {
  const { t } = useTranslation()
  return (
    <EmptyState
      art={<Icon name="note" size={24} />}
      title={t(hasServers ? 'manifests.offersNothing' : 'manifests.emptyTitle')}
      text={t(hasServers ? 'manifests.offersNothingText' : 'manifests.emptyText')}
    >
      <Button
        tone={hasServers ? 'plain' : 'go'}
        icon="server"
        onClick={() => goTo({ screen: 'servers', ...(!hasServers && { adding: true }) })}
      >
        {t(hasServers ? 'manifests.toServers' : 'servers.add')}
      </Button>
    </EmptyState>
  )
}
