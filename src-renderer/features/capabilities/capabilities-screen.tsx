/** Capabilities screen: searches, shows and tries all actions of the servers. */

import type { CapabilityType, RiskLevel } from '@contract/generated/capability-manifest.js'
import { useDeferredValue, useEffect, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { isOurTopic } from '../../actions/topics.js'
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
import { type CapabilityFilter, type Counted, entriesOf, everything, matching, topicsOf } from './entries.js'
import { riskLevels } from './risk-of.js'
import './capabilities.css'

/** Maximum topics with their own button; more are in a select field. */
const maxChips = 6
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
  const [wanted, setWanted] = useState<CapabilityFilter>(everything)
  const [chosen, setChosen] = useState(about)
  const search = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (about === undefined) return
    setChosen(about)
    setWanted(everything)
  }, [about])

  const entries = useMemo(() => entriesOf(known, t), [known, t])
  const settled = useDeferredValue(wanted)
  const shown = useMemo(() => matching(entries, settled), [entries, settled])
  const topics = useMemo(() => topicsOf(entries), [entries])
  const entry = shown.find(({ id }) => id === chosen) ?? shown[0]
  const open = (id: string) => {
    setWanted(everything)
    setChosen(id)
  }
  const wordsFor = ({ topic, provider }: Counted): string => {
    if (topic === 'events') return t('may.topic.events')
    return isOurTopic(topic) ? t(`may.topic.${topic}`) : visibleText(provider)
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
            <div className="capabilities-chips" role="group" aria-label={t('manifests.topics')}>
              <Chip on={wanted.topic === ''} onToggle={() => want({ topic: '' })}>
                {t('manifests.all')} <span className="capabilities-count">{number(entries.length)}</span>
              </Chip>
              {topics.slice(0, maxChips).map((one) => (
                <Chip
                  key={one.topic}
                  on={wanted.topic === one.topic}
                  onToggle={() => want({ topic: wanted.topic === one.topic ? '' : one.topic })}
                >
                  <bdi className="ellipsis">{wordsFor(one)}</bdi>{' '}
                  <span className="capabilities-count">{number(one.count)}</span>
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
              <div className={`capabilities-topic ${topics.length > maxChips ? '' : 'narrow-only'}`}>
                <SelectField
                  quiet
                  label={t('manifests.topics')}
                  value={wanted.topic}
                  options={[
                    { value: '', label: t('manifests.anyTopic') },
                    ...topics.map((one) => ({
                      value: one.topic,
                      label: `${shortened(wordsFor(one), nameLimit)} (${number(one.count)})`,
                    })),
                  ]}
                  onChoose={(topic) => want({ topic })}
                />
              </div>
            </div>
            <div className="visually-hidden" role="status">
              {t('manifests.found', { count: shown.length })}
            </div>
            {shown.length > 0 ? (
              <CapabilityList entries={shown} chosen={entry?.id} onChoose={setChosen} />
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
          {entry && <CapabilityPage key={entry.id} entry={entry} onOpen={open} />}
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
