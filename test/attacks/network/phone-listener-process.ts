/**
 * Phone listener process: the phone listener in a separate process, with the network, certificate, people and approvals of the
 * product.
 *
 * Reads commands as JSON lines from standard input; each gets one JSON line as a response.
 */

import { createInterface } from 'node:readline'
import { GatewayError } from '@contract/gateway-error.js'
import { LanApprovals } from '../../../src-main/approvers/lan/lan-approvals.js'
import { systemNetwork } from '../../../src-main/approvers/lan/lan-network.js'
import { PeopleService } from '../../../src-main/gateway/clients/people.js'
import { PhonePairings } from '../../../src-main/gateway/clients/phone-pairings.js'
import { desktop } from '../../../src-main/owner/orders/giver.js'
import { loadLanCertificate } from '../../../src-main/storage/lan-certificate.js'
import { openPeopleStore } from '../../../src-main/storage/people-store.js'
import { systemClock as clock } from '../../../src-main/storage/system-clock.js'
import { GatewayUnderTest } from '../../fakes/gateway-under-test.js'

const profile = process.argv[2] ?? ''
const under = new GatewayUnderTest({ clock: clock as never })
const { log, audit, gateway } = under
under.serveOverworld()
const people = new PeopleService({ store: openPeopleStore(profile), audit, clock, log })
const phones = new PhonePairings({ people, audit, clock })
const networks = [{ interface: 'lan0', network: '192.168.77.0/24' }]
const lanApprovals = { enabled: true, port: 0, networks }
const lan = new LanApprovals({
  people: phones,
  approvals: gateway.approvals,
  previewBuild: () => Promise.reject(new GatewayError('PROTOCOL.CAPABILITY_NOT_FOUND')),
  settings: {
    get: () => ({ lanApprovals }),
    change: () => true,
    onDidChange: () => () => {},
  },
  network: systemNetwork,
  certificate: () => loadLanCertificate(profile, clock),
  assets: () => ({ script: '// the page', style: '' }),
  clock,
  log,
})

let time = 0
let withdraw = () => {}

const orders: Readonly<Record<string, () => unknown>> = {
  seen: () => lan.seen,
  offer: () => {
    const { secret, code } = phones.begin(desktop)
    return { secret, code }
  },
  confirm: () => phones.confirm(lan.seen.pairing?.id ?? '', lan.seen.pairing?.claim?.check ?? '', desktop),
  // Another value each time: a denied request is not asked about again soon.
  call: () => {
    const withdrawn = new AbortController()
    withdraw = () => withdrawn.abort()
    time += 1
    void under.call('world.time.set', { worldName: 'world', time }, { signal: withdrawn.signal })
    return null
  },
  withdraw: () => withdraw(),
  warnings: () => log.lines.filter(({ level }) => level === 'warn').length,
}

void lan.settled().then(() => {
  const answer = (value: unknown) => process.stdout.write(`${JSON.stringify(value ?? null)}\n`)
  answer(lan.seen)
  createInterface({ input: process.stdin }).on('line', (order) => answer(orders[order]?.()))
})
