/** Apply options: the settings, servers and voice devices that the command line names, in the composed program. */
import { setImmediate as nextTurn } from 'node:timers/promises'
import { GatewayError } from '@contract/gateway-error.js'
import type { Composed } from '../compose/composed.js'
import type { TokenFor } from '../storage/pairing-tokens.js'
import type { HeadlessOptions } from './options.js'

/** What the command line chose, as a choice in the window. @returns why it was not saved */
export function saveChosenSettings(
  { settings }: Pick<Composed, 'settings'>,
  { chosen, chat }: Pick<HeadlessOptions, 'chosen' | 'chat'>,
): GatewayError | undefined {
  const changes = { ...chosen, ...(chat && { chat: { ...settings.get().chat, ...chat.settings } }) }
  if (Object.keys(changes).length === 0 || settings.change(changes)) return undefined
  return new GatewayError(settings.isUnwritable ? 'SYSTEM.SETTINGS_UNWRITABLE' : 'PROTOCOL.INVALID_REQUEST')
}

/** Servers that the command line names are trusted by whoever named them. */
export async function addServers(
  composed: Composed,
  { simulator, agents, java }: HeadlessOptions,
  tokenFor: TokenFor,
): Promise<void> {
  const { trust } = composed.gateway
  if (simulator) await composed.addDemoWorld()
  for (const agent of agents) {
    trust.trustServer(agent.id)
    composed.agents.add({ ...agent, token: tokenFor(agent.token), kind: 'agent' })
    // What it offered last is read from the disk: one server in each turn of the event loop.
    await nextTurn()
  }
  if (!java) return
  trust.trustServer(java.id)
  composed.javaServers.add(java)
}

export function serveXiaozhi({ xiaozhi }: Pick<Composed, 'xiaozhi'>, addresses: HeadlessOptions['xiaozhi']): void {
  if (addresses.length === 0) return
  xiaozhi.serve(
    'command-line',
    addresses.map((address) => ({ address })),
  )
}
