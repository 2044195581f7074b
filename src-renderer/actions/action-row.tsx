/** Action row: one line of the list, and behind its name what it does, an example, its undo, its limit and its parts. */

import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { RiskBadge } from '../ui/names/risk-badge.js'
import { Name } from '../ui/text/name.js'
import { visibleText } from '../ui/text/visible-text.js'
import { Icon } from '../ui/theme/icon.js'
import { ChoiceControl } from './choice-control.js'
import { PartFacts } from './part-facts.js'
import type { ActionRow as Row } from './rows.js'
import type { Standings } from './use-standings.js'

export interface ActionRowProps extends Pick<Standings, 'busy' | 'choose'> {
  readonly row: Row
}

export const ActionRow = ({ row, busy, choose }: ActionRowProps) => {
  const { t } = useTranslation()
  const id = useId()
  const [toggled, setToggled] = useState<boolean>()
  const { name, parts, fresh, choice, locked, looks, risk } = row
  // A difference, or a text that may mislead, is seen before anything is chosen.
  const mustSee = parts.some(({ waiting }) => waiting && !waiting.rejected && (waiting.findings || fresh === 'changed'))
  const open = toggled ?? mustSee
  return (
    <li className={`may-row ${open ? 'open' : ''}`}>
      <div className="may-line">
        {looks ? <Icon name="eye" size={14} className="may-eye" /> : <RiskBadge risk={risk} size="mark" />}
        <button
          type="button"
          className="may-name"
          aria-expanded={open}
          aria-controls={id}
          onClick={() => setToggled(!open)}
        >
          <Name text={name} />
        </button>
        {fresh && <span className="may-fresh">{t(`may.${fresh}`)}</span>}
        {choice === 'mixed' && <span className="may-mixed">{t('may.mixed')}</span>}
        <ChoiceControl
          label={visibleText(name)}
          choice={choice}
          locked={locked}
          busy={busy}
          onChoose={(next) => void choose(next, parts)}
        />
      </div>
      <div id={id} hidden={!open}>
        {open &&
          parts.map((part) => (
            <PartFacts
              key={`${part.id} ${part.waiting?.fingerprint ?? ''}`}
              part={part}
              isOnly={parts.length === 1}
              busy={busy}
              choose={choose}
            />
          ))}
      </div>
    </li>
  )
}
