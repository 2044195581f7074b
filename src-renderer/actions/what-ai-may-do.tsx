/**
 * What AI may do: every action of one server in the words of its owner, each with Allow, Ask or Off.
 *
 * A view over acceptance, rules and risk: it shows what happens now, also where another rule decides.
 */

import { type ActionChoice, actionChoices } from '@shared/servers/action-choice.js'
import type { Server } from '@shared/servers/server.js'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Chip } from '../ui/fields/chip.js'
import { SearchField } from '../ui/fields/search-field.js'
import { SelectField } from '../ui/fields/select-field.js'
import { ErrorNote } from '../ui/messages/error-note.js'
import { RiskBadge } from '../ui/names/risk-badge.js'
import { useNumbers } from '../ui/text/use-numbers.js'
import { visibleText } from '../ui/text/visible-text.js'
import { Icon } from '../ui/theme/icon.js'
import { ActionRow } from './action-row.js'
import { type Preset, startable } from './presets.js'
import { isEvent, isFound, isIn, type ActionRow as Row, type RowFilter, rowFilters, rowsOf } from './rows.js'
import { SeenEvents } from './seen-events.js'
import { StartFromChanges, StartFromField } from './start-from.js'
import { StartWithDefaults } from './start-with-defaults.js'
import { isOurTopic } from './topics.js'
import { type Standings, useStandings } from './use-standings.js'
import './what-ai-may-do.css'

/** The topics of the left column; those of other programs are in the right one. */
const leftTopics: readonly string[] = ['players', 'chat']

const topicName = (topic: string, rows: readonly Row[], t: (key: string) => string): string =>
  isOurTopic(topic) ? t(`may.topic.${topic}`) : visibleText(rows[0]?.parts[0]?.manifest.provider.name ?? topic)

interface TopicProps extends Pick<Standings, 'busy' | 'choose'> {
  readonly topic: string
  readonly rows: readonly Row[]
}

const Topic = ({ topic, rows, busy, choose }: TopicProps) => {
  const { t } = useTranslation()
  const number = useNumbers()
  const name = topicName(topic, rows, t)
  const setAll = (choice: ActionChoice) => {
    // Asking about every look would be no help.
    const meant = choice === 'ask' ? rows.filter(({ looks }) => !looks) : rows
    // What changed, or may mislead, is chosen by itself.
    const parts = meant
      .flatMap((row) => row.parts)
      .filter(({ waiting }) => !waiting?.findings && waiting?.reason !== 'changed')
    void choose(choice, parts)
  }
  return (
    <section className="may-topic" aria-label={name}>
      <header>
        <h3>{name}</h3>
        <span className="may-count">{number(rows.length)}</span>
        <SelectField
          quiet
          label={t('may.setAllIn', { topic: name })}
          value=""
          disabled={busy}
          options={[
            { value: '' as const, label: t('may.setAll') },
            ...actionChoices.map((choice) => ({ value: choice, label: t(`may.choice.${choice}`) })),
          ]}
          onChoose={(choice) => choice !== '' && setAll(choice)}
        />
      </header>
      <ul>
        {rows.map((row) => (
          <ActionRow key={row.key} row={row} busy={busy} choose={choose} />
        ))}
      </ul>
    </section>
  )
}

const Legend = () => {
  const { t } = useTranslation()
  return (
    <div className="may-legend">
      <div>
        {(['low', 'medium', 'high', 'critical'] as const).map((risk) => (
          <RiskBadge key={risk} risk={risk} size="short" />
        ))}
      </div>
      <p>
        <Icon name="lock" size={12} /> {t('may.locked')}
      </p>
      <p>{t('may.afterText')}</p>
    </div>
  )
}

const useColumns = (rows: readonly Row[]) =>
  useMemo(() => {
    const topics = new Map<string, Row[]>()
    for (const row of rows) topics.set(row.topic, [...(topics.get(row.topic) ?? []), row])
    const all = [...topics]
    return {
      left: all.filter(([topic]) => leftTopics.includes(topic)),
      right: all.filter(([topic]) => !leftTopics.includes(topic)),
    }
  }, [rows])

export const WhatAiMayDo = ({ server }: { readonly server: Server }) => {
  const { t } = useTranslation()
  const number = useNumbers()
  const { parts, busy, error, choose } = useStandings(server)
  const [text, setText] = useState('')
  const [filter, setFilter] = useState<RowFilter>('all')
  const [preset, setPreset] = useState<Preset>()
  const rows = useMemo(() => {
    const all = rowsOf(parts, t)
    // Where nothing ever ran, everything is new.
    return startable(parts).length === 0 ? all : all.map(({ fresh: _new, ...row }) => row)
  }, [parts, t])
  const events = useMemo(() => parts.filter(isEvent), [parts])
  const shown = useMemo(() => rows.filter((row) => isFound(row, text) && isIn(row, filter)), [rows, text, filter])
  const { left, right } = useColumns(shown)
  if (parts.length === 0)
    return <p className="may-none">{t(server.state === 'online' ? 'servers.offersNone' : 'servers.offersNothing')}</p>
  const starting = { parts, busy, choose, wanted: preset, onWant: setPreset }
  return (
    <div className="may">
      <StartWithDefaults parts={parts} busy={busy} choose={choose} />
      {error && <ErrorNote title={t('may.notChosen')} error={error} />}
      {events.length > 0 && <SeenEvents events={events} busy={busy} choose={choose} />}
      <div className="may-tools">
        <SearchField label={t('may.search')} maxLength={128} value={text} onChange={setText} />
        <fieldset className="may-filters" aria-label={t('may.filter')}>
          {rowFilters
            .map((one) => ({ one, count: rows.filter((row) => isIn(row, one)).length }))
            .filter(({ one, count }) => one !== 'new' || count > 0)
            .map(({ one, count }) => (
              <Chip key={one} on={filter === one} onToggle={() => setFilter(filter === one ? 'all' : one)}>
                {t(`may.filters.${one}`)} <span className="may-count">{number(count)}</span>
              </Chip>
            ))}
        </fieldset>
        <span className="may-applies">{t('may.everyAi')}</span>
        <StartFromField {...starting} />
      </div>
      <StartFromChanges {...starting} />
      {shown.length === 0 && <p className="may-none">{t('manifests.noMatch')}</p>}
      <div className={`may-columns ${left.length === 0 || right.length === 0 ? 'single' : ''}`}>
        {[left, right].map((topics, column) =>
          topics.length === 0 ? null : (
            // biome-ignore lint/suspicious/noArrayIndexKey: two columns that stay in place
            <div key={column}>
              {topics.map(([topic, some]) => (
                <Topic key={topic} topic={topic} rows={some} busy={busy} choose={choose} />
              ))}
              {column === 0 && <Legend />}
            </div>
          ),
        )}
      </div>
    </div>
  )
}
