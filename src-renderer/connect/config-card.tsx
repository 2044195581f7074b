/**
 * Config card: one configuration file of a program: preview, write and undo.
 *
 * Writes exactly what was previewed. The file of Claude Desktop is written only while Claude Desktop does not run.
 */

import type { ConfigFile, ConfigPreview, ProgramId, ProgramRunning } from '@shared/clients/connection.js'
import { encodingNames } from '@shared/text/file-encoding.js'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { attempt, type Result } from '../bridge.js'
import { useRequest } from '../state/use-request.js'
import { Button } from '../ui/buttons/button.js'
import { agoOf } from '../ui/time/relative-time.js'
import { ConnectProblem, ReasonNote } from './connect-problem.js'
import { Difference } from './difference.js'
import { useProgramName } from './program-text.js'

export interface ConfigCardProps {
  readonly program: ProgramId
  readonly file: ConfigFile
  readonly running: ProgramRunning
  /** Checks the file, and whether Claude runs, again. */
  readonly onLook: () => Promise<void>
}

/** Key of the text shown after writing. */
const writtenKey = (at: string): string =>
  Date.now() - Date.parse(at) < 60_000 ? 'connect.writtenNow' : 'connect.written'

export const ConfigCard = ({ program, file, running, onLook }: ConfigCardProps) => {
  const { t, i18n } = useTranslation()
  const [preview, setPreview] = useState<ConfigPreview>()
  /** The preview shows the revert. */
  const [isBack, setIsBack] = useState(false)
  const [isPutBack, setIsPutBack] = useState(false)
  const { busy, error, send } = useRequest()
  const { path, state, written } = file
  const mayWrite = running.kind === 'no'
  /** Gatehouse wrote this file and nobody changed it since, so it can be reverted, even when the program moved. */
  const isOurs = written !== undefined && written.changed === undefined

  const sendAndLook = async <T,>(doing: () => Promise<Result<T>>): Promise<Result<T>> => {
    const result = await send(doing())
    await onLook()
    return result
  }
  /** Busy until the file was checked again. */
  const act = <T,>(doing: () => Promise<Result<T>>) => send(sendAndLook(doing))
  const look = () => act(async () => ({ ok: true, value: undefined }))
  const show = (back = false) =>
    act(async () => {
      setIsBack(back)
      setIsPutBack(false)
      const result = await attempt('connect:preview', { file: path, ...(back && { back }) })
      setPreview(result.ok ? result.value : undefined)
      return result
    })
  const write = (expected: string) =>
    act(async () => {
      const result = await attempt('connect:write', { file: path, expected })
      setPreview(undefined)
      return result
    })
  const takeBack = () =>
    act(async () => {
      const result = await attempt('connect:take-back', { file: path })
      setPreview(undefined)
      setIsPutBack(result.ok)
      return result
    })

  const ago = written && agoOf(written.at, Date.now(), i18n.language)
  const name = useProgramName()(program)
  const title = t(file.kind === 'msix' ? 'connect.file.msix' : 'connect.file.usual', { name })
  const words =
    state.kind === 'elsewhere'
      ? 'takeBack.moved'
      : written === undefined
        ? 'connect.ours'
        : program === 'claude-desktop'
          ? writtenKey(written.at)
          : 'connect.writtenOther'

  return (
    <section className="config-card" aria-label={title}>
      <div className="config-card-head">
        <div>
          <h4>{title}</h4>
          <p className="mono config-card-path">{path}</p>
        </div>
        {preview === undefined && (state.kind === 'missing' || state.kind === 'without') && (
          <Button disabled={busy} onClick={() => void show()}>
            {t('connect.show')}
          </Button>
        )}
        {preview === undefined &&
          (state.kind === 'elsewhere' || state.kind === 'keyless' || state.kind === 'encoded') && (
            <Button disabled={busy} onClick={() => void show()}>
              {t('connect.showAgain')}
            </Button>
          )}
        {state.kind === 'refused' && (
          <Button disabled={busy} onClick={() => void look()}>
            {t('connect.look')}
          </Button>
        )}
        {preview && (
          <div className="connect-buttons">
            <Button tone="quiet" onClick={() => setPreview(undefined)}>
              {t('app.cancel')}
            </Button>
            {isBack ? (
              <Button tone="go" icon="undo" disabled={busy || !mayWrite} onClick={() => void takeBack()}>
                {t('connect.takeBack')}
              </Button>
            ) : (
              <Button tone="go" disabled={busy || !mayWrite} onClick={() => void write(preview.expected)}>
                {t('connect.write')}
              </Button>
            )}
          </div>
        )}
      </div>
      {state.kind === 'elsewhere' && !isOurs && <p>{t('connect.elsewhere')}</p>}
      {state.kind === 'keyless' && <p>{t('connect.keyless', { name })}</p>}
      {state.kind === 'encoded' && <p>{t('connect.encoded', { name })}</p>}
      {state.kind === 'repaired' && <p>{t('connect.repaired', { encoding: encodingNames[state.encoding] })}</p>}
      {state.kind === 'refused' && <ReasonNote why={state.problem.kind} details={{ ...state.problem }} />}
      {error && <ConnectProblem error={error} />}
      {preview && (
        <>
          <Difference label={t('connect.difference')} lines={preview.lines} />
          <p>{t(isBack ? 'takeBack.text' : 'connect.differenceText')}</p>
          {preview.encoding && <p>{t('connect.reencoded', { encoding: encodingNames[preview.encoding] })}</p>}
        </>
      )}
      {preview && !mayWrite && !error && (
        <div className="config-card-running">
          <ReasonNote why={running.kind === 'yes' ? 'running' : 'running-unknown'} />
          <Button disabled={busy} onClick={() => void look()}>
            {t('connect.look')}
          </Button>
        </div>
      )}
      {error && preview && !mayWrite && (
        <div className="connect-buttons">
          <Button disabled={busy} onClick={() => void look()}>
            {t('connect.look')}
          </Button>
        </div>
      )}
      {isPutBack && <p role="status">{t('takeBack.done')}</p>}
      {preview === undefined &&
        (state.kind === 'ours' || state.kind === 'repaired' || (state.kind !== 'refused' && isOurs)) && (
          <div className="config-card-head">
            <p role="status">{t(words, { ago, name })}</p>
            {written && (
              <Button icon="undo" disabled={busy} onClick={() => void show(true)}>
                {t('takeBack.show')}
              </Button>
            )}
          </div>
        )}
    </section>
  )
}
