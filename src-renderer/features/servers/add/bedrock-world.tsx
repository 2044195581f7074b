/**
 * Bedrock world: the command that a player types, and the games that wait to be accepted.
 *
 * Guards invariant 7: nobody connects until the owner turned it on, and every game is accepted by the owner.
 */

import {
  type BedrockListenerState,
  type BedrockSettings,
  likelyCommand,
  type WaitingGame,
  windowsLoopbackCommand,
} from '@shared/servers/bedrock.js'
import type { Server } from '@shared/servers/server.js'
import { useTranslation } from 'react-i18next'
import { attempt } from '../../../bridge.js'
import { bedrock } from '../../../state/feeds.js'
import { usePreferences } from '../../../state/preferences.js'
import { useRequest } from '../../../state/use-request.js'
import { Button } from '../../../ui/buttons/button.js'
import { CopyButton } from '../../../ui/buttons/copy-button.js'
import { LoginKey } from '../../../ui/buttons/login-key.js'
import { Switch } from '../../../ui/fields/switch.js'
import { ErrorNote } from '../../../ui/messages/error-note.js'
import { MaskedText } from '../../../ui/text/masked-text.js'
import { Icon } from '../../../ui/theme/icon.js'

const copied = async (what: 'connect' | 'login' | 'windows') => (await attempt('bedrock:copy', { what })).ok

interface PortProps {
  readonly listener: Exclude<BedrockListenerState, { readonly kind: 'off' | 'listening' }>
  readonly onUse: (port: number) => void
  readonly onAgain: () => void
}

const PortProblem = ({ listener, onUse, onAgain }: PortProps) => {
  const { t } = useTranslation()
  const { kind } = listener
  return (
    <div className="bedrock-row" role="alert">
      <span className="found-warning">
        <Icon name="warning" size={14} />
        {kind === 'port-taken'
          ? t('addBedrock.taken', { port: String(listener.port) })
          : t('addBedrock.failed', { reason: listener.reason })}
      </span>
      {kind === 'port-taken' && listener.free !== undefined ? (
        <Button size="s" onClick={() => onUse(listener.free ?? listener.port)}>
          {t('addBedrock.useFree', { port: String(listener.free) })}
        </Button>
      ) : (
        <Button size="s" onClick={onAgain}>
          {t('addBedrock.again')}
        </Button>
      )}
    </div>
  )
}

interface WaitingProps {
  readonly game: WaitingGame
  readonly onAccept: () => void
  readonly onReject: () => void
}

const Waiting = ({ game, onAccept, onReject }: WaitingProps) => {
  const { t } = useTranslation()
  const { player, from, encrypted } = game
  return (
    <li>
      <b>{player === undefined ? t('addBedrock.asksUnknown') : t('addBedrock.asks', { player })}</b>
      <p>{t(encrypted ? 'addBedrock.from' : 'addBedrock.fromPlain', { address: from })}</p>
      <div className="bedrock-answers">
        <Button tone="go" size="s" onClick={onAccept}>
          {t('addBedrock.accept')}
        </Button>
        <Button size="s" onClick={onReject}>
          {t('addBedrock.reject')}
        </Button>
      </div>
    </li>
  )
}

const read = async (topic: 'bedrock:show-key' | 'bedrock:renew-key') => {
  const result = await attempt(topic)
  return result.ok ? result.value.key : undefined
}

const ConnectionKey = () => {
  const { t } = useTranslation()
  return (
    <div>
      <p>{t('addBedrock.login')}</p>
      <LoginKey
        onShow={() => read('bedrock:show-key')}
        onRenew={() => read('bedrock:renew-key')}
        onCopy={() => copied('login')}
      />
    </div>
  )
}

export const BedrockWorld = ({ onAdded }: { readonly onAdded: (server: Server) => void }) => {
  const { t } = useTranslation()
  const { value } = bedrock.use()
  const { listener, waiting, settings } = value
  const { error, send } = useRequest()

  const change = async (next: Partial<BedrockSettings>) => {
    const result = await send(attempt('settings:change', { bedrock: { ...settings, ...next } }))
    if (result.ok) usePreferences.setState({ settings: result.value })
  }
  const accept = async (id: string) => {
    const result = await send(attempt('bedrock:accept', { id }))
    if (result.ok) onAdded(result.value)
  }

  return (
    <div className="add-part">
      <p>{t(listener.kind === 'off' ? 'addBedrock.off' : 'addBedrock.text')}</p>
      {error && <ErrorNote error={error} />}
      {listener.kind === 'off' && (
        <div>
          <Button onClick={() => void change({ enabled: true })}>{t('addBedrock.turnOn')}</Button>
        </div>
      )}
      {listener.kind === 'listening' && (
        <>
          <div className="bedrock-command">
            <code>
              <MaskedText text={likelyCommand(value) ?? ''} />
            </code>
            <CopyButton label={t('addBedrock.copy')} onCopy={() => copied('connect')} />
          </div>
          <ul className="bedrock-waiting">
            {waiting.map((game) => (
              <Waiting
                key={game.id}
                game={game}
                onAccept={() => void accept(game.id)}
                onReject={() => void send(attempt('bedrock:reject', { id: game.id }))}
              />
            ))}
          </ul>
          {waiting.length === 0 && (
            <div className="bedrock-row" role="status">
              <p>{t('addBedrock.waiting')}</p>
              <p>{t('addBedrock.cheats')}</p>
            </div>
          )}
        </>
      )}
      {listener.kind !== 'off' && listener.kind !== 'listening' && (
        <PortProblem
          listener={listener}
          onUse={(port) => void change({ port })}
          onAgain={() => void change({ enabled: false }).then(() => change({ enabled: true }))}
        />
      )}
      {listener.kind !== 'off' && (
        <>
          <div className="bedrock-row">
            <div>
              <b>{t('addBedrock.network')}</b>
              <p>{t('addBedrock.networkText')}</p>
            </div>
            <Switch
              label={t('addBedrock.network')}
              on={settings.network}
              onChange={(network) => void change({ network })}
            />
          </div>
          <details className="bedrock-hints">
            <summary>{t('addBedrock.trouble')}</summary>
            {/* A key works once: after a game was accepted by it, another one is there. */}
            <ConnectionKey key={waiting.length} />
            <p>{t('addBedrock.encrypted')}</p>
            <div className="bedrock-row">
              <b>{t('addBedrock.encryption')}</b>
              <Switch
                label={t('addBedrock.encryption')}
                on={settings.encryption}
                onChange={(encryption) => void change({ encryption })}
              />
            </div>
            <p>{t('addBedrock.windows')}</p>
            <div className="bedrock-command">
              <code>{windowsLoopbackCommand}</code>
              <CopyButton label={t('addBedrock.copyWindows')} onCopy={() => copied('windows')} />
            </div>
            <div>
              <Button size="s" onClick={() => void change({ enabled: false })}>
                {t('addBedrock.turnOff')}
              </Button>
            </div>
          </details>
        </>
      )}
    </div>
  )
}
