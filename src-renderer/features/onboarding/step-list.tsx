/** Step list: the current one of the first steps, and which are done. */
import { useTranslation } from 'react-i18next'
import { Icon } from '../../ui/theme/icon.js'
import { isDone, type Progress, type StepName, stepNames } from './progress.js'

export interface StepListProps {
  readonly shown: StepName
  readonly progress: Progress
  readonly onShow: (step: StepName) => void
}

export const StepList = ({ shown, progress, onShow }: StepListProps) => {
  const { t } = useTranslation()
  return (
    <nav aria-label={t('onboarding.steps')}>
      <ol className="onboarding-steps">
        {stepNames.map((step, index) => {
          const done = isDone(step, progress)
          return (
            <li key={step}>
              <button type="button" aria-current={step === shown ? 'step' : undefined} onClick={() => onShow(step)}>
                <span className={`onboarding-number ${done ? 'done' : ''}`} aria-hidden="true">
                  {done ? <Icon name="done" size={14} /> : index + 1}
                </span>
                {t(`onboarding.${step}.name`)}
                {done && <span className="visually-hidden">{t('onboarding.isDone')}</span>}
              </button>
            </li>
          )
        })}
      </ol>
    </nav>
  )
}
