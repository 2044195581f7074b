/**
 * Server power: starts and stops a server at its host, where that does it.
 *
 * A person sees who would be disconnected before anything is stopped; the program refuses when more have joined since.
 */
import { isConnected, type Server } from '@shared/servers/server.js'
import { anyPlayers, type PowerOrder, type PowerResult } from '@shared/servers/server-way.js'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { attempt } from '../../bridge.js'
import { useRequest } from '../../state/use-request.js'
import { Button } from '../../ui/buttons/button.js'
import { Dialog } from '../../ui/layout/dialog.js'
import type { MenuAction } from '../../ui/layout/more-menu.js'
import { ErrorNote } from '../../ui/messages/error-note.js'
import { useServerName } from '../../ui/names/server-name.js'
import { visibleText } from '../../ui/text/visible-text.js'

export interface PowerState {
  /** Undefined while it need not be started. */
  readonly start: (() => void) | undefined
  readonly menu: readonly MenuAction[]
  readonly asked: 'stop' | 'restart' | undefined
  readonly confirm: () => void
  readonly cancel: () => void
  readonly result: PowerResult | undefined
  readonly error: Parameters<typeof ErrorNote>[0]['error'] | undefined
}

/** Undefined while nobody knows. */
export const onlineOn = (server: Server): number | undefined =>
  isConnected(server) ? server.health?.onlinePlayers : undefined

export const usePower = (server: Server): PowerState => {
  const { t } = useTranslation()
  const { error, send, reset } = useRequest()
  const [asked, setAsked] = useState<{ readonly order: 'stop' | 'restart'; readonly players: number }>()
  const [result, setResult] = useState<PowerResult>()
  const { id, power } = server
  const order = async (given: PowerOrder, players?: number) => {
    setAsked(undefined)
    setResult(undefined)
    reset()
    const answer = await send(attempt('servers:power', { id, order: given, ...(players !== undefined && { players }) }))
    if (answer.ok) setResult(answer.value)
  }
  // What the person saw when they were asked.
  const ask = (given: 'stop' | 'restart') => () => setAsked({ order: given, players: onlineOn(server) ?? anyPlayers })
  const isFree = power !== undefined && power.order === undefined
  const isDown = power?.state === 'stopped' || power?.state === 'crashed'
  const mayRun = isFree && !isDown
  return {
    start: isFree && isDown ? () => void order('start') : undefined,
    menu: [
      ...(isFree && power.state === 'unknown'
        ? [{ label: t('power.start'), onSelect: () => void order('start') }]
        : []),
      ...(mayRun
        ? [
            { label: t('power.restart'), onSelect: ask('restart') },
            { label: t('power.stop'), onSelect: ask('stop') },
          ]
        : []),
    ],
    asked: asked?.order,
    confirm: () => asked && void order(asked.order, asked.players),
    cancel: () => setAsked(undefined),
    result,
    error,
  }
}

export const PowerDialog = ({ server, power }: { readonly server: Server; readonly power: PowerState }) => {
  const { t } = useTranslation()
  const nameOf = useServerName()
  const { asked, confirm, cancel } = power
  if (asked === undefined) return null
  const online = onlineOn(server)
  return (
    <Dialog title={t(`power.${asked}Question`, { name: visibleText(nameOf(server)) })} onClose={cancel}>
      <p>
        {online === undefined
          ? t('power.playersUnknown')
          : t(online === 0 ? 'power.nobody' : 'power.players', { count: online })}
      </p>
      {asked === 'stop' && <p>{t('power.nobodyJoins')}</p>}
      <div className="dialog-buttons">
        <Button autoFocus onClick={cancel}>
          {t('app.cancel')}
        </Button>
        <Button tone="danger" onClick={confirm}>
          {t(`power.${asked}`)}
        </Button>
      </div>
    </Dialog>
  )
}

export const PowerNote = ({ power: { result, error } }: { readonly power: PowerState }) => {
  const { t } = useTranslation()
  if (error) return <ErrorNote error={error} />
  return (
    <div role="status" className="server-header-facts">
      {result && result.outcome !== 'done' && <p>{t(`power.${result.outcome}`)}</p>}
    </div>
  )
}
