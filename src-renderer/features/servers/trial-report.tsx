/** Trial report: the steps of a connection test, and what to do about the failed one. */

import { type ServerTrialResult, type TrialStep, trialSteps } from '@shared/servers/server-care.js'
import { useTranslation } from 'react-i18next'
import { Button } from '../../ui/buttons/button.js'
import { ErrorNote } from '../../ui/messages/error-note.js'
import { Name } from '../../ui/text/name.js'
import { visibleText } from '../../ui/text/visible-text.js'
import { Icon } from '../../ui/theme/icon.js'
import type { IconName } from '../../ui/theme/icon-paths.js'
import type { Trial } from './use-trial.js'
import './trial-report.css'

type StepState = 'done' | 'careful' | 'failed' | 'open'

const looks: Readonly<Record<StepState, IconName>> = {
  done: 'done',
  careful: 'warning',
  failed: 'refused',
  open: 'open',
}

const stateOf = (step: TrialStep, result: ServerTrialResult): StepState => {
  if (!result.ok) {
    const [here, end] = [trialSteps.indexOf(step), trialSteps.indexOf(result.at)]
    if (here === end) return 'failed'
    if (here > end) return 'open'
  }
  if (step === 'secure' && !result.secure) return 'careful'
  if (result.ok && ((step === 'contract' && result.older) || (step === 'offer' && result.refused > 0))) return 'careful'
  return 'done'
}

const Step = ({ step, result }: { readonly step: TrialStep; readonly result: ServerTrialResult }) => {
  const { t } = useTranslation()
  const state = stateOf(step, result)
  const words = () => {
    if (state === 'failed') return t(`serverCare.trial.failed.${step}`)
    if (state === 'open') return t(`serverCare.trial.open.${step}`)
    if (step === 'secure') return t(result.secure ? 'serverCare.trial.secure' : 'serverCare.trial.plain')
    if (!result.ok) return t(`serverCare.trial.done.${step}`)
    if (step === 'contract') {
      return t(result.older ? 'serverCare.trial.older' : 'serverCare.trial.contract', {
        version: visibleText(result.agent),
      })
    }
    if (step !== 'offer') return t(`serverCare.trial.done.${step}`)
    const offers = t('serverCare.trial.offers', { count: result.capabilities })
    return result.refused > 0 ? `${offers} ${t('serverCare.trial.refused', { count: result.refused })}` : offers
  }
  return (
    <li className={`trial-step ${state}`}>
      <Icon name={looks[state]} size={14} />
      <span>{words()}</span>
    </li>
  )
}

export interface TrialReportProps {
  readonly trial: Trial
  /** Tries again with this fingerprint; where it is left out, none can be trusted here. */
  readonly onTrust?: ((fingerprint: string) => void) | undefined
}

export const TrialReport = ({ trial: { busy, result, error, forget }, onTrust }: TrialReportProps) => {
  const { t } = useTranslation()
  const shown = result && !result.ok ? result.error.details?.fingerprint : undefined
  const fingerprint = typeof shown === 'string' ? visibleText(shown) : undefined
  return (
    <div className="trial" role="status" aria-label={t('serverCare.trial.title')}>
      {busy && <p>{t('serverCare.trial.busy')}</p>}
      {error && <ErrorNote error={error} quiet />}
      {result && (
        <>
          <p className="trial-head">
            <Button tone="quiet" size="s" icon="close" aria-label={t('serverCare.trial.close')} onClick={forget} />
            <b>{t(result.ok ? 'serverCare.trial.good' : 'serverCare.trial.bad')}</b>
            {result.ok && (
              <>
                {' '}
                <Name text={[result.name, result.software].filter(Boolean).join(', ')} />
              </>
            )}
          </p>
          <ol>
            {trialSteps.map((step) => (
              <Step key={step} step={step} result={result} />
            ))}
          </ol>
          {!result.ok && <ErrorNote error={result.error} quiet />}
          {fingerprint && (
            <div className="trial-certificate">
              <p>{t('certificate.shown')}</p>
              <code className="mono">{fingerprint}</code>
              {onTrust && (
                <Button size="s" onClick={() => onTrust(fingerprint)}>
                  {t('serverCare.trial.trust')}
                </Button>
              )}
            </div>
          )}
        </>
      )}
    </div>
  )
}
