/** Settings screen: every section under its heading, and links to them with the current one marked. */

import { useCallback, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { changeSettings } from '../../state/change-settings.js'
import { useIsElsewhere, useMayOrder } from '../../state/gateway.js'
import { usePreferences } from '../../state/preferences.js'
import { useRequest } from '../../state/use-request.js'
import { SearchField } from '../../ui/fields/search-field.js'
import { Screen } from '../../ui/layout/screen.js'
import { ErrorNote } from '../../ui/messages/error-note.js'
import { type SectionName, sections, sectionsIn } from './sections.js'
import { FileProblem } from './settings-file.js'
import { useSettingsSearch } from './settings-search.js'
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
  const names = sectionsIn(useIsElsewhere(), useMayOrder('settings:change'))
  const settings = usePreferences((preferences) => preferences.settings)
  const { error, send } = useRequest()
  const columns = useRef<HTMLDivElement>(null)
  const [current, mark] = useCurrentSection(columns)
  const [typed, setTyped] = useState('')
  const isNothing = useSettingsSearch(columns, typed)
  const choose = useCallback(
    (section: SectionName) => {
      setTyped('')
      mark(section)
      show(section)
    },
    [mark],
  )
  useEffect(() => {
    const section = names.find((name) => name === about)
    if (section) choose(section)
  }, [about, choose, names])
  return (
    <Screen
      title={t('nav.settings')}
      bar={<SearchField label={t('settings.search')} maxLength={64} value={typed} onChange={setTyped} />}
    >
      <div className={`settings-columns ${typed.trim() === '' ? '' : 'searching'}`} ref={columns}>
        <nav className="settings-nav" aria-label={t('settings.sections.label')}>
          {names.map((section) => (
            <button
              key={section}
              type="button"
              aria-current={typed.trim() === '' && section === current ? 'location' : undefined}
              onClick={() => choose(section)}
            >
              {t(`settings.sections.${section}`)}
            </button>
          ))}
        </nav>
        <div className="settings">
          <FileProblem />
          {error && <ErrorNote title={t('settings.failed')} error={error} />}
          {isNothing && <p role="status">{t('settings.searchNone')}</p>}
          {names.map((section) => {
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
