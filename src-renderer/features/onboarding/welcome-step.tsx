/** Welcome: what Gatehouse is, in one picture and three sentences. */
import { useTranslation } from 'react-i18next'
import { Icon } from '../../ui/theme/icon.js'
import type { IconName } from '../../ui/theme/icon-paths.js'
import { GatePicture } from './gate-picture.js'

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
