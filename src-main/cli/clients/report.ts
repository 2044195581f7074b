/** Report: clients, their rights and their keys. A new key has a line of its own, so that it can be copied. */
import {
  type BridgeClient,
  type Client,
  clientLimits,
  type KnownClients,
  type NewKey,
  type Rights,
} from '@shared/clients/client.js'
import { joined, painter, terminalText } from '../text.js'
import type { CliEnvironment } from '../verb.js'

export function reportKey({ client, token }: NewKey, running: boolean, { out, err, colour }: CliEnvironment): void {
  out(painter(colour)('green', token))
  err(
    terminalText`This is the key of ${client.name} (${client.id}). It is shown only once: copy it now. The client sends it as "Authorization: Bearer KEY".`,
  )
  err(terminalText`${running ? 'The key is active now.' : 'The key works when Gatehouse runs.'}`)
}

/** Where the key is stored; nothing of the key itself. */
export function reportKeyFile(client: Client, keyName: string, running: boolean, { out, err }: CliEnvironment): void {
  out(terminalText`--client ${keyName}`)
  err(
    terminalText`The key of ${client.name} (${client.id}) is in the profile. Add this option to the bridge command of the AI client.`,
  )
  err(terminalText`${running ? 'The key is active now.' : 'The key works when Gatehouse runs.'}`)
}

export function reportClients({ clients, bridge }: KnownClients, { out, colour }: CliEnvironment): void {
  const paint = painter(colour)
  if (clients.length === 0) out(terminalText`No client has its own key. Create one with: gatehouse clients add NAME`)
  for (const client of clients) {
    const way = client.cameBy ? ['added with OAuth, named itself'] : bridgeOption(client)
    out(
      joined([nameOf(client), paint('dim', client.id), inShort(client), rateOf(client), lastUse(client), ...way], '  '),
    )
  }
  out(joined([nameOf(bridge), paint('dim', bridge.id), inShort(bridge), rateOf(bridge)], '  '))
}

export function reportClient(client: Client | BridgeClient, { out, colour }: CliEnvironment): void {
  const paint = painter(colour)
  out(terminalText`${nameOf(client)}  ${paint('dim', client.id)}`)
  out(terminalText`  role         ${client.role}`)
  for (const [server, role] of Object.entries(client.roles)) out(terminalText`  role         ${role} on ${server}`)
  for (const entry of client.permissions) out(terminalText`  ${entry.effect.padEnd(12)} ${entryOf(entry)}`)
  out(terminalText`  rate         ${rateOf(client)}`)
  out(terminalText`  wait         ${client.waitSeconds ?? clientLimits.waitSeconds.most} seconds for an approval`)
  if (!('createdAt' in client)) return
  out(terminalText`  created      ${client.createdAt}`)
  if (client.keyName !== undefined)
    out(terminalText`  key file     ${client.keyName}, for the bridge: --client ${client.keyName}`)
  out(terminalText`  last active  ${client.lastUsedAt ?? 'never'}`)
}

export function reportEdited(client: Client | BridgeClient, running: boolean, cli: CliEnvironment): void {
  reportClient(client, cli)
  cli.err(
    terminalText`${running ? 'The change is active, also for open sessions.' : 'The change is active when Gatehouse runs.'}`,
  )
}

export function reportRevoked({ name, id }: Client, running: boolean, { out }: CliEnvironment): void {
  const now = running ? ' Its sessions were closed.' : ''
  out(terminalText`The key of ${name} (${id}) is revoked.${now}`)
}

const bridgeOption = ({ keyName }: Client): string[] => (keyName === undefined ? [] : [`--client ${keyName}`])

const nameOf = ({ name }: Client | BridgeClient): string =>
  name === undefined ? 'Clients without their own key' : name

const rateOf = ({ callsPerMinute }: Pick<BridgeClient, 'callsPerMinute'>): string =>
  callsPerMinute === undefined
    ? `${clientLimits.callsPerMinute.normal} calls per minute for each client`
    : `${callsPerMinute} calls per minute`

const lastUse = ({ lastUsedAt }: Client): string => (lastUsedAt ? `last active ${lastUsedAt}` : 'never active')

const entryOf = ({ permission, server }: Rights['permissions'][number]): string =>
  server === undefined ? permission : `${permission} on ${server}`

const inShort = ({ role, roles, permissions }: Rights): string =>
  [
    role,
    ...Object.entries(roles).map(([server, there]) => `${there} on ${server}`),
    ...permissions.map((entry) => `${entry.effect} ${entryOf(entry)}`),
  ].join(', ')
