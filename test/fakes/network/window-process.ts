/**
 * Window process: the link of the desktop program to one gateway, in a process of its own without a window.
 *
 * Reads JSON lines: first `{ "pair": { address, code } }` or `{ "gateway": …, "privateKey": … }`, then
 * `{ "order": { page, name, payload }, "tag": … }`, `{ "recheck": true }`. Writes states, events and results.
 *
 * Argument: how many days the clock of this computer is ahead.
 */
import { createInterface } from 'node:readline'
import type { AddedGateway } from '@shared/remote/gateway.js'
import { dialGateway } from '../../../src-main/owner/gateways/gateway-dial.js'
import { GatewayLink } from '../../../src-main/owner/gateways/gateway-link.js'
import type { NewOrder } from '../../../src-main/owner/gateways/numbered-orders.js'
import { type NewGateway, type PairedGateway, pairGateway } from '../../../src-main/owner/gateways/pairing.js'
import { systemClock as clock } from '../../../src-main/storage/system-clock.js'
import { RecordingLog } from '../recording-log.js'

const say = (what: object): void => void process.stdout.write(`${JSON.stringify(what)}\n`)
const aheadMs = Number(process.argv[2] ?? 0) * 86_400_000
const dial = dialGateway(() => new Date(clock.now().getTime() + aheadMs))
const log = new RecordingLog()
let link: GatewayLink | undefined

function open({ gateway, privateKey }: PairedGateway): void {
  link = new GatewayLink(gateway, { dial, key: () => privateKey, clock, log })
  link.onDidChange(() => say({ link: link?.identity.link, person: link?.identity.person }))
  link.onEvent((event) => say({ event: event.name, message: event.message }))
  link.connect()
}

async function pair(given: NewGateway): Promise<void> {
  try {
    const paired = await pairGateway(given, { dial, clock, computer: 'A computer far away', isInUse: () => false })
    say({ paired })
    open(paired)
  } catch (error) {
    say({ failed: `${error}` })
  }
}

interface Line {
  readonly pair?: NewGateway
  readonly gateway?: AddedGateway
  readonly privateKey?: string
  readonly order?: NewOrder
  readonly tag?: string
  readonly recheck?: true
}

createInterface({ input: process.stdin }).on('line', (text) => {
  const line = JSON.parse(text) as Line
  if (line.pair) void pair(line.pair)
  if (line.gateway && line.privateKey) open({ gateway: line.gateway, privateKey: line.privateKey })
  if (line.order) void link?.order(line.order).then((result) => say({ tag: line.tag, result }))
  if (line.recheck) link?.recheck()
})
