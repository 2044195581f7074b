import { createHash, type X509Certificate } from 'node:crypto'
import { connect } from 'node:tls'
import type { AddedGateway } from '@shared/remote/gateway.js'
import { pairingCodeText, pinOf } from '@shared/remote/pairing-code.js'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { memorySecrets } from '../../../../src-main/gateway/ports/client-access.js'
import { dialGateway } from '../../../../src-main/owner/gateways/gateway-dial.js'
import { GatewayLink } from '../../../../src-main/owner/gateways/gateway-link.js'
import { Gateways } from '../../../../src-main/owner/gateways/gateways.js'
import { pairGateway } from '../../../../src-main/owner/gateways/pairing.js'
import { systemClock } from '../../../../src-main/storage/system-clock.js'
import { RecordingLog } from '../../../fakes/recording-log.js'
import { type RemoteScene, remoteScene } from '../../../fakes/remote-scene.js'

let scene: RemoteScene
let followed: string[]
const ended: (() => void)[] = []

beforeEach(async () => {
  followed = []
  scene = await remoteScene({
    orders: {
      'panic:on': (_payload, giver) => void followed.push(typeof giver === 'string' ? giver : giver.person.name),
    },
  })
})
afterEach(async () => {
  for (const end of ended.splice(0)) end()
  await scene.stop()
})

const dial = dialGateway(() => new Date())

/** SHA-256 of the public key of what listens there. */
const pinAt = (port: number): Promise<Buffer> =>
  new Promise((resolve, reject) => {
    const socket = connect({ host: '127.0.0.1', port, rejectUnauthorized: false }, () => {
      const certificate = socket.getPeerX509Certificate() as X509Certificate
      socket.destroy()
      resolve(
        createHash('sha256')
          .update(certificate.publicKey.export({ type: 'spki', format: 'der' }))
          .digest(),
      )
    })
    socket.on('error', reject)
  })

/** A code of the scene's gateway for Ada. */
async function codeFor(name = 'Ada'): Promise<string> {
  const invited = { kind: 'new', terms: { name, role: 'owner' } } as const
  const { secret } = scene.invitations.begin(invited, { id: 'desktop', name: 'desktop', kind: 'desktop' })
  return pairingCodeText({ secret, pin: pinOf(await pinAt(scene.port)) })
}

const pairing = { dial, clock: systemClock, computer: 'laptop', isInUse: () => false }
const address = () => `127.0.0.1:${scene.port}`

function linkOf(gateway: AddedGateway, privateKey: string | undefined): GatewayLink {
  const link = new GatewayLink(gateway, { dial, key: () => privateKey, clock: systemClock, log: new RecordingLog() })
  ended.push(() => link.end())
  return link
}

const state = (link: GatewayLink, kind: string): Promise<void> =>
  new Promise((resolve) => {
    const look = () => {
      if (link.identity.link.kind !== kind) return
      stop()
      resolve()
    }
    const stop = link.onDidChange(look)
    look()
  })

const give = (link: GatewayLink) => link.order({ page: 'window', name: 'panic:on', payload: undefined })

it('a computer is paired by a code, and its orders are followed as those of the person', async () => {
  const { gateway, privateKey } = await pairGateway({ address: address(), code: await codeFor() }, pairing)
  expect(gateway).toMatchObject({ id: 'gatehouse-test', name: 'A test', address: address(), person: 'Ada' })
  expect(JSON.stringify(gateway)).not.toContain(privateKey)
  const link = linkOf(gateway, privateKey)
  link.connect()
  expect(await give(link)).toEqual({ ok: true, value: null })
  expect(followed).toEqual(['Ada'])
  expect(link.identity).toMatchObject({ person: { name: 'Ada', role: 'owner' }, link: { kind: 'connected' } })
})

it.each([
  ['an address that is none', { address: 'not an address' }, 'bad-address'],
  ['a code that is none', { code: 'ABCDE' }, 'bad-code'],
  ['an address where nothing answers', { address: '127.0.0.1:1' }, 'unreachable'],
] as const)('%s is refused with words of its own', async (_what, part, problem) => {
  const given = { address: address(), code: await codeFor(), ...part }
  await expect(pairGateway(given, pairing)).rejects.toMatchObject({ details: { gateway: problem } })
})

it('a code of another certificate shows its secret to nobody', async () => {
  const code = `${(await codeFor()).slice(0, 9)}00-00000-00000`
  await expect(pairGateway({ address: address(), code }, pairing)).rejects.toMatchObject({
    details: { gateway: 'other-certificate' },
  })
  expect(scene.invitations.open).not.toBeNull()
})

it('a code works once', async () => {
  const given = { address: address(), code: await codeFor() }
  await pairGateway(given, pairing)
  await expect(pairGateway(given, pairing)).rejects.toMatchObject({ details: { gateway: 'wrong-code' } })
})

it('nothing is sent to a gateway with another key', async () => {
  const { gateway, privateKey } = await pairGateway({ address: address(), code: await codeFor() }, pairing)
  const link = linkOf({ ...gateway, pin: '0'.repeat(64) }, privateKey)
  link.connect()
  await state(link, 'other-certificate')
  expect(await give(link)).toMatchObject({ ok: false, error: { details: { gateway: 'other-certificate' } } })
  expect(followed).toEqual([])
})

it('a certificate that is not valid today is refused', async () => {
  const { gateway, privateKey } = await pairGateway({ address: address(), code: await codeFor() }, pairing)
  const late = dialGateway(() => new Date(Date.now() + 40 * 86_400_000))
  const link = new GatewayLink(gateway, {
    dial: late,
    key: () => privateKey,
    clock: systemClock,
    log: new RecordingLog(),
  })
  ended.push(() => link.end())
  link.connect()
  await state(link, 'expired-certificate')
})

it('a removed computer learns that it is not allowed any more', async () => {
  const { gateway, privateKey } = await pairGateway({ address: address(), code: await codeFor() }, pairing)
  const link = linkOf(gateway, privateKey)
  link.connect()
  await state(link, 'connected')
  scene.people.removeWay(gateway.device)
  await state(link, 'revoked')
  expect(await give(link)).toMatchObject({ ok: false, error: { details: { gateway: 'revoked' } } })
})

it('a computer that forgot its key does not connect', async () => {
  const { gateway } = await pairGateway({ address: address(), code: await codeFor() }, pairing)
  const link = linkOf(gateway, undefined)
  link.connect()
  await state(link, 'forgotten')
})

it('the list keeps no key, and a removed gateway leaves none in the credential store', async () => {
  let gateways: readonly AddedGateway[] = []
  const settings = {
    get: () => ({ gateways }),
    change(change: { gateways: readonly AddedGateway[] }) {
      gateways = change.gateways
      return true
    },
  }
  const secrets = memorySecrets()
  const all = new Gateways({ settings, secrets, dial, computer: 'laptop', clock: systemClock, log: new RecordingLog() })
  ended.push(() => all.stop())
  const { added, link } = await all.add({ address: address(), code: await codeFor() })
  await state(link, 'connected')
  const key = secrets.get(`gateway.${added.id}`)
  expect(key).toBeDefined()
  expect(JSON.stringify(gateways)).not.toContain(key)
  await expect(all.add({ address: address(), code: await codeFor('Bob') })).rejects.toMatchObject({
    details: { gateway: 'added-already' },
  })
  all.remove(added.id)
  expect(gateways).toEqual([])
  expect(secrets.get(`gateway.${added.id}`)).toBeUndefined()
})
