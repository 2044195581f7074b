/** Rules: the standing answers of people, and making one that asks or denies. */
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { rules } from '../../state/rules.js'
import { Button } from '../../ui/button.js'
import { useNow } from '../../ui/clock.js'
import { EmptyState } from '../../ui/empty-state.js'
import { Icon } from '../../ui/icon.js'
import { Screen } from '../../ui/screen.js'
import { NewRule } from './new-rule.js'
import { RuleRow } from './rule-row.js'
import './rules.css'

/** Rows that are drawn until a person asks for more. */
const atFirst = 100

export const RulesScreen = () => {
  const { t } = useTranslation()
  const { value, status } = rules.use()
  const [making, setMaking] = useState(false)
  const [shown, setShown] = useState(atFirst)
  // A step of ten seconds is enough for words to the minute.
  const now = Math.ceil((useNow() + 1) / 10_000) * 10_000
  const make = !making && (
    <Button tone="go" icon="plus" onClick={() => setMaking(true)}>
      {t('rules.new')}
    </Button>
  )
  const isEmpty = value.rules.length === 0 && !making
  return (
    <Screen
      title={t('nav.rules')}
      status={status}
      bar={<div className="rules-bar">{value.rules.length > 0 && make}</div>}
    >
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
      {isEmpty ? (
        <EmptyState art={<Icon name="rules" size={24} />} title={t('rules.emptyTitle')} text={t('rules.emptyText')}>
          {make}
        </EmptyState>
      ) : (
        <ul aria-label={t('rules.list')}>
          {value.rules.slice(0, shown).map((rule) => (
            <RuleRow key={rule.id} rule={rule} now={now} />
          ))}
        </ul>
      )}
      {value.rules.length > shown && (
        <div className="rules-more">
          <Button onClick={() => setShown(shown + atFirst)}>
            {t('rules.more', { count: value.rules.length - shown })}
          </Button>
        </div>
      )}
    </Screen>
  )
}
