/**
 * Updates of the real, packed program from a real feed on this computer: none, a newer one, a broken list, a download
 * with a wrong checksum.
 *
 * A copy is made to believe that it runs out of an AppImage, and where the feed is; electron-updater does the rest itself.
 */
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { FuseV1Options, FuseVersion, flipFuses } from '@electron/fuses'
import type { UpdateState } from '@shared/program/update.js'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { until } from '../fixtures/until.js'
import { evaluate } from './inspector.js'
import { OrdinaryUser, unpacked } from './installed.js'

/** Milliseconds that a start may take on a busy machine. */
const startMs = 120_000

const newer = Buffer.alloc(64 * 1024, 'a newer version')
const hashOf = (content: Buffer) => createHash('sha512').update(content).digest('base64')

/** What the feed answers for `latest-linux.yml`; undefined: 404. */
let list: string | undefined
const requestedUrls: string[] = []
let feed: Server
let user: OrdinaryUser
let program: ReturnType<OrdinaryUser['start']>
let inspector: string

const listOf = (version: string, sha512: string) =>
  `version: ${version}\nfiles:\n  - url: Gatehouse.AppImage\n    sha512: ${sha512}\n    size: ${newer.length}\npath: Gatehouse.AppImage\nsha512: ${sha512}\nreleaseDate: '2026-11-22T00:00:00.000Z'\n`

const inWindow = <T>(expression: string): Promise<T> =>
  evaluate<T>(
    inspector,
    `process.mainModule.require('electron').BrowserWindow.getAllWindows()
      .find(({ webContents }) => webContents.getURL().includes('index'))
      .webContents.executeJavaScript(${JSON.stringify(expression)})`,
  )

/** Checks for updates in the window, and waits for the result. */
async function check(): Promise<UpdateState> {
  await inWindow("gatehouse.request('updates:check', undefined)")
  let state: UpdateState = { kind: 'checking' }
  await until(async () => {
    state = await inWindow<UpdateState>("gatehouse.request('updates:state', undefined).then(({ value }) => value)")
    return state.kind !== 'checking' && state.kind !== 'downloading'
  })
  return state
}

beforeAll(async () => {
  user = new OrdinaryUser()
  feed = createServer((request, response) => {
    requestedUrls.push(request.url ?? '')
    const name = new URL(request.url ?? '/', 'http://feed').pathname
    if (name === '/latest-linux.yml' && list !== undefined) response.end(list)
    else if (name === '/Gatehouse.AppImage') response.end(newer)
    else response.writeHead(404).end()
  })
  await new Promise<void>((resolve) => feed.listen(0, '127.0.0.1', resolve))
  const copy = path.join(user.home, 'copy')
  mkdirSync(copy)
  execFileSync('cp', ['-a', `${unpacked}/.`, copy])
  rmSync(path.join(copy, 'resources', 'package-type'), { force: true })
  writeFileSync(
    path.join(copy, 'resources', 'app-update.yml'),
    `provider: generic\nurl: http://127.0.0.1:${(feed.address() as AddressInfo).port}/\nupdaterCacheDirName: gatehouse-updater\n`,
  )
  const executable = path.join(copy, 'gatehouse')
  await flipFuses(executable, { version: FuseVersion.V1, [FuseV1Options.EnableNodeCliInspectArguments]: true })
  user.own(copy)
  const appImage = path.join(user.home, 'Gatehouse.AppImage')
  writeFileSync(appImage, 'this version')
  user.own(appImage)
  const profile = path.join(user.home, 'profile')
  program = user.start(executable, ['--profile', profile, '--inspect=0'], { APPIMAGE: appImage })
  const address = () => /Debugger listening on (ws:\S+)/.exec(program.said.text)?.[1]
  await until(() => address() !== undefined && existsSync(path.join(profile, 'gateway.json')), startMs)
  inspector = address() ?? ''
  await until(() => inWindow<boolean>("typeof gatehouse === 'object'").catch(() => false), startMs)
})

afterAll(async () => {
  await program?.end()
  user?.leave()
  feed?.closeAllConnections()
  await new Promise((resolve) => feed?.close(resolve))
})

it('makes no network request before a person asks', () => expect(requestedUrls).toEqual([]))

it('reports a missing update list', async () => {
  list = undefined
  expect(await check()).toEqual({ kind: 'failed', why: 'unreadable' })
})

it('reports an unreadable update list', async () => {
  list = '<html>Welcome to the hotel</html>'
  expect(await check()).toEqual({ kind: 'failed', why: 'unreadable' })
})

it('reports that it is up to date, also when the list has an older version', async () => {
  list = listOf('0.0.1', hashOf(newer))
  expect(await check()).toMatchObject({ kind: 'current' })
})

it('deletes a download that does not match its checksum', async () => {
  list = listOf('9.0.0', hashOf(Buffer.from('something else')))
  expect(await check()).toEqual({ kind: 'failed', why: 'not-genuine' })
})

it('downloads a newer version and waits for the person', async () => {
  list = listOf('9.0.0', hashOf(newer))
  expect(await check()).toEqual({ kind: 'ready', version: '9.0.0' })
  expect(program.child.exitCode).toBeNull()
})
