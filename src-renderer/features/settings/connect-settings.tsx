/** Connect settings: what an AI client is given to start the bridge, and the address of the door. */
import { useTranslation } from 'react-i18next'
import { attempt } from '../../bridge.js'
import { usePreferences } from '../../state/preferences.js'
import { CodeBlock } from '../../ui/code-block.js'
import { CopyButton } from '../../ui/copy-button.js'

export const ConnectSettings = () => {
  const { t } = useTranslation()
  const info = usePreferences((preferences) => preferences.info)
  const copy = async () => (await attempt('app:copy-client-configuration')).ok
  return (
    info && (
      <>
        <section className="setting tall">
          <div>
            <h3>{t('client.title')}</h3>
            <p>{t('client.text')}</p>
          </div>
          <CodeBlock
            text={info.clientConfiguration}
            label={t('client.label')}
            action={<CopyButton label={t('copy.copy')} onCopy={copy} />}
          />
        </section>
        <dl className="settings-about">
          <dt>{t('settings.endpoint')}</dt>
          <dd className="mono">{info.endpoint}</dd>
        </dl>
      </>
    )
  )
}
