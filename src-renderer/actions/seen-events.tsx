/** Seen events: which events AI can see, in one line, and a switch for each of them. */
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Name } from '../ui/text/name.js'
import { visibleText } from '../ui/text/visible-text.js'
import { Icon } from '../ui/theme/icon.js'
import { Changes } from './changes.js'
import { ChoiceControl } from './choice-control.js'
import type { ActionPart } from './rows.js'
import { eventWords } from './topics.js'
import type { Standings } from './use-standings.js'

export interface SeenEventsProps extends Pick<Standings, 'busy' | 'choose'> {
  readonly events: readonly ActionPart[]
}

export const SeenEvents = ({ events, busy, choose }: SeenEventsProps) => {
  const { t, i18n } = useTranslation()
  const [open, setOpen] = useState(false)
  const order = Object.keys(eventWords)
  const seen = events
    .filter(({ standing }) => standing?.choice === 'allow')
    .sort((one, other) => order.indexOf(one.id) - order.indexOf(other.id))
  const words = seen.map(({ id, name }) => {
    const word = eventWords[id]
    return word === undefined ? visibleText(name) : t(`may.event.${word}`)
  })
  const list = new Intl.ListFormat(i18n.language, { type: 'conjunction' }).format(new Set(words))
  return (
    <section className="may-see" aria-label={t('may.seeTitle')}>
      <div className="may-see-line">
        <Icon name="eye" />
        <p>{seen.length === 0 ? t('may.seeNothing') : t('may.see', { list })}</p>
        <button type="button" className="may-link" aria-expanded={open} onClick={() => setOpen(!open)}>
          {t(open ? 'may.close' : 'may.change')}
        </button>
      </div>
      {open && (
        <ul className="may-events">
          {events.map((part) => (
            <li key={part.id}>
              <Name text={part.name} />
              {part.waiting && !part.waiting.rejected && (
                <span className="may-fresh">{t(part.waiting.reason === 'changed' ? 'may.changed' : 'may.new')}</span>
              )}
              <ChoiceControl
                label={visibleText(part.name)}
                choice={part.standing?.choice}
                withoutAsk
                busy={busy}
                onChoose={(choice) => void choose(choice, [part])}
              />
              {part.waiting && <Changes waiting={part.waiting} />}
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
