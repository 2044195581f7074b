/** Report: clients and their keys, in words. A new key stands alone on a line, so that it can be copied whole. */
import type { Client, NewKey } from '../../contract/client.js'
import { painter, printable } from '../text.js'
import type { Surroundings } from '../verb.js'

export function reportKey({ client, token }: NewKey, running: boolean, { out, err, colour }: Surroundings): void {
  out(painter(colour)('green', token))
  err(
    `This is the key of ${printable(client.name)} (${client.id}). It is shown once: copy it now. The client sends it as "Authorization: Bearer KEY".`,
  )
  err(running ? 'The running program lets it in from now on.' : 'It is let in when Gatehouse runs.')
}

export function reportClients(clients: readonly Client[], { out, colour }: Surroundings): void {
  const paint = painter(colour)
  if (clients.length === 0) {
    return out('No client has a key of its own. Make one with: gatehouse clients add NAME')
  }
  for (const { id, name, cameBy, grants, callsPerMinute, lastUsedAt } of clients) {
    const used = lastUsedAt ? `last here ${lastUsedAt}` : 'never here yet'
    const way = cameBy ? ['by OAuth, under a name of its own'] : []
    const rate = `${callsPerMinute} calls a minute`
    out([printable(name), paint('dim', id), grants.join(' '), rate, used, ...way].join('  '))
  }
}

export function reportRevoked({ name, id }: Client, running: boolean, { out }: Surroundings): void {
  const now = running ? ' Whatever it had open has ended.' : ''
  out(`The key of ${printable(name)} (${id}) is taken away.${now}`)
}
