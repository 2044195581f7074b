/**
 * Import dialog: which servers of a client move behind Gatehouse, which stay, and the changes of the client's file.
 *
 * Only what was shown is written; the client's file is read again before.
 */

import type { ImportEntry, ImportPreview, ImportSource } from '@shared/servers/service-import.js'
import { encodingNames } from '@shared/text/file-encoding.js'
import { useEffect, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { attempt } from '../../../bridge.js'
import { ConnectProblem, ReasonNote } from '../../../connect/connect-problem.js'
import { Difference } from '../../../connect/difference.js'
import { useRequest } from '../../../state/use-request.js'
import { Button } from '../../../ui/buttons/button.js'
import { SelectField } from '../../../ui/fields/select-field.js'
import { Dialog } from '../../../ui/layout/dialog.js'
import { visibleText } from '../../../ui/text/visible-text.js'
import { Icon } from '../../../ui/theme/icon.js'
import '../../../connect/connect.css'
import './import-dialog.css'

export interface ImportDialogProps {
  readonly sources: readonly ImportSource[]
  /** The file that is shown first. */
  readonly file: string
  readonly onSource: (source: ImportSource) => void
  readonly onMoved: (source: ImportSource, count: number) => void
  readonly onRestored: (source: ImportSource) => void
  readonly onClose: () => void
}

const movable = ({ entries }: ImportSource): readonly string[] =>
  entries.flatMap(({ name, stays }) => (stays === undefined ? [name] : []))

export const ImportDialog = ({ sources, file, onSource, onMoved, onRestored, onClose }: ImportDialogProps) => {
  const { t, i18n } = useTranslation()
  const [chosen, setChosen] = useState(file)
  const source = sources.find((one) => one.file === chosen) ?? sources[0]
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set())
  const [preview, setPreview] = useState<ImportPreview>()
  const [isOpen, setOpen] = useState(false)
  const { error, send, reset } = useRequest()
  /** Only what changes the client's file disables the buttons. */
  const { busy, send: write } = useRequest()
  const names = source ? movable(source).filter((name) => !left.has(name)) : []
  const wanted = names.join('\n')

  // biome-ignore lint/correctness/useExhaustiveDependencies: the names, not the list that holds them
  useEffect(() => {
    setPreview(undefined)
    if (!source || names.length === 0) return
    let stale = false
    void send(attempt('services:preview-import', { file: source.file, names }), () => stale).then((result) => {
      if (!stale) setPreview(result.ok ? result.value : undefined)
    })
    return () => {
      stale = true
    }
  }, [source?.file, wanted])

  if (!source) return null
  const program = t(`services.program.${source.program}`)
  const keys = source.entries.reduce((sum, entry) => sum + (names.includes(entry.name) ? entry.keys : 0), 0)
  const isRunning = preview !== undefined && preview.running.kind !== 'no'

  const show = (next: ImportSource) => {
    setChosen(next.file)
    setLeft(new Set())
    reset()
  }
  const chooseFile = async () => {
    const result = await send(attempt('services:choose-file'))
    if (!result.ok || !result.value) return
    onSource(result.value)
    show(result.value)
  }
  const look = async () => {
    const result = await send(attempt('services:preview-import', { file: source.file, names }))
    setPreview(result.ok ? result.value : undefined)
  }
  const move = async () => {
    if (!preview) return
    const result = await send(
      write(attempt('services:import', { file: source.file, names, expected: preview.expected })),
    )
    if (result.ok) onMoved(source, result.value.services.length)
  }
  const restore = async () => {
    const result = await send(write(attempt('services:undo-import', { file: source.file })))
    if (result.ok) onRestored(source)
  }

  return (
    <Dialog title={t('services.import.title')} className="import-dialog" onClose={onClose}>
      <div className="import-head">
        <p>{t(source.program === 'file' ? 'services.import.textFile' : 'services.import.text', { program })}</p>
        {sources.length > 1 && (
          <SelectField
            quiet
            label={t('services.import.from')}
            value={source.file}
            options={sources.map((one) => ({ value: one.file, label: nameOf(one, t) }))}
            onChoose={(value) => {
              const next = sources.find((one) => one.file === value)
              if (next) show(next)
            }}
          />
        )}
        <Button size="s" onClick={() => void chooseFile()}>
          {t('services.import.chooseFile')}
        </Button>
      </div>
      <p className="mono import-file">{visibleText(source.file)}</p>
      {source.problem && <ReasonNote why={source.problem.kind} details={{ ...source.problem }} />}
      {source.imported && (
        <div className="import-done">
          <p>
            {t('services.import.before', {
              count: source.imported.services,
              date: new Date(source.imported.at).toLocaleDateString(i18n.language, { dateStyle: 'long' }),
            })}
          </p>
          <Button
            size="s"
            icon="undo"
            disabled={busy || source.imported.changed === true}
            onClick={() => void restore()}
          >
            {t('services.import.restore')}
          </Button>
          {source.imported.changed && (
            <ReasonNote why="changed-since" details={{ backup: source.imported.backup ?? '' }} />
          )}
        </div>
      )}
      <ul className="import-entries">
        {source.entries.map((entry) => (
          <Entry
            key={entry.name}
            entry={entry}
            program={program}
            on={!left.has(entry.name)}
            onToggle={(on) =>
              setLeft((before) => {
                const next = new Set(before)
                if (on) next.delete(entry.name)
                else next.add(entry.name)
                return next
              })
            }
          />
        ))}
      </ul>
      {source.entries.length === 0 && !source.problem && <p className="import-none">{t('services.import.none')}</p>}
      {names.length > 0 && (
        <ul className="import-notes">
          <li>
            <Icon name="history" />
            {t('services.import.backup')}
          </li>
          {keys > 0 && (
            <li>
              <Icon name="lock" />
              {t('services.import.keys', { count: keys })}
            </li>
          )}
          {source.program !== 'file' && (
            <li>
              <Icon name="undo" />
              {t('services.import.after', { program })}
            </li>
          )}
        </ul>
      )}
      {preview?.encoding && <p>{t('connect.reencoded', { encoding: encodingNames[preview.encoding] })}</p>}
      {isOpen && preview && <Difference label={t('connect.difference')} lines={preview.lines} />}
      {isRunning && (
        <div className="import-running">
          <ReasonNote why={preview.running.kind === 'yes' ? 'running' : 'running-unknown'} />
          <Button size="s" onClick={() => void look()}>
            {t('connect.look')}
          </Button>
        </div>
      )}
      {error && <ConnectProblem error={error} />}
      <div className="dialog-buttons import-foot">
        {preview && (
          <button type="button" className="import-link" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
            {t(isOpen ? 'services.import.hide' : 'services.import.show')}
          </button>
        )}
        <Button onClick={onClose}>{t('app.cancel')}</Button>
        <Button tone="go" disabled={busy || !preview || isRunning} onClick={() => void move()}>
          {names.length === 0 ? t('services.import.moveNone') : t('services.import.move', { count: names.length })}
        </Button>
      </div>
    </Dialog>
  )
}

const nameOf = ({ program, file }: ImportSource, t: (key: string) => string): string =>
  program === 'file' ? (file.split(/[\\/]/u).at(-1) ?? file) : t(`services.program.${program}`)

interface EntryProps {
  readonly entry: ImportEntry
  readonly program: string
  readonly on: boolean
  readonly onToggle: (on: boolean) => void
}

const Entry = ({ entry: { name, shows, keys, stays }, program, on, onToggle }: EntryProps) => {
  const { t } = useTranslation()
  const id = useId()
  return (
    <li className={stays ? 'stays' : ''}>
      <input
        id={id}
        type="checkbox"
        checked={on && stays === undefined}
        disabled={stays !== undefined}
        onChange={(event) => onToggle(event.target.checked)}
      />
      <label htmlFor={id}>
        <span>{visibleText(name)}</span>
        {stays ? (
          <small>{t(`services.stays.${stays}`, { program })}</small>
        ) : (
          <small className="mono">{visibleText(shows)}</small>
        )}
      </label>
      <span className={`import-chip ${keys > 0 && !stays ? 'key' : ''}`}>
        {keys > 0 && !stays && <Icon name="key" size={14} />}
        {stays && t('services.import.stays')}
        {!stays && (keys === 0 ? t('services.import.noKey') : t('services.import.keyCount', { count: keys }))}
      </span>
    </li>
  )
}
