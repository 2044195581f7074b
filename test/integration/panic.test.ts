import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { cleanUpForEach } from '../fixtures/for-each.js'
import { CleanUp, callTool, connectClient, startHeadless } from '../fixtures/programs.js'

const cleanUp = cleanUpForEach()

const weather = { worldName: 'world', weather: 'rain' }
const stopped = { success: false, error: { code: 'E_RISK_OPERATION_BLOCKED' } }
const args = ['--control', 'stdin', '--simulator']

// verifies: promise 7
describe('panic in the headless program', () => {
  it.skipIf(process.platform === 'win32')(
    'comes by signal, stays over a restart, and ends by stdin alone',
    async () => {
      const profile = cleanUp.folder()
      const running = cleanUp.add(new CleanUp(), (first) => first.run())
      const { process: program } = await startHeadless(running, args, profile)
      const { client } = await connectClient(running, profile)
      expect(await callTool(client, 'world_weather_set', weather)).toMatchObject({ success: true })
      program.child.kill('SIGUSR1')
      const line = await program.until(({ event }) => event === 'panic')
      expect(line).toMatchObject({ on: true, by: 'signal:SIGUSR1' })
      expect(await callTool(client, 'world_weather_set', weather)).toMatchObject(stopped)
      expect(await callTool(client, 'world_time_get', { worldName: 'world' })).toMatchObject({ success: true })
      await running.run()

      const { process: again } = await startHeadless(cleanUp, args, profile)
      expect(await again.until(({ event }) => event === 'panic')).toMatchObject({ on: true })
      again.send({ panic: false })
      await again.until(({ event, on }) => event === 'panic' && on === false)
    },
  )

  it('is on when its state cannot be read', async () => {
    const profile = cleanUp.folder()
    writeFileSync(path.join(profile, 'panic.json'), 'not json')
    const { process: program } = await startHeadless(cleanUp, args, profile)
    expect(await program.until(({ event }) => event === 'panic')).toMatchObject({ on: true, unreadable: true })
  })
})
