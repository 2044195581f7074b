/** Rules screen: searches, filters and sorts rules, and creates ones that ask or deny. */

import { everyAi, type Rule, type RuleEffect } from '@shared/approvals/rule.js'
import { bridge } from '@shared/clients/client.js'
import { useCallback, useEffect, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { attempt } from '../../../bridge.js'
import { AskingPauses } from '../../../connect/asking-pauses.js'
import { clients, useStableServers } from '../../../state/feeds.js'
import { useMayOrder } from '../../../state/gateway.js'
import { goToRules } from '../../../state/navigation.js'
import { rules } from '../../../state/rules.js'
import { Button } from '../../../ui/buttons/button.js'
import { SearchField } from '../../../ui/fields/search-field.js'
import { SelectField } from '../../../ui/fields/select-field.js'
import { Screen } from '../../../ui/layout/screen.js'
import { EmptyState } from '../../../ui/messages/empty-state.js'
import { UndoNote } from '../../../ui/messages/undo-note.js'
import { useServerName } from '../../../ui/names/server-name.js'
import { shortened, visibleText } from '../../../ui/text/visible-text.js'
import { Icon } from '../../../ui/theme/icon.js'
import { useNow } from '../../../ui/time/clock.js'
import { ApprovalsTabs } from '../approvals-tabs.js'
import { BuiltInRules, isBuiltInRuleId } from './built-in-rules.js'
import { NewRule } from './new-rule.js'
import {
  everyRule,
  isNarrowed,
  type RuleSorting,
  ruleSortings,
  rulesInOrder,
  shownRules,
  type WantedRules,
  wantedAbout,
} from './rule-list.js'
import { RuleRow } from './rule-row.js'
import { useRuleName } from './use-rule-sentence.js'
import './rules.css'

/** Rows that are drawn before a click on "more". */
const atFirst = 100

const answers: readonly RuleEffect[] = ['allow', 'ask', 'deny']

interface RuleFilterProps {
  readonly wanted: WantedRules
  readonly sorting: RuleSorting
  readonly onWant: (wanted: WantedRules) => void
  readonly onSort: (sorting: RuleSorting) => void
}

const RuleFilter = ({ wanted, sorting, onWant, onSort }: RuleFilterProps) => {
  const { t } = useTranslation()
  const known = useStableServers()
  const serverName = useServerName()
  const keyed = clients.use((feed) => feed.value.clients)
  const standing = rules.use((feed) => feed.value.rules)
  /** Also removed ones, while a rule names them. */
  const people = new Map([
    [bridge.id, t('clients.bridgeName')],
    ...standing.flatMap(({ client }) =>
      client && ![bridge.id, everyAi.id].includes(client.id) ? [[client.id, client.name] as const] : [],
    ),
    ...keyed.map(({ id, name }) => [id, name] as const),
  ])
  const option = ([value, label]: readonly [string, string]) => ({ value, label: shortened(visibleText(label), 40) })
  return (
    <div className="rules-filter">
      <SelectField<RuleEffect | ''>
        quiet
        label={t('rules.effect')}
        value={wanted.effect}
        options={[
          { value: '', label: t('ruleCare.everyAnswer') },
          ...answers.map((value) => ({ value, label: t(`rules.effects.${value}`) })),
        ]}
        onChoose={(effect) => onWant({ ...wanted, effect })}
      />
      <SelectField
        quiet
        label={t('ruleCare.aboutClient')}
        value={people.has(wanted.client) ? wanted.client : ''}
        options={[{ value: '', label: t('ruleCare.anyOfClients') }, ...[...people].map(option)]}
        onChoose={(client) => onWant({ ...wanted, client })}
      />
      <SelectField
        quiet
        label={t('ruleCare.aboutServer')}
        value={wanted.server}
        options={[
          { value: '', label: t('ruleCare.anyOfServers') },
          ...known.map((server) => option([server.id, serverName(server)])),
        ]}
        onChoose={(server) => onWant({ ...wanted, server })}
      />
      <SelectField
        quiet
        label={t('ruleCare.sort')}
        value={sorting}
        options={ruleSortings.map((value) => ({ value, label: t(`ruleCare.sortings.${value}`) }))}
        onChoose={onSort}
      />
      <SearchField
        label={t('ruleCare.search')}
        maxLength={128}
        value={wanted.words}
        onChange={(words) => onWant({ ...wanted, words })}
      />
    </div>
  )
}

export interface RulesScreenProps {
  /** Id of the rule, client or server of a link. */
  readonly about?: string | undefined
}

export const RulesScreen = ({ about }: RulesScreenProps) => {
  const mayMake = useMayOrder('rules:create')
  const { t } = useTranslation()
  const { value, status } = rules.use()
  const known = useStableServers()
  const [making, setMaking] = useState(false)
  const [shown, setShown] = useState(atFirst)
  const [wanted, setWanted] = useState(everyRule)
  const [sorting, setSorting] = useState<RuleSorting>('newest')
  const [removed, setRemoved] = useState<{ readonly rule: Rule; readonly name: string }>()
  const forget = useCallback(() => setRemoved(undefined), [])
  const nameOf = useRuleName()
  // A step of ten seconds is enough for words to the minute.
  const now = Math.ceil((useNow() + 1) / 10_000) * 10_000
  const ready = status === 'ready'
  // biome-ignore lint/correctness/useExhaustiveDependencies: the link applies once; later changes do not filter
  useEffect(() => {
    if (ready)
      setWanted(wantedAbout(isBuiltInRuleId(about) ? undefined : about, { rules: value.rules, servers: known }).wanted)
  }, [about, ready])
  const found = useMemo(
    () => rulesInOrder(shownRules(value.rules, wanted, nameOf), sorting),
    [value.rules, wanted, sorting, nameOf],
  )
  const make = !making && mayMake && (
    <Button tone="go" icon="plus" onClick={() => setMaking(true)}>
      {t('rules.new')}
    </Button>
  )
  const showAll = () => {
    setWanted(everyRule)
    if (about !== undefined) goToRules()
  }
  const isEmpty = value.rules.length === 0 && !making
  return (
    <Screen
      title={t('nav.approvals')}
      status={status}
      bar={
        <>
          <ApprovalsTabs tab="rules" />
          <div className="rules-bar">{value.rules.length > 0 && make}</div>
        </>
      }
    >
      <AskingPauses />
      {value.damaged && (
        <div className="rules-damaged" role="alert">
          <Icon name="warning" />
          <div>
            <b>{t('rules.damagedTitle')}</b>
            <p>{t('rules.damagedText')}</p>
          </div>
        </div>
      )}
      {making && <NewRule onClose={() => setMaking(false)} />}
      {removed && (
        <UndoNote
          key={removed.rule.id}
          text={t('ruleCare.removed', { name: removed.name })}
          onUndo={() => attempt('rules:restore', { id: removed.rule.id })}
          onDismissed={forget}
        />
      )}
      {isEmpty ? (
        <div className="rules-empty">
          <EmptyState art={<Icon name="rules" size={24} />} title={t('rules.emptyTitle')} text={t('rules.emptyText')}>
            {make}
          </EmptyState>
        </div>
      ) : (
        <>
          {(value.rules.length > 1 || isNarrowed(wanted)) && (
            <RuleFilter wanted={wanted} sorting={sorting} onWant={setWanted} onSort={setSorting} />
          )}
          {found.length === 0 && value.rules.length > 0 && (
            <div className="rules-none">
              <p>{t('ruleCare.noMatch')}</p>
              <Button size="s" onClick={showAll}>
                {t('ruleCare.showAll')}
              </Button>
            </div>
          )}
          <ul aria-label={t('rules.list')}>
            {found.slice(0, shown).map((rule) => (
              <RuleRow
                key={rule.id}
                rule={rule}
                now={now}
                meant={rule.id === about}
                onRemoved={() => setRemoved({ rule, name: nameOf(rule) })}
              />
            ))}
          </ul>
        </>
      )}
      {found.length > shown && (
        <div className="rules-more">
          <Button onClick={() => setShown(shown + atFirst)}>{t('rules.more', { count: found.length - shown })}</Button>
        </div>
      )}
      <BuiltInRules about={about} />
      <p className="rules-conflict">
        <Icon name="rules" />
        {t('ruleCare.conflict')}
      </p>
    </Screen>
  )
}
