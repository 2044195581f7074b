/** Why an agent signs nobody in: models of agents at a socket. */
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import path from 'node:path'
import ssh from 'ssh2'
import { afterEach, expect, it } from 'vitest'
import { signInOf } from '../../../../../../src-main/providers/java/ways/ssh/sign-in.js'
import { folderForEach } from '../../../../../fixtures/for-each.js'

const root = folderForEach()

/** Not ed25519: one in about 250 of those that the library makes is invalid. */
const newKey = () => ssh.utils.generateKeyPairSync('ecdsa', { bits: 256 })
const closers: (() => unknown)[] = []
let asked = 0
afterEach(async () => {
  for (const close of closers.splice(0)) await close()
  asked = 0
})

/** An agent with this many keys. @returns its socket */
async function agentWith(count: number): Promise<string> {
  const socket = path.join(root(), 'agent')
  const { public: text } = newKey()
  const key = ssh.utils.parseKey(text)
  if (key instanceof Error) throw key
  const server = createServer((connection) => {
    asked += 1
    const protocol = new ssh.AgentProtocol(false)
    protocol.on('identities', (request) => protocol.getIdentitiesReply(request, Array(count).fill(key)))
    connection.pipe(protocol).pipe(connection)
  })
  server.listen(socket)
  await once(server, 'listening')
  closers.push(() => once(server.close(), 'close'))
  return socket
}

/** What is said when the server offers keys and takes none. */
async function refusalWith(agent: string | undefined) {
  const environment = { ...(agent !== undefined && { SSH_AUTH_SOCK: agent }) }
  const signIn = await signInOf({ user: 'mc' }, { home: root(), platform: 'linux', environment })
  const handler = signIn.handler(() => {})
  handler(['publickey', 'password'] as never, false, () => {})
  return signIn.refusal().problem
}

it('is said of one without keys, one with others, one that is away, and none', async () => {
  expect(await refusalWith(undefined)).toBe('no-credentials')
  expect(await refusalWith(path.join(root(), 'gone'))).toBe('agent-away')
  const socket = await agentWith(0)
  expect(await refusalWith(socket)).toBe('agent-empty')
})

it('is said of one whose keys the server does not take', async () => {
  expect(await refusalWith(await agentWith(2))).toBe('agent-refused')
})

it('is left alone beside a password or a key, because it may ask a person to unlock it', async () => {
  const environment = { SSH_AUTH_SOCK: await agentWith(2) }
  const place = { home: root(), platform: 'linux' as const, environment }
  const keyFile = path.join(root(), 'key')
  writeFileSync(keyFile, newKey().private)
  await signInOf({ user: 'mc', login: 'a password' }, place)
  await signInOf({ user: 'mc', keyFile }, place)
  expect(asked).toBe(0)
  await signInOf({ user: 'mc' }, place)
  expect(asked).toBe(1)
})
