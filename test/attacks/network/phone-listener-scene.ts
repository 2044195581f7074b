/** Phone listener scene: the phone listener on a real address in its own network, with phones and attackers. */
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import path from 'node:path'
import { createInterface, type Interface } from 'node:readline'
import type { PeopleView } from '@shared/clients/people.js'
import { buildProgram } from '../../fakes/headless-program.js'
import { Phone } from '../../fakes/phone.js'
import { CleanUp } from '../../fixtures/programs.js'
import { MeasuredProcess, type Measurement } from '../measured-process.js'
import { connectNetwork, newNamespace } from './namespaces.js'

export const addresses = {
  own: '192.168.77.1',
  phone: '192.168.77.2',
  attacker: '192.168.77.66',
  /** More addresses of the attacker. */
  crowd: Array.from({ length: 40 }, (_, index) => `192.168.77.${100 + index}`),
  /** Reaches the computer over a router, from a network that is not its own. */
  elsewhere: '192.168.78.9',
} as const

export class PhoneListenerScene {
  readonly cleanUp = new CleanUp()
  readonly #attackCleanUp = new CleanUp()
  readonly listener: MeasuredProcess<Measurement>
  readonly #lines: Interface
  folder = ''
  origin = ''
  #fingerprint = ''

  private constructor(listener: MeasuredProcess<Measurement>) {
    this.listener = listener
    if (!listener.child.stdout) throw new Error('no standard output')
    this.#lines = createInterface({ input: listener.child.stdout })
  }

  static async open(): Promise<PhoneListenerScene> {
    const built = await buildProgram('test/attacks/network/phone-listener-process.ts')
    // Reports that its namespace exists. The listener reads the network interfaces once, so it starts after there is
    // one.
    const waiting = ['sh', '-c', 'echo null; read -r go && exec "$@"', 'sh']
    const profiles = new CleanUp()
    const scene = new PhoneListenerScene(
      MeasuredProcess.measuringBehind([...newNamespace, ...waiting], built.file, profiles.folder()),
    )
    scene.cleanUp.add(built, ({ remove }) => remove())
    scene.cleanUp.add(profiles, (folders) => folders.run())
    scene.cleanUp.add(scene.listener, (listener) => listener.stop())
    scene.folder = scene.cleanUp.folder()
    await once(scene.#lines, 'line')
    const { own, phone, attacker, crowd, elsewhere } = addresses
    const peers = [phone, attacker, ...crowd]
    const network = await connectNetwork(
      scene.listener.child,
      `${own}/24`,
      [...peers.map((address) => `${address}/24`), `${elsewhere}/32`],
      [`${elsewhere}/32`],
    )
    scene.cleanUp.add(network, (joined) => joined.close())
    const { lan } = (await scene.order('go')) as PeopleView
    if (lan.kind !== 'on') throw new Error(`The listener is ${lan.kind}. ${scene.listener.stderr}`)
    scene.origin = lan.origins[0] ?? ''
    scene.#fingerprint = lan.fingerprint
    const target = new URL(scene.origin).host
    await network.relayPeers(scene.folder, target, [...peers, elsewhere])
    await network.relayOwn(scene.folder, target, [own])
    return scene
  }

  async order(order: string): Promise<unknown> {
    const answer = once(this.#lines, 'line')
    this.listener.child.stdin?.write(`${order}\n`)
    return JSON.parse(String((await answer)[0]))
  }

  phone(from: string = addresses.phone): Phone {
    return new Phone(this.origin, this.#fingerprint, { socketPath: this.#socketOf(from) })
  }

  /** A phone that is paired; its page is not open yet. */
  async paired(name: string): Promise<Phone> {
    const phone = this.phone()
    const claimed = await phone.post('/api/pair', { ...((await this.order('offer')) as object), name })
    if (claimed.status !== 200) throw new Error(claimed.text)
    await this.order('confirm')
    await phone.send('/api/pair')
    return phone
  }

  /** A connection that sends what it is given and is left open until the attack ends. */
  socket(from: string, first?: string | Buffer): Socket {
    const socket = this.#attackCleanUp.add(connect(this.#socketOf(from)), (open) => open.destroy())
    socket.on('error', () => {})
    socket.resume()
    if (first !== undefined) socket.write(first)
    return socket
  }

  endAttack(): Promise<void> {
    return this.#attackCleanUp.run()
  }

  async close(): Promise<void> {
    await this.endAttack()
    await this.cleanUp.run()
  }

  #socketOf(address: string): string {
    return path.join(this.folder, `${address}.sock`)
  }
}
