/** Settings transfer: exports settings into a file, and imports them after the owner has seen what changes. */

import type { PortableSettings } from '@shared/program/portable-settings.js'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { attempt } from '../../bridge.js'
import { changeSettings } from '../../state/change-settings.js'
import { useRequest } from '../../state/use-request.js'
import { Button } from '../../ui/buttons/button.js'
import { Dialog } from '../../ui/layout/dialog.js'
import { ErrorNote } from '../../ui/messages/error-note.js'
import { LongText } from '../../ui/text/long-text.js'
import { ImportedChanges } from './imported-changes.js'

export const SettingsTransfer = ({ now }: { readonly now: PortableSettings }) => {
  const { t } = useTranslation()
  const { busy, error, send } = useRequest()
  const [written, setWritten] = useState<string>()
  const [file, setFile] = useState<Partial<PortableSettings>>()
  const [isImported, setImported] = useState(false)
  const forget = () => {
    setWritten(undefined)
    setImported(false)
  }
  const save = async () => {
    forget()
    const result = await send(attempt('settings:export'))
    if (result.ok) setWritten(result.value?.file)
  }
  const read = async () => {
    forget()
    const result = await send(attempt('settings:import'))
    if (result.ok) setFile(result.value ?? undefined)
  }
  const apply = async (chosen: Partial<PortableSettings>) => {
    const { ok } = await send(changeSettings(chosen))
    setFile(undefined)
    setImported(ok)
  }
  return (
    <section className="setting">
      <div>
        <h3>{t('settings.transfer.title')}</h3>
        <p>{t('settings.transfer.text')}</p>
        <div role="status">
          {written !== undefined && (
            <p>
              {t('settings.transfer.exported')} <LongText text={written} limit={300} className="mono" expandable />
            </p>
          )}
          {isImported && <p>{t('settings.transfer.imported')}</p>}
        </div>
        {error && <ErrorNote error={error} />}
      </div>
      <div className="setting-acts">
        <Button disabled={busy} onClick={() => void save()}>
          {t('settings.transfer.export')}
        </Button>
        <Button disabled={busy} onClick={() => void read()}>
          {t('settings.transfer.import')}
        </Button>
      </div>
      {file && (
        <Dialog title={t('settings.transfer.changes')} onClose={() => setFile(undefined)}>
          <ImportedChanges
            now={now}
            file={file}
            busy={busy}
            onApply={() => void apply(file)}
            onClose={() => setFile(undefined)}
          />
        </Dialog>
      )}
    </section>
  )
}
