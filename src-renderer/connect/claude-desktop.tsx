/** Claude Desktop: its extension with one click, or its configuration file with a preview and a way back. */
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Guide } from '../../src-main/contract/connection.js'
import type { ContractError } from '../../src-main/contract/generated/error.js'
import { attempt } from '../bridge.js'
import { Button } from '../ui/button.js'
import { CopyButton } from '../ui/copy-button.js'
import { visibleText } from '../ui/visible-text.js'
import { Arrival } from './arrival.js'
import { ConfigCard } from './config-card.js'
import { ConnectProblem } from './connect-problem.js'

export interface ClaudeDesktopProps {
  readonly guide: Guide
  readonly onLook: () => Promise<void>
}

export const ClaudeDesktop = ({ guide: { files = [], running = { kind: 'unknown' } }, onLook }: ClaudeDesktopProps) => {
  const { t } = useTranslation()
  const [error, setError] = useState<ContractError>()
  const [opened, setOpened] = useState(false)
  const [busy, setBusy] = useState(false)
  const [file, setFile] = useState<string>()
  const isThere = files.some(({ claudeIsThere }) => claudeIsThere)
  const open = async () => {
    setBusy(true)
    const result = await attempt('connect:open-bundle')
    setBusy(false)
    setOpened(result.ok)
    setError(result.ok ? undefined : result.error)
  }
  const show = async () => {
    const result = await attempt('connect:show-bundle')
    setFile(result.ok ? result.value.file : undefined)
    setError(result.ok ? undefined : result.error)
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
          <ConfigCard key={file.path} file={file} running={running} onLook={onLook} />
        ))}
      </section>
      <Arrival program="claude-desktop" />
    </>
  )
}
