/**
 * Undo dialog: previews the undo of an action, runs it, and shows the result.
 *
 * Guards invariant 3: what is undone is what was shown: the order names the hash of the preview, and when the world has
 * changed since, a separate button confirms it.
 */

import type { BuildPart } from '@shared/build/build-state.js'
import type { UndoPreview, UndoResult } from '@shared/trail/undo.js'
import { useCallback, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { attempt } from '../../bridge.js'
import { callSentence } from '../../sentences/call-sentence.js'
import { SentenceText } from '../../sentences/sentence-text.js'
import { useCapabilityName } from '../../state/capability-name.js'
import { openUndoDialog, useUndoDialog } from '../../state/undos.js'
import { useRequest } from '../../state/use-request.js'
import { Button } from '../../ui/buttons/button.js'
import { useRead } from '../../ui/buttons/use-read.js'
import { SelectField } from '../../ui/fields/select-field.js'
import { TextField } from '../../ui/fields/text-field.js'
import { Dialog } from '../../ui/layout/dialog.js'
import { ErrorNote } from '../../ui/messages/error-note.js'
import { JsonView } from '../../ui/text/json-view.js'
import { isSubjectRedacted, matchesSubject } from '../../ui/text/subject-match.js'
import { shortened, visibleText } from '../../ui/text/visible-text.js'
import { Icon } from '../../ui/theme/icon.js'
import { WorldTable } from './world-table.js'
import './undo.css'

/** No later change of others is lost. */
const isSafe = ({ world, entry }: UndoPreview): boolean =>
  world === 'as-left' || (world === 'unknown' && entry.state === 'done' && entry.undo.keepsLater === true)

const Preview = ({ preview }: { readonly preview: UndoPreview }) => {
  const { t } = useTranslation()
  const nameOf = useCapabilityName()
  const { entry, world } = preview
  const { undo, server, caller } = entry
  const says = (capabilityId: string, given: UndoPreview['entry']['arguments'], tense: 'title' | 'done') => (
    <SentenceText
      sentence={callSentence({ capabilityId, arguments: given, caller }, tense, nameOf(server.id, capabilityId))}
      limit={160}
    />
  )
  return (
    <>
      <p className="undo-was">{says(entry.capabilityId, entry.arguments, 'done')}</p>
      <p className="undo-would">
        <Icon name="undo" />
        <span>{undo.how === 'snapshot' ? t('undo.bySnapshot') : says(undo.capabilityId, undo.arguments, 'title')}</span>
      </p>
      <WorldTable preview={preview} />
      {world !== 'as-left' && (
        <p className={isSafe(preview) ? 'undo-would' : 'undo-warning'}>
          <Icon name={isSafe(preview) ? 'note' : 'warning'} />
          <span>{t(world === 'changed' ? 'undo.changed' : isSafe(preview) ? 'undo.keepsLater' : 'undo.notKnown')}</span>
        </p>
      )}
      {undo.loses && (
        <p className="undo-warning">
          <Icon name="warning" />
          <span>{t('undo.losesContents')}</span>
        </p>
      )}
      <details className="undo-details">
        <summary>{t('undo.details')}</summary>
        <p className="mono">{undo.capabilityId}</p>
        <JsonView value={undo.arguments} label={t('popUp.arguments')} />
      </details>
    </>
  )
}

/** Of a build: those that can be undone alone. None when the server cannot say. */
function useParts(preview: UndoPreview | undefined): readonly BuildPart[] {
  const [parts, setParts] = useState<readonly BuildPart[]>([])
  const requestId = preview?.entry.capabilityId === 'ext.java.build' ? preview.entry.requestId : undefined
  useEffect(() => {
    if (requestId === undefined) return
    void attempt('undo:parts', { requestId }).then((read) => {
      if (read.ok) setParts(read.value.filter(({ blocks }) => blocks > 0))
    })
  }, [requestId])
  return parts
}

interface UndoingProps {
  readonly requestId: string
  readonly onUndone: () => void
}

const Undoing = ({ requestId, onUndone }: UndoingProps) => {
  const { t } = useTranslation()
  const [preview, setPreview] = useState<UndoPreview>()
  const { error, send: sendLook, reset } = useRequest()
  const [result, setResult] = useState<UndoResult>()
  const { busy, send } = useRequest()
  const [typed, setTyped] = useState('')
  const read = useRead(preview?.hash)
  const parts = useParts(preview)
  const [part, setPart] = useState('')
  const close = () => openUndoDialog(undefined)

  const look = useCallback(async () => {
    reset()
    setResult(undefined)
    const seen = await sendLook(attempt('undo:preview', { requestId }))
    if (seen.ok) setPreview(seen.value)
  }, [requestId, sendLook, reset])
  useEffect(() => void look(), [look])

  const run = async (shown: UndoPreview) => {
    const force = shown.world !== 'as-left'
    const order = {
      requestId,
      expected: shown.hash,
      ...(force && { force }),
      ...(shown.mustType !== undefined && { typed: typed.trim() }),
      ...(part !== '' && { part: Number(part) }),
    }
    const ended = await send(attempt('undo:run', order))
    setResult(ended.ok ? ended.value : { kind: 'failed', requestId, error: ended.error })
    if (ended.ok && ended.value.kind === 'undone') onUndone()
  }

  if (result?.kind === 'undone') {
    return (
      <>
        <p className="undo-done" role="status">
          <Icon name="done" />
          {t(result.redoable ? 'undo.undoneRedoable' : 'undo.undoneText')}
          {result.left !== undefined && ` ${t('undo.leftAlone', { count: result.left })}`}
          {result.covered !== undefined && ` ${t('undo.covered', { count: result.covered })}`}
        </p>
        <div className="dialog-buttons">
          <Button autoFocus onClick={close}>
            {t('undo.close')}
          </Button>
        </div>
      </>
    )
  }
  const mustType = preview?.mustType
  const problem = error ?? (result?.kind === 'failed' ? result.error : undefined)
  return (
    <>
      {preview === undefined && error === undefined && <p className="undo-loading">{t('undo.looking')}</p>}
      {preview && <Preview preview={preview} />}
      {preview && parts.length > 1 && !problem && (
        <div className="undo-part">
          <SelectField
            label={t('undo.what')}
            value={part}
            options={[
              { value: '', label: t('undo.wholeBuild') },
              ...parts.map(({ number, name, blocks }) => ({
                value: `${number}`,
                label: t('undo.part', { number, name: shortened(visibleText(name), 60), count: blocks }),
              })),
            ]}
            onChoose={setPart}
          />
          {part !== '' && <p className="undo-part-rest">{t('undo.partText')}</p>}
        </div>
      )}
      {preview && mustType !== undefined && !problem && (
        <TextField
          className="undo-typed"
          label={t('popUp.mustType', { name: visibleText(mustType) })}
          type={isSubjectRedacted(mustType) ? 'password' : 'text'}
          maxLength={256}
          value={typed}
          onChange={({ target }) => setTyped(target.value)}
        />
      )}
      {problem && <ErrorNote title={t('undo.failed')} error={problem} />}
      <div className="dialog-buttons">
        <Button autoFocus onClick={close}>
          {t('undo.leave')}
        </Button>
        {problem && <Button onClick={() => void look()}>{t('undo.lookAgain')}</Button>}
        {preview && !problem && (
          <Button
            tone={isSafe(preview) ? 'go' : 'danger'}
            icon="undo"
            disabled={busy || !read || (mustType !== undefined && !matchesSubject(typed, mustType))}
            onClick={() => void run(preview)}
          >
            {t(isSafe(preview) ? 'undo.undoIt' : 'undo.allTheSame')}
          </Button>
        )}
      </div>
    </>
  )
}

const Asking = ({ requestId }: { readonly requestId: string }) => {
  const { t } = useTranslation()
  const [undone, setUndone] = useState(false)
  return (
    <Dialog title={t(undone ? 'undo.undoneTitle' : 'undo.question')} onClose={() => openUndoDialog(undefined)}>
      <Undoing requestId={requestId} onUndone={() => setUndone(true)} />
    </Dialog>
  )
}

export const UndoDialog = () => {
  const requestId = useUndoDialog((looking) => looking.requestId)
  return requestId === undefined ? null : <Asking requestId={requestId} key={requestId} />
}
