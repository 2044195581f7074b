/** Source line: the state of a source of chat in a sentence, and the button where a person can help. */
import type { SourceState } from '@shared/streaming/audience.js'
import { useTranslation } from 'react-i18next'
import { attempt } from '../../../bridge.js'
import { useRequest } from '../../../state/use-request.js'
import { Button } from '../../../ui/buttons/button.js'
import { StatusDot } from '../../../ui/names/status-dot.js'

const dots = { off: 'offline', connecting: 'connecting', online: 'online', failed: 'offline' } as const

/** @param isTest of a test, which nothing can be done about here */
export const SourceLine = ({ state, isTest = false }: { readonly state: SourceState; readonly isTest?: boolean }) => {
  const { t } = useTranslation()
  const { send } = useRequest()
  if (state.kind === 'off') return null
  const channels =
    state.kind === 'online'
      ? state.channels.map(({ platform, name }) =>
          t('viewers.channel', { platform: t(`viewers.platform.${platform}`), name }),
        )
      : []
  return (
    <p className="viewers-state" role="status">
      <StatusDot silent state={dots[state.kind]} />
      <span>
        {state.kind === 'connecting' && t('viewers.connecting')}
        {state.kind === 'failed' && t(`viewers.failed.${state.why}`)}
        {state.kind === 'failed' && state.retries && !isTest && ` ${t('viewers.retries')}`}
        {state.kind === 'online' &&
          (channels.length === 0
            ? t('viewers.noChannel')
            : t('viewers.reads', { channels: channels.join(t('viewers.and')) }))}
        {state.kind === 'online' && state.hasPolls && ` ${t('viewers.hasPolls')}`}
      </span>
      {state.kind === 'failed' && !isTest && state.why !== 'signed-out' && (
        <Button size="s" onClick={() => void send(attempt('audience:connect', { source: state.id }))}>
          {t('viewers.connectNow')}
        </Button>
      )}
    </p>
  )
}
