/** Registration of many agents with 23 capabilities each, until all are online. Floor: bare sockets, JSON parsed. */
import { startAgents } from './agents-process.js'
import { connectBare, connectGateway } from './gateway.js'
import { alternately, cost, median, printFigures, sized } from './timing.js'

const count = sized({ full: 100, quick: 3, once: 2 })
const rounds = sized({ full: 3, quick: 2, once: 1 })

async function figures(offer: 'core' | 'own', ofWhat: string) {
  const agents = await startAgents({ count, offer })
  /** Closed outside the measurement. */
  const opened: (() => unknown)[] = []
  const ways = {
    async floor() {
      const lines = await Promise.all(agents.addresses.map(connectBare))
      opened.push(...lines.map(({ close }) => close))
    },
    async ours() {
      const gateway = await connectGateway(agents.addresses)
      opened.push(() => gateway.stop())
    },
  }
  await ways.floor()
  await ways.ours()
  const { ours, floor } = await alternately(rounds, ways)
  await Promise.all(opened.map((close) => close()))
  await agents.end()
  return [
    cost(`${count} agents with ${ofWhat} online after`, 'ms', median(ours.elapsed), median(floor.elapsed)),
    cost('processor time of it', 'ms', median(ours.processor), median(floor.processor)),
  ]
}

printFigures([
  ...(await figures('core', '23 core capabilities')),
  ...(await figures('own', '23 capabilities of one plugin')),
])
process.exit(0)
