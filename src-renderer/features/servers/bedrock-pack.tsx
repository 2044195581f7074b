/** Bedrock pack: what the behavior pack adds, and a button that opens it in the game. Shown while the world lacks it. */

import type { Server } from '@shared/servers/server.js'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { attempt } from '../../bridge.js'
import { useRequest } from '../../state/use-request.js'
import { Button } from '../../ui/buttons/button.js'
import { ErrorNote } from '../../ui/messages/error-note.js'
import { Name } from '../../ui/text/name.js'

export const needsPack = ({ kind, refused }: Server): boolean =>
  kind === 'bedrock' && refused.some(({ lack }) => lack === 'pack')

export const BedrockPack = () => {
  const { t } = useTranslation()
  const [pack, setPack] = useState<{ readonly file: string; readonly wasOpened: boolean }>()
  const { error, send } = useRequest()
  const install = async () => {
    const result = await send(attempt('bedrock:install-pack'))
    setPack(result.ok ? result.value : undefined)
  }
  return (
    <div className="server-certificate">
      <p>{t('bedrockPack.adds')}</p>
      <Button size="s" onClick={() => void install()}>
        {t('bedrockPack.install')}
      </Button>
      {error && <ErrorNote error={error} />}
      <div role="status">
        {pack?.wasOpened && <p>{t('bedrockPack.opened')}</p>}
        {pack && !pack.wasOpened && (
          <p>
            {t('bedrockPack.shown')} <Name text={pack.file} className="mono" />
          </p>
        )}
      </div>
    </div>
  )
}
