/** The engine over TLS: its certificate must be for the host that was asked for. */
import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, expect, it } from 'vitest'
import { DockerEngine } from '../../../../../../src-main/providers/java/ways/docker/engine.js'
import { systemClock } from '../../../../../../src-main/storage/system-clock.js'

const endings: (() => unknown)[] = []
afterEach(async () => {
  for (const end of endings.splice(0).reverse()) await end()
})

/** An engine whose certificate is for `names`, and the `host` header of each request. */
async function engineFor(names: string) {
  const folder = mkdtempSync(path.join(tmpdir(), 'certificate-'))
  endings.push(() => rmSync(folder, { recursive: true }))
  const [keyFile, certFile] = [path.join(folder, 'key.pem'), path.join(folder, 'cert.pem')]
  execFileSync('openssl', [
    ...['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2'],
    ...['-subj', '/CN=engine', '-addext', `subjectAltName=${names}`, '-keyout', keyFile, '-out', certFile],
  ])
  const [key, cert] = [readFileSync(keyFile), readFileSync(certFile)]
  const hosts: (string | undefined)[] = []
  const server = createServer({ key, cert }, ({ headers }, response) => {
    hosts.push(headers.host)
    response.end('[]')
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  endings.push(() => server.close())
  const { port } = server.address() as AddressInfo
  const ask = (host: string) =>
    new DockerEngine({ isLocal: false, target: { host, port, ca: cert, cert, key } }, systemClock).containers()
  return { ask, hosts, port }
}

it.each([
  ['DNS:localhost', 'localhost'],
  ['IP:127.0.0.1', '127.0.0.1'],
])('is accepted with a certificate for %s at %s', async (names, host) => {
  const { ask, hosts, port } = await engineFor(names)
  expect(await ask(host)).toEqual([])
  expect(hosts).toEqual([`${host}:${port}`])
})

it.each(['localhost', '127.0.0.1'])('is refused with a certificate for another name at %s', async (host) => {
  const { ask, hosts } = await engineFor('DNS:docker')
  await expect(ask(host)).rejects.toThrow()
  expect(hosts).toEqual([])
})
