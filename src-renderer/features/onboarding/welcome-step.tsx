/** Welcome: what Gatehouse is, in one picture and three sentences. */
import { useTranslation } from 'react-i18next'
import { Icon } from '../../ui/theme/icon.js'
import type { IconName } from '../../ui/theme/icon-paths.js'

/** Draws an AI, the world, and between them the gate with a person. */
const GatePicture = () => {
  const { t } = useTranslation()
  return (
    <svg className="gate-picture" viewBox="0 0 640 200" role="img" aria-label={t('onboarding.picture')}>
      <g className="gate-picture-card">
        <rect x="16" y="56" width="150" height="88" rx="14" />
        <path d="M73 84h36a10 10 0 0 1 10 10v8a10 10 0 0 1-10 10H95l-12 10v-10H73a10 10 0 0 1-10-10v-8a10 10 0 0 1 10-10z" />
        <path d="M79 98h.1M91 98h.1M103 98h.1" className="gate-picture-dots" />
        <rect x="474" y="56" width="150" height="88" rx="14" />
        <path d="M549 70l28 15v30l-28 15-28-15V85zM521 85l28 15 28-15M549 100v30" />
      </g>
      <g className="gate-picture-ways">
        <path d="M176 84h284" className="passes" />
        <path d="M452 78l10 6-10 6" className="passes" />
        <path d="M176 118h72" className="waits" />
        <path d="M392 118h68" className="waits" />
        <path d="M452 112l10 6-10 6" className="waits head" />
      </g>
      <g className="gate-picture-gate">
        <path d="M262 172V84a58 58 0 0 1 116 0v88z" className="wall" />
        <path d="M284 172V90a36 36 0 0 1 72 0v82" />
        <path d="M302 172V62M320 172V54M338 172V62M284 100h72M284 134h72" className="bars" />
        <circle cx="320" cy="118" r="17" className="seal" />
        <path d="M312 118l6 6 11-12" className="tick" />
      </g>
      <g className="gate-picture-words">
        <text x="91" y="166">
          {t('onboarding.pictureClient')}
        </text>
        <text x="320" y="194">
          {t('onboarding.pictureYou')}
        </text>
        <text x="549" y="166">
          {t('onboarding.pictureWorld')}
        </text>
      </g>
    </svg>
  )
}

const promises: readonly { readonly name: string; readonly icon: IconName }[] = [
  { name: 'passes', icon: 'done' },
  { name: 'noted', icon: 'undo' },
  { name: 'waits', icon: 'shield' },
]

export const WelcomeStep = () => {
  const { t } = useTranslation()
  return (
    <>
      <GatePicture />
      <ul className="onboarding-promises">
        {promises.map(({ name, icon }) => (
          <li key={name}>
            <Icon name={icon} />
            <div>
              <h2>{t(`onboarding.promise.${name}`)}</h2>
              <p>{t(`onboarding.promise.${name}Text`)}</p>
            </div>
          </li>
        ))}
      </ul>
    </>
  )
}
