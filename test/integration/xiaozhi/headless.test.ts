/** The program without a window, as a voice device meets it: the address comes from a file, and the owner decides on stdin. */
import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { systemClock } from '../../../src-main/storage/system-clock.js'
import { Program, temporaryProfile } from '../../fakes/headless-program.js'
import { spokenText } from '../../fakes/xiaozhi/endpoint-model.js'
import { type EndpointServer, openEndpointServer } from '../../fakes/xiaozhi/endpoint-server.js'
import { headlessProgram } from '../../fixtures/programs.js'
import { until } from '../../fixtures/until.js'

const token = 'eyJ.very-secret.token'

let server: EndpointServer
let profile: string
let program: Program | undefined

afterEach(async () => {
  program?.process.kill('SIGTERM')
  await program?.ended()
  await server.close()
  expect(JSON.stringify(program?.said) + program?.stderr).not.toContain('very-secret')
})

async function start(...args: readonly string[]): Promise<Program> {
  server = await openEndpointServer({ clock: systemClock, token })
  profile = await temporaryProfile()
  const secret = path.join(profile, 'address')
  await writeFile(secret, `${server.address}\n`)
  const file = path.join(profile, 'chosen-services.json')
  const reconnect = { initialBackoff: 100, maxBackoff: 1_000 }
  await writeFile(file, JSON.stringify({ xiaozhi: { endpoint: server.address, reconnect }, services: {} }))
  const given = args.map((one) => one.replace('ADDRESS', secret).replace('SERVICES', file))
  program = new Program(headlessProgram(), ['--profile', profile, '--simulator', '--control', 'stdin', ...given])
  await program.next('server', ({ state }) => state === 'online')
  await program.next('xiaozhi', ({ state }) => state === 'connected')
  return program
}

describe('the headless program and a voice device', () => {
  it('reads the time of the world, and sets it after an approval', async () => {
    const running = await start('--xiaozhi-file', 'ADDRESS')
    const device = server.model.device()
    await device.begin()
    expect(spokenText(await device.call('world_time_get', { worldName: 'world' }))).toContain('In "world" it is')
    const received = device.call('world_time_set', { worldName: 'world', time: 13_000 })
    const { id, caller } = await running.next('approval')
    expect(caller).toBe('XiaoZhi')
    expect(spokenText(await received)).toMatch(/Waiting for your approval on the computer|正在电脑上等您确认/u)
    running.send({ approve: id })
    await running.next('approval-closed')
    await running.next('undoable')
    expect(spokenText(await device.call('world_time_get', { worldName: 'world' }))).toMatch(
      /The time in "world" is now 13000.*"night"/su,
    )
  })

  it('serves the endpoint that the file of services names', async () => {
    await start('--services', 'SERVICES')
    const device = server.model.device()
    await device.begin()
    expect(spokenText(await device.call('player_list'))).toContain('players are online')
    server.cut()
    let received = ''
    await until(() => {
      // A call over a socket that is being closed never gets a response.
      void device.call('player_list').then((response) => {
        received = spokenText(response)
      })
      return received.includes('players are online')
    })
  })
})
