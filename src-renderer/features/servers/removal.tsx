/** Removal: asks before a server is removed, and lists what is removed with it. It can be undone for a while. */

import type { WrittenSetup } from '@shared/servers/java-server.js'
import type { Server } from '@shared/servers/server.js'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { attempt } from '../../bridge.js'
import { useRequest } from '../../state/use-request.js'
import { Confirm } from '../../ui/layout/confirm.js'
import { Name } from '../../ui/text/name.js'
import { SetupProblem } from './setup/setup-problem.js'

const lookEveryMs = 2_000

/** What Gatehouse wrote into the folder of a Java server and can put back. */
const useWritten = ({ id, kind }: Server): WrittenSetup | undefined => {
  const [written, setWritten] = useState<WrittenSetup>()
  useEffect(() => {
    if (kind !== 'java') return undefined
    let left = false
    const look = async () => {
      const result = await attempt('java:written', { id })
      if (!left && result.ok) setWritten(result.value ?? undefined)
    }
    void look()
    // The server may be stopped meanwhile.
    const timer = setInterval(() => void look(), lookEveryMs)
    return () => {
      left = true
      clearInterval(timer)
    }
  }, [id, kind])
  return written
}

export interface RemovalProps {
  readonly server: Server
  readonly onKeep: () => void
  readonly onRemoved: () => void
}

const removeText: Readonly<Record<Server['kind'], string>> = {
  agent: 'servers.removeText',
  java: 'servers.removeJavaText',
  bedrock: 'servers.removeBedrockText',
  simulator: 'servers.removeDemoText',
  service: 'servers.removeText',
}

export const Removal = ({ server, onKeep, onRemoved }: RemovalProps) => {
  const { t } = useTranslation()
  const { busy, error, send } = useRequest()
  const written = useWritten(server)
  const [putBack, setPutBack] = useState(true)
  const mustStop = written?.running === true && putBack
  const remove = async () => {
    const channel = written && putBack ? 'java:restore-file' : 'servers:remove'
    const result = await send(attempt(channel, { id: server.id }))
    if (result.ok) onRemoved()
  }
  return (
    <div className="server-removal">
      <Confirm
        question={t('servers.removeQuestion')}
        text={t(removeText[server.kind])}
        keep={t('servers.keep')}
        act={t('servers.remove')}
        busy={busy || mustStop}
        onKeep={onKeep}
        onAct={() => void remove()}
      >
        {written && (
          <label className="server-removal-file">
            <input type="checkbox" checked={putBack} onChange={({ target }) => setPutBack(target.checked)} />
            <span>
              {t('servers.putBack')} <Name text={written.file} className="mono" />
            </span>
          </label>
        )}
        {mustStop && <p role="status">{t('servers.stopFirst')}</p>}
        {error && <SetupProblem error={error} />}
      </Confirm>
    </div>
  )
}
