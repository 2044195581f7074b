/** Step bar: the steps of a set-up, and which one is on. */
import { useTranslation } from 'react-i18next'
import { Icon } from '../../../ui/theme/icon.js'
import './setup.css'

const steps = ['change', 'restart'] as const
export type SetupStepName = (typeof steps)[number]

export const StepBar = ({ at }: { readonly at: SetupStepName }) => {
  const { t } = useTranslation()
  const now = steps.indexOf(at)
  return (
    <ol className="setup-steps" aria-label={t('setUp.steps')}>
      {steps.map((step, index) => (
        <li key={step} className={index < now ? 'done' : ''} aria-current={index === now ? 'step' : undefined}>
          <span>{index < now ? <Icon name="done" size={12} /> : index + 1}</span>
          {t(`setUp.step.${step}`)}
        </li>
      ))}
    </ol>
  )
}
