/** LAN scene: a gateway with a LAN listener on loopback, where 127.0.0.2 is a LAN peer. */

import { GatewayError } from '@contract/gateway-error.js'
import type { ListedPerson } from '@shared/clients/person.js'
import type { Settings } from '@shared/program/settings.js'
import { build } from 'esbuild'
import { LanApprovals, type LanApprovalsDependencies } from '../../src-main/approvers/lan/lan-approvals.js'
import { PeopleService } from '../../src-main/gateway/clients/people.js'
import { PhonePairings } from '../../src-main/gateway/clients/phone-pairings.js'
import { Emitter } from '../../src-main/gateway/ports/emitter.js'
import { desktop } from '../../src-main/owner/orders/giver.js'
import type { AvailableNetwork } from '../../src-main/policy/rights/lan-networks.js'
import { loadLanCertificate } from '../../src-main/storage/lan-certificate.js'
import { openPeopleStore } from '../../src-main/storage/people-store.js'
import type { CleanUp } from '../fixtures/programs.js'
import { GatewayUnderTest, type TestOptions } from './gateway-under-test.js'
import { lanPeer, Phone } from './phone.js'

const here = '127.0.0.1'
export const home = { interface: 'wlan0', network: '127.0.0.0/8' }

export class LanScene {
  readonly under: GatewayUnderTest
  readonly profile: string
  readonly people: PeopleService
  readonly phones: PhonePairings
  readonly lan: LanApprovals
  readonly settings = {
    lanApprovals: { enabled: true, port: 0, networks: [home] } as Settings['lanApprovals'],
    changed: new Emitter<void>(),
    get: () => ({ lanApprovals: this.settings.lanApprovals }),
    change: ({ lanApprovals }: Pick<Settings, 'lanApprovals'>) => {
      this.settings.lanApprovals = lanApprovals
      this.settings.changed.emit()
      return true
    },
    onDidChange: (listener: () => void) => this.settings.changed.on(listener),
  }
  available: readonly AvailableNetwork[] = [{ ...home, kind: 'wifi', address: here }]

  constructor(cleanUp: CleanUp, options: TestOptions = {}, parts: Partial<LanApprovalsDependencies> = {}) {
    this.under = new GatewayUnderTest(options)
    this.profile = cleanUp.folder()
    const { clock, log, audit, gateway } = this.under
    const store = openPeopleStore(this.profile)
    this.people = new PeopleService({ store, audit, clock, log })
    this.people.onDidRevoke((person) => gateway.approvals.revoke(person))
    this.phones = new PhonePairings({ people: this.people, audit, clock })
    this.lan = new LanApprovals({
      people: this.phones,
      approvals: gateway.approvals,
      previewBuild: () => Promise.reject(new GatewayError('PROTOCOL.CAPABILITY_NOT_FOUND')),
      settings: this.settings,
      network: {
        available: () => this.available,
        mayConnect: (remote) => remote === lanPeer || remote === '127.0.0.3',
      },
      certificate: () => loadLanCertificate(this.profile, clock),
      assets: () => ({ script: '// the page', style: '' }),
      clock,
      log,
      ...parts,
    })
    cleanUp.add(this.lan, async (lan) => {
      await lan.stop()
      this.phones.close()
      store.close()
    })
  }

  /** Changes the settings, and waits until that is done. */
  async change(lanApprovals: Partial<Settings['lanApprovals']>): Promise<void> {
    this.settings.lanApprovals = { ...this.settings.lanApprovals, ...lanApprovals }
    this.settings.changed.emit()
    await this.lan.settled()
  }

  async phone(from?: string): Promise<Phone> {
    await this.lan.settled()
    const { lan } = this.lan.seen
    if (lan.kind !== 'on') throw new Error(`The listener is ${lan.kind}.`)
    return new Phone(lan.origins[0] ?? '', lan.fingerprint, from)
  }

  /** What the QR code and the window show. */
  offer(person?: string): { readonly secret: string; readonly code: string } {
    const { secret, code } = this.phones.begin(desktop, person)
    return { secret, code }
  }

  /** Confirms as the owner does after comparing. */
  confirm(): ListedPerson {
    const { pairing } = this.lan.seen
    return this.phones.confirm(pairing?.id ?? '', pairing?.claim?.check ?? '', desktop)
  }

  /** People besides the one at the computer. */
  get others(): readonly ListedPerson[] {
    return this.people.list().filter(({ id }) => id !== desktop.id)
  }

  /** Removes the person who was added last. */
  removeLast(): void {
    this.people.remove(this.others.at(-1)?.id ?? '', desktop)
  }

  /** A phone that is paired; its page is not open yet. */
  async paired(name = 'Ada'): Promise<Phone> {
    const phone = await this.phone()
    await phone.post('/api/pair', { ...this.offer(), name })
    this.confirm()
    await phone.send('/api/pair')
    return phone
  }
}

/** The page as it is served, in one text each. */
export async function builtPage(): Promise<{ readonly script: string; readonly style: string }> {
  const { outputFiles } = await build({
    entryPoints: ['src-phone/phone.ts', 'src-phone/phone.css'],
    outdir: 'out',
    bundle: true,
    write: false,
    format: 'iife',
    logLevel: 'warning',
  })
  const textOf = (end: string) => outputFiles.find(({ path }) => path.endsWith(end))?.text ?? ''
  return { script: textOf('.js'), style: textOf('.css') }
}
