/** File behind: what is wrong with the settings file, if anything, and the way to it. */
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ContractError } from '../../../src-main/contract/generated/error.js'
import { attempt } from '../../bridge.js'
import { settingsProblem } from '../../state/feeds.js'
import { Button } from '../../ui/button.js'
import { ErrorNote } from '../../ui/error-note.js'

export const FileProblem = () => {
  const { t } = useTranslation()
  const problem = settingsProblem.use((feed) => feed.value)
  return problem && <ErrorNote title={t('settings.fileProblem')} error={problem.error} about={problem.file} />
}

export const FileSettings = () => {
  const { t } = useTranslation()
  const [error, setError] = useState<ContractError>()
  const show = async () => {
    const result = await attempt('settings:show-file')
    setError(result.ok ? undefined : result.error)
  }
  return (
    <section className="setting">
      <div>
        <h3>{t('settings.file')}</h3>
        <p>{t('settings.fileText')}</p>
        {error && <ErrorNote error={error} quiet />}
      </div>
      <Button onClick={() => void show()}>{t('settings.showFile')}</Button>
    </section>
  )
}
