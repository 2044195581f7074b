/** Not connected: stands where servers would be after a careful start, and is the way out of that. */
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ContractError } from '../../src-main/contract/generated/error.js'
import { attempt } from '../bridge.js'
import { trouble } from '../state/trouble.js'
import { Button } from './button.js'
import { EmptyState } from './empty-state.js'
import { ErrorNote } from './error-note.js'
import { Icon } from './icon.js'

export const useIsCareful = (): boolean => trouble.use((feed) => feed.value.careful)

export const NotConnected = () => {
  const { t } = useTranslation()
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<ContractError>()
  const connect = async () => {
    setBusy(true)
    const result = await attempt('trouble:connect')
    setError(result.ok ? undefined : result.error)
    setBusy(false)
    trouble.refresh()
  }
  return (
    <EmptyState
      art={<Icon name="warning" size={24} />}
      title={t('trouble.notConnectedTitle')}
      text={t('trouble.notConnectedText')}
    >
      <Button tone="go" icon="plug" disabled={busy} onClick={() => void connect()}>
        {t('trouble.connect')}
      </Button>
      {error && <ErrorNote error={error} />}
    </EmptyState>
  )
}
