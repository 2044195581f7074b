/** Settings screen: every section under its heading, and links to them with the current one marked. */

import { useCallback, useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { changeSettings } from '../../state/change-settings.js'
import { usePreferences } from '../../state/preferences.js'
import { useRequest } from '../../state/use-request.js'
import { Screen } from '../../ui/layout/screen.js'
import { ErrorNote } from '../../ui/messages/error-note.js'
import { type SectionName, sectionNames, sections } from './sections.js'
import { FileProblem } from './settings-file.js'
import { useCurrentSection } from './use-current-section.js'
import './settings-screen.css'

const idOf = (section: SectionName) => `settings-${section}`

const show = (section: SectionName) => {
  const heading = document.getElementById(idOf(section))
  heading?.scrollIntoView({ block: 'start' })
  heading?.focus({ preventScroll: true })
}

export interface SettingsScreenProps {
  /** Name of the section that is to be in view. */
  readonly about?: string | undefined
}

export const SettingsScreen = ({ about }: SettingsScreenProps) => {
  const { t } = useTranslation()
  const settings = usePreferences((preferences) => preferences.settings)
  const { error, send } = useRequest()
  const columns = useRef<HTMLDivElement>(null)
  const [current, mark] = useCurrentSection(columns)
  const choose = useCallback(
    (section: SectionName) => {
      mark(section)
      show(section)
    },
    [mark],
  )
  useEffect(() => {
    const section = sectionNames.find((name) => name === about)
    if (section) choose(section)
  }, [about, choose])
  return (
    <Screen title={t('nav.settings')}>
      <div className="settings-columns" ref={columns}>
        <nav className="settings-nav" aria-label={t('settings.sections.label')}>
          {sectionNames.map((section) => (
            <button
              key={section}
              type="button"
              aria-current={section === current ? 'location' : undefined}
              onClick={() => choose(section)}
            >
              {t(`settings.sections.${section}`)}
            </button>
          ))}
        </nav>
        <div className="settings">
          <FileProblem />
          {error && <ErrorNote title={t('settings.failed')} error={error} />}
          {sectionNames.map((section) => {
            const Section = sections[section]
            return (
              <section key={section} aria-labelledby={idOf(section)} className="settings-section">
                <h2 id={idOf(section)} tabIndex={-1}>
                  {t(`settings.sections.${section}`)}
                </h2>
                <Section settings={settings} onChange={(part) => void send(changeSettings(part))} />
              </section>
            )
          })}
        </div>
      </div>
    </Screen>
  )
}
