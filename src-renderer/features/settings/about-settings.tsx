/** About settings: the version, the components and their licences with their texts. */
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { usePreferences } from '../../state/preferences.js'
import { Button } from '../../ui/buttons/button.js'
import { SearchField } from '../../ui/fields/search-field.js'
import './about-settings.css'

interface Licensed {
  readonly name: string
  readonly version: string
  readonly licence: string
  readonly text: string
}

/** Written by the build, beside the pages. */
const file = './licences.json'

const readLicences = async (): Promise<readonly Licensed[]> => {
  const answer = await fetch(file)
  if (!answer.ok) throw new Error(`No licences: ${answer.status}`)
  return (await answer.json()) as readonly Licensed[]
}

export const AboutSettings = () => {
  const { t } = useTranslation()
  const info = usePreferences((preferences) => preferences.info)
  const [licences, setLicences] = useState<readonly Licensed[] | 'failed'>()
  const [sought, setSought] = useState('')
  const toggle = () => {
    if (Array.isArray(licences)) setLicences(undefined)
    else readLicences().then(setLicences, () => setLicences('failed'))
  }
  const open = Array.isArray(licences)
  const shown = open
    ? licences.filter(({ name, licence }) => `${name} ${licence}`.toLowerCase().includes(sought.trim().toLowerCase()))
    : []

  return (
    <>
      <dl className="settings-about">
        <dt>{t('settings.version')}</dt>
        <dd className="mono">{info?.version}</dd>
      </dl>
      <section className="setting">
        <div>
          <h3>{t('about.licences')}</h3>
          <p>{t('about.licencesText')}</p>
          {licences === 'failed' && <p role="alert">{t('about.licencesFailed')}</p>}
        </div>
        <Button aria-expanded={open} onClick={toggle}>
          {t(open ? 'about.hide' : 'about.show')}
        </Button>
      </section>
      {open && (
        <section className="licences" aria-label={t('about.licences')}>
          <SearchField label={t('about.search')} value={sought} onChange={setSought} />
          <p className="licences-count" role="status">
            {t('about.count', { count: shown.length })}
          </p>
          <ul>
            {shown.map(({ name, version, licence, text }) => (
              <li key={`${name} ${version}`}>
                <details>
                  <summary>
                    <span className="mono">{name}</span> {version} <span className="licences-kind">{licence}</span>
                  </summary>
                  {/* Scrolled by the keyboard too. */}
                  {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached */}
                  <pre tabIndex={0}>{text}</pre>
                </details>
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  )
}
