/**
 * Remote setup: the lines of server.properties that turn RCON on, for a server that runs elsewhere.
 *
 * Nothing is written before the click. For a container the lines of compose.yaml are shown, because its image writes the
 * file again at each start.
 */
import type { RemoteSetup as Setup } from '@shared/servers/java-server.js'
import type { Server } from '@shared/servers/server.js'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { attempt } from '../../../bridge.js'
import { useRequest } from '../../../state/use-request.js'
import { Button } from '../../../ui/buttons/button.js'
import { Dialog } from '../../../ui/layout/dialog.js'
import { CodeBlock } from '../../../ui/text/code-block.js'
import { visibleText } from '../../../ui/text/visible-text.js'
import { ChangedLines } from './changed-lines.js'
import { SetupProblem } from './setup-problem.js'

const Found = ({ setup, isReverted }: { readonly setup: Setup; readonly isReverted: boolean }) => {
  const { t } = useTranslation()
  if (setup.kind === 'compose') {
    return setup.lines.length === 0 ? (
      <p>{t('remoteSetUp.composeComplete')}</p>
    ) : (
      <>
        <p>{t('remoteSetUp.compose')}</p>
        <CodeBlock text={setup.lines.join('\n')} label="compose.yaml" action={null} />
      </>
    )
  }
  const { plan, written } = setup
  const lost = written?.lost ?? []
  return (
    <>
      {lost.length > 0 && <p role="note">{t('remoteSetUp.lost', { keys: lost.join(', ') })}</p>}
      {plan.changes.length > 0 ? (
        <ChangedLines plan={plan} isElsewhere />
      ) : (
        <p>{t(written ? 'remoteSetUp.written' : 'remoteSetUp.nothing')}</p>
      )}
      {written && <p>{t('setUp.backup', { file: visibleText(written.backup.split('/').at(-1) ?? '') })}</p>}
      {isReverted && <p>{t('remoteSetUp.reverted')}</p>}
      {plan.changes.length > 0 && <p>{t('setUp.readsAtRestart')}</p>}
    </>
  )
}

export const RemoteSetup = ({ server, onClose }: { readonly server: Server; readonly onClose: () => void }) => {
  const { t } = useTranslation()
  const { busy, error, send } = useRequest()
  const [setup, setSetup] = useState<Setup>()
  const [isReverted, setReverted] = useState(false)
  const { id, way } = server
  // biome-ignore lint/correctness/useExhaustiveDependencies: it is read once for a server
  useEffect(() => {
    void send(attempt('servers:plan-file', { id })).then((result) => result.ok && setSetup(result.value))
  }, [id])
  const read = async () => {
    const result = await send(attempt('servers:plan-file', { id }))
    if (result.ok) setSetup(result.value)
  }
  const apply = async (plan: string) => {
    setReverted(false)
    const result = await send(attempt('servers:change-file', { id, plan }))
    if (result.ok) setSetup(result.value)
  }
  const revert = async () => {
    const result = await send(attempt('servers:revert-file', { id }))
    if (!result.ok) return
    setReverted(true)
    await read()
  }
  const changes = setup?.kind === 'file' ? setup.plan.changes : []
  const hasWritten = setup?.kind === 'file' && setup.written !== undefined
  return (
    <Dialog title={t('remoteSetUp.title')} onClose={onClose}>
      {(way === 'pterodactyl' || way === 'mcsmanager') && <p>{t('remoteSetUp.notNeeded')}</p>}
      <div aria-busy={busy} role="status">
        {setup ? <Found setup={setup} isReverted={isReverted} /> : busy && <p>{t('remoteSetUp.reading')}</p>}
      </div>
      {error && <SetupProblem title={t('remoteSetUp.failed')} error={error} />}
      <div className="dialog-buttons">
        {error && (
          <Button disabled={busy} onClick={() => void read()}>
            {t('remoteSetUp.readAgain')}
          </Button>
        )}
        {hasWritten && (
          <Button disabled={busy} onClick={() => void revert()}>
            {t('remoteSetUp.revert')}
          </Button>
        )}
        <Button autoFocus onClick={onClose}>
          {t('remoteSetUp.close')}
        </Button>
        {setup?.kind === 'file' && changes.length > 0 && (
          <Button tone="go" disabled={busy} onClick={() => void apply(setup.plan.id)}>
            {t('setUp.changeFile')}
          </Button>
        )}
      </div>
    </Dialog>
  )
}
