/** Settings file: its errors, if any, export and import, and a link to it. */

import { useTranslation } from 'react-i18next'
import { attempt } from '../../bridge.js'
import { settingsProblem } from '../../state/feeds.js'
import { useRequest } from '../../state/use-request.js'
import { Button } from '../../ui/buttons/button.js'
import { ErrorNote } from '../../ui/messages/error-note.js'
import type { SectionProps } from './section.js'
import { SettingsTransfer } from './settings-transfer.js'

export const FileProblem = () => {
  const { t } = useTranslation()
  const problem = settingsProblem.use((feed) => feed.value)
  return problem && <ErrorNote title={t('settings.fileProblem')} error={problem.error} about={problem.file} />
}

export const FileSettings = ({ settings }: SectionProps) => {
  const { t } = useTranslation()
  const { error, send } = useRequest()
  return (
    <>
      <SettingsTransfer now={settings} />
      <section className="setting">
        <div>
          <h3>{t('settings.file')}</h3>
          <p>{t('settings.fileText')}</p>
          {error && <ErrorNote error={error} quiet />}
        </div>
        <Button onClick={() => void send(attempt('settings:show-file'))}>{t('settings.showFile')}</Button>
      </section>
    </>
  )
}
