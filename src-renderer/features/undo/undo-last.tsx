/** Undo last: undoes several actions of one client, the newest first, and shows the result of each. */

import type { UndoEntry, UndoLastResult } from '@shared/trail/undo.js'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { attempt } from '../../bridge.js'
import { useRequest } from '../../state/use-request.js'
import { Button } from '../../ui/buttons/button.js'
import { TextField } from '../../ui/fields/text-field.js'
import { ErrorNote } from '../../ui/messages/error-note.js'
import { Icon } from '../../ui/theme/icon.js'
import { EntryText } from './undo-row.js'

const most = 100

export interface UndoLastProps {
  readonly client: { readonly id: string; readonly name: string }
  readonly entries: readonly UndoEntry[]
}

const Went = ({ result, entries }: { readonly result: UndoLastResult; readonly entries: readonly UndoEntry[] }) => {
  const { t } = useTranslation()
  const line = (requestId: string, icon: 'done' | 'refused' | 'right', tone: string) => {
    const entry = entries.find((one) => one.requestId === requestId)
    return (
      <li key={requestId}>
        <Icon name={icon} className={tone} />
        <span>{entry ? <EntryText entry={entry} /> : requestId}</span>
      </li>
    )
  }
  return (
    <div role="status">
      <h2>{t('undo.lastDone', { count: result.undone.length })}</h2>
      <ul>{result.undone.map((id) => line(id, 'done', 'tone-go'))}</ul>
      {result.failed && (
        <>
          <h2>{t('undo.lastStopped')}</h2>
          <ul>{line(result.failed.requestId, 'refused', 'tone-redstone')}</ul>
          <ErrorNote error={result.failed.error} />
        </>
      )}
      {result.left.length > 0 && (
        <>
          <h2>{t('undo.lastLeft', { count: result.left.length })}</h2>
          <ul>{result.left.map((id) => line(id, 'right', 'tone-faint'))}</ul>
        </>
      )}
    </div>
  )
}

export const UndoLast = ({ client, entries }: UndoLastProps) => {
  const { t } = useTranslation()
  const [count, setCount] = useState('1')
  const [sure, setSure] = useState(false)
  const { busy, error, send } = useRequest()
  const [result, setResult] = useState<UndoLastResult>()
  const wanted = /^\d{1,3}$/u.test(count) ? Number(count) : 0
  const valid = wanted >= 1 && wanted <= most

  const run = async () => {
    const ended = await send(attempt('undo:runLast', { client: client.id, count: wanted }))
    setSure(false)
    setResult(ended.ok ? ended.value : undefined)
  }

  return (
    <section className="undo-last" aria-label={t('undo.lastTitle')}>
      <p>{t('undo.lastText')}</p>
      <div className="undo-last-line">
        <TextField
          label={t('undo.lastCount')}
          inputMode="numeric"
          value={count}
          problem={valid ? undefined : t('undo.lastProblem', { most })}
          onChange={(event) => {
            setCount(event.target.value)
            setSure(false)
          }}
        />
        {sure ? (
          <>
            <Button autoFocus onClick={() => setSure(false)}>
              {t('undo.leave')}
            </Button>
            <Button tone="danger" disabled={busy} onClick={() => void run()}>
              {t('undo.lastSure', { count: wanted })}
            </Button>
          </>
        ) : (
          <Button disabled={!valid} onClick={() => setSure(true)}>
            {t('undo.lastUndo')}
          </Button>
        )}
      </div>
      {error && <ErrorNote title={t('undo.failed')} error={error} />}
      {result && <Went result={result} entries={entries} />}
    </section>
  )
}
