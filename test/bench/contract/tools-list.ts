/** Processor time of tools built from many capabilities. Floor: writing the list as JSON, which every request costs. */

import type { CapabilityManifest } from '@contract/generated/capability-manifest.js'
import { createToolList } from '../../../src-main/consumers/mcp/tool-list.js'
import { offersOf } from '../../../src-main/consumers/mcp/tools.js'
import { Registry } from '../../../src-main/gateway/trust/registry.js'
import { FakeServer } from '../../fakes/fake-provider.js'
import { goodManifests } from './manifest-maker.js'
import { alternately, cost, type Figure, median, printFigures, sized } from './timing.js'

const capabilities = goodManifests(sized({ full: 10_000, quick: 300, once: 50 }))
const ofAServer = 500
const rounds = sized({ full: 7, quick: 3, once: 1 })

/** @param copies servers that offer the same */
function registryWith(copies: number): Registry {
  const registry = new Registry()
  for (let copy = 0; copy < copies; copy++) {
    for (let from = 0; from < capabilities.length; from += ofAServer) {
      const offered: readonly CapabilityManifest[] = capabilities.slice(from, from + ofAServer)
      registry.present(new FakeServer({ id: `${copy}-${from}`, capabilities: offered }))
    }
  }
  return registry
}

async function figures(offeredBy: string, copies: number): Promise<Figure[]> {
  const fresh = Array.from({ length: rounds }, () => createToolList(registryWith(copies)))
  const last = registryWith(copies)
  const list = createToolList(last)
  const tools = list.tools()
  const look = () => offersOf(last.capabilities(), tools[0]?.name ?? '')
  const taken = await alternately(rounds, {
    floor: () => JSON.stringify(tools),
    first: (round) => fresh[round]?.tools(),
    repeated: () => list.tools(),
    look,
    beat() {
      const [server] = last.servers()
      if (server) last.present(new FakeServer(server))
      look()
    },
  })
  const floor = median(taken.floor.processor)
  return [
    cost(
      `tools of ${capabilities.length} capabilities ${offeredBy}, first`,
      'ms',
      median(taken.first.processor),
      floor,
    ),
    cost('the same, repeated', 'ms', median(taken.repeated.processor), floor),
    cost('one tool found among them', 'ms', median(taken.look.processor)),
    cost('one tool found after a heartbeat', 'ms', median(taken.beat.processor)),
  ]
}

await figures('to warm up', 1)
printFigures([...(await figures('of one server each', 1)), ...(await figures('of ten servers each', 10))])
