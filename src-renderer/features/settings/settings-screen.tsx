/** Settings: language, looks, safety, what is kept, and how to connect an AI client. */
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ContractError } from '../../../src-main/contract/generated/error.js'
import type { Settings } from '../../../src-main/contract/settings.js'
import { attempt } from '../../bridge.js'
import { usePreferences } from '../../state/preferences.js'
import { Choice } from '../../ui/choice.js'
import { CodeBlock } from '../../ui/code-block.js'
import { CopyButton } from '../../ui/copy-button.js'
import { ErrorNote } from '../../ui/error-note.js'
import { Screen } from '../../ui/screen.js'
import { FileProblem, ShowFile } from './file-behind.js'
import { SafetySettings } from './safety-settings.js'
import { Setting } from './setting.js'
import './settings-screen.css'

const languages: readonly Settings['language'][] = ['system', 'en', 'zh']
const themes: readonly Settings['theme'][] = ['system', 'light', 'dark']

export const SettingsScreen = () => {
  const { t } = useTranslation()
  const { settings, info } = usePreferences()
  const [error, setError] = useState<ContractError>()
  const change = async (part: Partial<Settings>) => {
    const result = await attempt('settings:change', part)
    if (result.ok) usePreferences.setState({ settings: result.value })
    setError(result.ok ? undefined : result.error)
  }
  const copy = async () => (await attempt('app:copy-client-configuration')).ok
  return (
    <Screen title={t('nav.settings')}>
      <div className="settings">
        <FileProblem />
        {error && <ErrorNote title={t('settings.failed')} error={error} />}
        <Setting title={t('settings.language')} text={t('settings.languageText')}>
          <Choice
            label={t('settings.language')}
            value={settings.language}
            options={languages.map((value) => ({ value, label: t(`settings.languages.${value}`) }))}
            onChange={(language) => void change({ language })}
          />
        </Setting>
        <Setting title={t('settings.theme')} text={t('settings.themeText')}>
          <Choice
            label={t('settings.theme')}
            value={settings.theme}
            options={themes.map((value) => ({ value, label: t(`settings.themes.${value}`) }))}
            onChange={(theme) => void change({ theme })}
          />
        </Setting>
        <SafetySettings settings={settings} onChange={(part) => void change(part)} />
        <ShowFile />
        {info && (
          <>
            <section className="setting tall">
              <div>
                <h2>{t('client.title')}</h2>
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
              <dt>{t('settings.version')}</dt>
              <dd className="mono">{info.version}</dd>
            </dl>
          </>
        )}
      </div>
    </Screen>
  )
}
