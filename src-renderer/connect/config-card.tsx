/**
 * Config card: one configuration file of Claude Desktop: what would change in it, writing that, taking it back.
 *
 * What is written is what was shown; both only while Claude does not run, which can be looked at again.
 */
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ConfigFile, ConfigPreview, Running } from '../../src-main/contract/connection.js'
import type { ContractError } from '../../src-main/contract/generated/error.js'
import { attempt } from '../bridge.js'
import { Button } from '../ui/button.js'
import { agoOf } from '../ui/relative-time.js'
import { ConnectProblem, ReasonNote } from './connect-problem.js'
import { Difference } from './difference.js'

export interface ConfigCardProps {
  readonly file: ConfigFile
  readonly running: Running
  /** Looks at the file, and at whether Claude runs, again. */
  readonly onLook: () => Promise<void>
}

export const ConfigCard = ({ file, running, onLook }: ConfigCardProps) => {
  const { t, i18n } = useTranslation()
  const [preview, setPreview] = useState<ConfigPreview>()
  const [error, setError] = useState<ContractError>()
  const [busy, setBusy] = useState(false)
  const { path, state, written } = file
  const mayWrite = running.kind === 'no'

  const act = async (doing: () => Promise<{ ok: true } | { ok: false; error: ContractError }>) => {
    setBusy(true)
    const result = await doing()
    setError(result.ok ? undefined : result.error)
    await onLook()
    setBusy(false)
  }
  const show = () =>
    act(async () => {
      const result = await attempt('connect:preview', { file: path })
      setPreview(result.ok ? result.value : undefined)
      return result
    })
  const write = (expected: string) =>
    act(async () => {
      const result = await attempt('connect:write', { file: path, expected })
      setPreview(undefined)
      return result
    })
  const takeBack = () => act(() => attempt('connect:take-back', { file: path }))

  return (
    <section className="config-card" aria-label={t(`connect.file.${file.kind}`)}>
      <div className="config-card-head">
        <div>
          <h4>{t(`connect.file.${file.kind}`)}</h4>
          <p className="mono config-card-path">{path}</p>
        </div>
        {preview === undefined && (state.kind === 'missing' || state.kind === 'without') && (
          <Button disabled={busy} onClick={() => void show()}>
            {t('connect.show')}
          </Button>
        )}
        {preview === undefined && state.kind === 'elsewhere' && (
          <Button disabled={busy} onClick={() => void show()}>
            {t('connect.showAgain')}
          </Button>
        )}
        {state.kind === 'refused' && (
          <Button disabled={busy} onClick={() => void act(async () => ({ ok: true }))}>
            {t('connect.look')}
          </Button>
        )}
      </div>
      {state.kind === 'elsewhere' && <p>{t('connect.elsewhere')}</p>}
      {state.kind === 'refused' && <ReasonNote why={state.problem.kind} details={{ ...state.problem }} />}
      {error && <ConnectProblem error={error} />}
      {preview && (
        <>
          <Difference label={t('connect.difference')} lines={preview.lines} />
          <p>{t('connect.differenceText')}</p>
        </>
      )}
      {preview && !mayWrite && !error && (
        <div className="config-card-running">
          <ReasonNote why={running.kind === 'yes' ? 'running' : 'running-unknown'} />
          <Button disabled={busy} onClick={() => void act(async () => ({ ok: true }))}>
            {t('connect.look')}
          </Button>
        </div>
      )}
      {error && preview && !mayWrite && (
        <div className="connect-buttons">
          <Button disabled={busy} onClick={() => void act(async () => ({ ok: true }))}>
            {t('connect.look')}
          </Button>
        </div>
      )}
      {preview && (
        <div className="connect-buttons">
          <Button tone="quiet" onClick={() => setPreview(undefined)}>
            {t('app.cancel')}
          </Button>
          <Button tone="go" disabled={busy || !mayWrite} onClick={() => void write(preview.expected)}>
            {t('connect.write')}
          </Button>
        </div>
      )}
      {preview === undefined && state.kind === 'ours' && (
        <div className="config-card-head">
          <p role="status">
            {written ? t('connect.written', { ago: agoOf(written.at, Date.now(), i18n.language) }) : t('connect.ours')}
          </p>
          {written && (
            <Button icon="undo" disabled={busy} onClick={() => void takeBack()}>
              {t('connect.takeBack')}
            </Button>
          )}
        </div>
      )}
    </section>
  )
}
