/**
 * Filter choice: a button that opens a searchable list of options.
 *
 * After it closes the focus returns to the button, unless it has moved elsewhere.
 */
import { Popover } from 'radix-ui'
import { type ReactNode, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNumbers } from '../../ui/text/use-numbers.js'
import { visibleText } from '../../ui/text/visible-text.js'
import { Icon } from '../../ui/theme/icon.js'
import './filter-choice.css'

export interface Option<Value extends string> {
  readonly value: Value
  readonly label: string
  readonly look?: ReactNode
  /** How many there are of it. */
  readonly count?: number
}

export interface FilterChoiceProps<Value extends string> {
  readonly label: string
  readonly placeholder: string
  /** Called when it opens, and while it is open. */
  readonly options: () => readonly Option<Value>[]
  readonly chosen: ReadonlySet<Value>
  readonly onToggle: (value: Value) => void
  /** Shown when there are no options. */
  readonly empty: string
}

/** Options that are drawn; the field finds the others. */
const maxShown = 200

const Choices = <Value extends string>({ placeholder, options, chosen, onToggle, empty }: FilterChoiceProps<Value>) => {
  const { t } = useTranslation()
  const number = useNumbers()
  const id = useId()
  const [words, setWords] = useState('')
  const [active, setActive] = useState(0)
  const [all] = useState(options)
  const wanted = words.trim().toLowerCase()
  const found = all.filter(({ label }) => label.toLowerCase().includes(wanted))
  const shown = found.slice(0, maxShown)
  const at = Math.min(active, shown.length - 1)
  const idOf = (index: number) => `${id}-${index}`
  const move = (to: number) => {
    const next = Math.max(0, Math.min(shown.length - 1, to))
    setActive(next)
    document.getElementById(idOf(next))?.scrollIntoView({ block: 'nearest' })
  }
  const keys: Readonly<Record<string, () => void>> = {
    ArrowDown: () => move(at + 1),
    ArrowUp: () => move(at - 1),
    Enter: () => {
      const option = shown[at]
      if (option) onToggle(option.value)
    },
  }
  return (
    <>
      <input
        className="filter-choice-field"
        role="combobox"
        aria-label={placeholder}
        aria-expanded="true"
        aria-controls={`${id}-list`}
        aria-activedescendant={shown.length > 0 ? idOf(at) : undefined}
        placeholder={placeholder}
        value={words}
        spellCheck={false}
        onChange={(event) => {
          setWords(event.target.value)
          setActive(0)
        }}
        onKeyDown={(event) => {
          const act = keys[event.key]
          if (!act) return
          event.preventDefault()
          act()
        }}
      />
      {shown.length === 0 && <p className="filter-choice-none">{all.length === 0 ? empty : t('timeline.noneFound')}</p>}
      <div
        id={`${id}-list`}
        role="listbox"
        aria-multiselectable="true"
        aria-label={placeholder}
        className="filter-choice-list"
      >
        {shown.map(({ value, label, look, count }, index) => (
          // biome-ignore lint/a11y/useFocusableInteractive: the field keeps the focus and names the active option
          // biome-ignore lint/a11y/useKeyWithClickEvents: Enter in the field does the same
          <div
            key={value}
            id={idOf(index)}
            role="option"
            aria-selected={chosen.has(value)}
            className={`filter-choice-option ${index === at ? 'active' : ''}`}
            onPointerMove={() => setActive(index)}
            onClick={() => onToggle(value)}
          >
            <span className="filter-choice-tick">{chosen.has(value) && <Icon name="done" size={12} />}</span>
            {look}
            <bdi className="ellipsis" title={visibleText(label)}>
              {visibleText(label)}
            </bdi>
            {count !== undefined && <span className="filter-choice-count">{number(count)}</span>}
          </div>
        ))}
      </div>
      {found.length > shown.length && (
        <p className="filter-choice-none">{t('timeline.moreFound', { count: found.length - shown.length })}</p>
      )}
    </>
  )
}

export const FilterChoice = <Value extends string>(props: FilterChoiceProps<Value>) => (
  <Popover.Root>
    <Popover.Trigger className="filter-choice-button">
      {props.label}
      <Icon name="down" size={10} />
    </Popover.Trigger>
    <Popover.Portal>
      <Popover.Content
        className="filter-choice"
        align="start"
        sideOffset={4}
        collisionPadding={8}
        aria-label={props.placeholder}
        onCloseAutoFocus={(event) => {
          if (document.activeElement !== document.body) event.preventDefault()
        }}
      >
        <Choices {...props} />
      </Popover.Content>
    </Popover.Portal>
  </Popover.Root>
)
