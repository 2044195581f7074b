/** Choice control: Allow, Ask or Off. An action that must always ask has a lock in place of Allow. */
import { type ActionChoice, actionChoices } from '@shared/servers/action-choice.js'
import { useTranslation } from 'react-i18next'
import { Tooltip } from '../ui/layout/tooltip.js'
import { Icon } from '../ui/theme/icon.js'

export interface ChoiceControlProps {
  /** Names what the choice is about. */
  readonly label: string
  readonly choice: ActionChoice | 'mixed' | undefined
  readonly locked?: boolean
  /** Events cannot ask. */
  readonly withoutAsk?: boolean
  readonly busy: boolean
  readonly onChoose: (choice: ActionChoice) => void
}

const Lock = () => {
  const { t } = useTranslation()
  return (
    <Tooltip text={t('may.locked')}>
      <button type="button" className="may-choice-lock" aria-disabled="true" aria-label={t('may.locked')}>
        <Icon name="lock" size={12} />
      </button>
    </Tooltip>
  )
}

export const ChoiceControl = ({
  label,
  choice,
  locked = false,
  withoutAsk = false,
  busy,
  onChoose,
}: ChoiceControlProps) => {
  const { t } = useTranslation()
  return (
    // A fieldset would be a form.
    // biome-ignore lint/a11y/useSemanticElements: see above
    <div className="may-choice" role="group" aria-label={label}>
      {actionChoices
        .filter((one) => one !== 'ask' || !withoutAsk)
        .map((one) =>
          one === 'allow' && locked ? (
            <Lock key={one} />
          ) : (
            <button
              key={one}
              type="button"
              className={one}
              aria-pressed={choice === one}
              disabled={busy}
              onClick={() => onChoose(one)}
            >
              {t(`may.choice.${one}`)}
            </button>
          ),
        )}
    </div>
  )
}
