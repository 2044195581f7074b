/** Claude Desktop: installs its extension, or changes its configuration file with a preview and undo. */

import type { Guide } from '@shared/clients/connection.js'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { attempt } from '../bridge.js'
import { useRequest } from '../state/use-request.js'
import { Button } from '../ui/buttons/button.js'
import { CopyButton } from '../ui/buttons/copy-button.js'
import { visibleText } from '../ui/text/visible-text.js'
import { ConfigCard } from './config-card.js'
import { ConnectProblem } from './connect-problem.js'
import { FirstConnection } from './first-connection.js'

export interface ClaudeDesktopProps {
  readonly guide: Guide
  readonly onLook: () => Promise<void>
}

export const ClaudeDesktop = ({ guide: { files = [], running = { kind: 'unknown' } }, onLook }: ClaudeDesktopProps) => {
  const { t } = useTranslation()
  const { busy, error, send } = useRequest()
  const [opened, setOpened] = useState(false)
  const [file, setFile] = useState<string>()
  const isThere = files.some(({ claudeIsThere }) => claudeIsThere)
  const open = async () => {
    const result = await send(attempt('connect:open-bundle'))
    setOpened(result.ok)
  }
  const show = async () => {
    const result = await send(attempt('connect:show-bundle'))
    setFile(result.ok ? result.value.file : undefined)
  }
  return (
    <>
      {!isThere && <p className="connect-note">{t('connect.claudeMissing')}</p>}
      <section className="connect-way" aria-labelledby="connect-extension">
        <h3 id="connect-extension">{t('connect.extension')}</h3>
        <p>{t('connect.extensionText')}</p>
        {error && <ConnectProblem error={error} />}
        {opened && <p role="status">{t('connect.extensionOpened')}</p>}
        <div className="connect-buttons start">
          <Button tone="go" disabled={busy} onClick={() => void open()}>
            {t('connect.extensionOpen')}
          </Button>
          <Button onClick={() => void show()}>{t('connect.extensionShow')}</Button>
        </div>
        {file !== undefined && (
          <div className="config-card-head" role="status">
            <p>
              {t('connect.extensionLies')} <span className="mono config-card-path">{visibleText(file)}</span>
            </p>
            <CopyButton
              label={t('connect.extensionCopy')}
              onCopy={async () => (await attempt('connect:copy-bundle-path')).ok}
            />
          </div>
        )}
      </section>
      <section className="connect-way" aria-labelledby="connect-file">
        <h3 id="connect-file">{t('connect.byFile')}</h3>
        <p>{t('connect.byFileText')}</p>
        {files.map((file) => (
          <ConfigCard key={file.path} program="claude-desktop" file={file} running={running} onLook={onLook} />
        ))}
      </section>
      <FirstConnection program="claude-desktop" />
    </>
  )
}
