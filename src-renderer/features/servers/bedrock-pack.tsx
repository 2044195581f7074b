/** Bedrock pack: what the behavior pack adds, and a button that opens it in the game. Shown while the world lacks it. */
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ContractError } from '../../../src-main/contract/generated/error.js'
import type { Server } from '../../../src-main/contract/server.js'
import { attempt } from '../../bridge.js'
import { Button } from '../../ui/button.js'
import { ErrorNote } from '../../ui/error-note.js'
import { Name } from '../../ui/name.js'

type Outcome =
  | { readonly kind: 'error'; readonly error: ContractError }
  | { readonly kind: 'opened' | 'shown'; readonly file: string }

export const lacksPack = ({ kind, refused }: Server): boolean =>
  kind === 'bedrock' && refused.some(({ lack }) => lack === 'pack')

export const BedrockPack = () => {
  const { t } = useTranslation()
  const [outcome, setOutcome] = useState<Outcome>()
  const install = async () => {
    const result = await attempt('bedrock:install-pack')
    if (!result.ok) return setOutcome({ kind: 'error', error: result.error })
    const { file, wasOpened } = result.value
    setOutcome({ kind: wasOpened ? 'opened' : 'shown', file })
  }
  return (
    <div className="server-certificate">
      <p>{t('bedrockPack.adds')}</p>
      <Button size="s" onClick={() => void install()}>
        {t('bedrockPack.install')}
      </Button>
      {outcome?.kind === 'error' && <ErrorNote error={outcome.error} />}
      <div role="status">
        {outcome?.kind === 'opened' && <p>{t('bedrockPack.opened')}</p>}
        {outcome?.kind === 'shown' && (
          <p>
            {t('bedrockPack.shown')} <Name text={outcome.file} className="mono" />
          </p>
        )}
      </div>
    </div>
  )
}
