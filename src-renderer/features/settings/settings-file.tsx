/** Settings file: its errors, if any, and a link to it. */

import { useTranslation } from 'react-i18next'
import { attempt } from '../../bridge.js'
import { settingsProblem } from '../../state/feeds.js'
import { useRequest } from '../../state/use-request.js'
import { Button } from '../../ui/buttons/button.js'
import { ErrorNote } from '../../ui/messages/error-note.js'

export const FileProblem = () => {
  const { t } = useTranslation()
  const problem = settingsProblem.use((feed) => feed.value)
  return problem && <ErrorNote title={t('settings.fileProblem')} error={problem.error} about={problem.file} />
}

export const FileSettings = () => {
  const { t } = useTranslation()
  const { error, send } = useRequest()
  return (
    <section className="setting">
      <div>
        <h3>{t('settings.file')}</h3>
        <p>{t('settings.fileText')}</p>
        {error && <ErrorNote error={error} quiet />}
      </div>
      <Button onClick={() => void send(attempt('settings:show-file'))}>{t('settings.showFile')}</Button>
    </section>
  )
}
