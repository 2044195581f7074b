/**
 * Panel activity: what was done to a server by a key of the panel's API, and not by Gatehouse.
 *
 * Guards invariant 7: whoever has the key can use it elsewhere, and only the panel's own record shows that.
 */
import { activityIn } from './panel-answers.js'
import type { PanelClient } from './panel-client.js'
import { PanelUnavailable } from './panel-failure.js'
import type { PanelEntry } from './panel-orders.js'

const maxPages = 5
const maxNamed = 5

/** Parts of the names of what changes something: reads are many, Gatehouse's own among them. */
const changes = [
  ...[
    'power',
    'console',
    'backup',
    'reinstall',
    'startup',
    'settings',
    'subuser',
    'schedule',
    'database',
    'allocation',
  ],
  ...['write', 'rename', 'delete', 'create', 'copy', 'compress', 'pull', 'upload'],
]

/**
 * @returns whether all of it could be compared @throws GatewayError that names what Gatehouse did not do
 */
export async function checkPanelActivity(client: PanelClient, server: string): Promise<boolean> {
  const uuid = await client.uuidOf(server)
  const { orders } = client.budget
  const since = orders.since ?? client.now
  const found: PanelEntry[] = []
  let isComplete = false
  try {
    for (let page = 1; page <= maxPages && !isComplete; page += 1) {
      const query = { sort: '-timestamp', per_page: '100', page: `${page}`, 'filter[event]': changes.join(',') }
      const { entries, oldest, pages } = activityIn(await client.json('activity', { server: uuid, query }))
      found.push(...entries.filter(({ at }) => at >= since))
      isComplete = page >= pages || oldest < since
    }
  } catch (error) {
    if (error instanceof PanelUnavailable && error.problem === 'no-permission') return false
    throw error
  }
  const others = orders.unexplained(uuid, found)
  if (others.length > 0) {
    throw new PanelUnavailable('other-key-use', { details: { actions: namesOf(others), count: others.length } })
  }
  return isComplete
}

/** For example `file.delete (3), power.stop`, the newest first. */
function namesOf(entries: readonly PanelEntry[]): string {
  const counts = new Map<string, number>()
  for (const { event } of entries) {
    const name = event.replace(/^server:/u, '')
    counts.set(name, (counts.get(name) ?? 0) + 1)
  }
  const named = [...counts].map(([name, count]) => (count === 1 ? name : `${name} (${count})`))
  return `${named.slice(0, maxNamed).join(', ')}${named.length > maxNamed ? ', …' : ''}`
}
