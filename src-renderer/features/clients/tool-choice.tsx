/** Tool choice: which tools a voice device, or an AI VTuber, gets. */

import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../ui/buttons/button.js'

interface ChoosableTool {
  readonly name: string
  readonly title: string
  readonly isRead: boolean
  readonly isOffered: boolean
  /** False when it cannot be chosen. */
  readonly isPlain?: boolean
}

export interface ToolChoiceProps {
  readonly choices: readonly ChoosableTool[]
  /** The owner's choice; undefined: the usual tools. */
  readonly tools: readonly string[] | undefined
  readonly dropsTools: boolean
  readonly text: string
  readonly label: string
  /** Null: the usual tools. */
  readonly onChoose: (tools: readonly string[] | null) => void
}

export const ToolChoice = ({ choices, tools, dropsTools, text, label, onChoose }: ToolChoiceProps) => {
  const { t } = useTranslation()
  const offered = choices.filter(({ isOffered }) => isOffered).map(({ name }) => name)
  // The choice is shown until main sends the new state.
  const [wanted, setWanted] = useState<readonly string[]>()
  // biome-ignore lint/correctness/useExhaustiveDependencies: each new list ends the wait.
  useEffect(() => setWanted(undefined), [tools])
  const chosen = wanted ?? tools ?? offered
  const toggle = (name: string) => {
    const next = chosen.includes(name) ? chosen.filter((one) => one !== name) : [...chosen, name]
    setWanted(next)
    onChoose(next)
  }
  return (
    <details className="voice-tools">
      <summary>{t('xiaozhi.tools', { count: offered.length })}</summary>
      <p>{text}</p>
      {dropsTools && <p className="voice-warning">{t('xiaozhi.dropsTools')}</p>}
      <ul aria-label={label}>
        {choices.map(({ name, title, isRead, isPlain = true }) => (
          <li key={name}>
            <label>
              <input
                type="checkbox"
                disabled={!isPlain}
                checked={isPlain && chosen.includes(name)}
                onChange={() => toggle(name)}
              />
              <span>{title}</span>
              <span className="mono">{name}</span>
              {!isPlain ? (
                <span className="voice-changes">{t('neuro.notPlain')}</span>
              ) : (
                !isRead && <span className="voice-changes">{t('xiaozhi.changes')}</span>
              )}
            </label>
          </li>
        ))}
      </ul>
      {tools && (
        <Button size="s" onClick={() => onChoose(null)}>
          {t('xiaozhi.usualTools')}
        </Button>
      )}
    </details>
  )
}
