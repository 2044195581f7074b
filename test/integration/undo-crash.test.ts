import { execFileSync } from 'node:child_process'
import path from 'node:path'
import type { UndoEntry } from '@shared/trail/undo.js'
import { describe, expect, it } from 'vitest'
import { core, serveAgent } from '../../agents/kit/sdk/index.js'
import { cleanUpForEach } from '../fixtures/for-each.js'
import { callTool, connectClient, dist, type Headless, startHeadless } from '../fixtures/programs.js'

const token = 'a-token-of-the-sky'
const here = { worldName: 'world' }

/** An agent that changes the weather on request, and responds only while it is not `silent`. */
class SlowWeatherAgent {
  weather: 'clear' | 'rain' | 'thunder' = 'clear'
  silent = false
  reported = () => {}

  serve() {
    return serveAgent({
      info: { id: 'sky', name: 'Sky', version: '1.0.0' },
      token,
      port: 0,
      capabilities: [
        core('world.weather.get', ({ worldName }) => ({ worldName, weather: this.weather })),
        core('world.weather.set', async ({ worldName, weather }) => {
          this.weather = weather
          this.reported()
          if (this.silent) await new Promise(() => {})
          return { worldName, weather }
        }),
      ],
    })
  }
}

const listed = (profile: string): UndoEntry[] =>
  execFileSync(process.execPath, [path.join(dist, 'cli.cjs'), 'undo', 'list', '--json', '--profile', profile])
    .toString()
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as UndoEntry)

describe('what can be undone, when the program dies', () => {
  const cleanUp = cleanUpForEach()

  // verifies: promise 6
  it('is there after a restart; an interrupted undo must be forced', async () => {
    const sky = new SlowWeatherAgent()
    const agent = cleanUp.add(await sky.serve(), (open) => open.close())
    const profile = cleanUp.folder()
    const args = ['--control', 'stdin', '--agent', agent.address, '--agent-token', token]
    const startedAgain = (): Promise<Headless> => startHeadless(cleanUp, args, profile)
    const first = await startedAgain()
    const { client } = await connectClient(cleanUp, profile)
    expect(await callTool(client, 'world_weather_set', { ...here, weather: 'rain' })).toMatchObject({
      success: true,
      metadata: { undoable: true },
    })
    const known = await first.process.until(({ event }) => event === 'undoable')
    expect(listed(profile)).toMatchObject([{ requestId: known.requestId, state: 'done', after: { weather: 'rain' } }])

    sky.silent = true
    const done = new Promise<void>((resolve) => {
      sky.reported = resolve
    })
    const lost = expect(callTool(client, 'world_weather_set', { ...here, weather: 'thunder' })).rejects.toThrow()
    await done
    await first.process.end('SIGKILL')
    await lost
    sky.silent = false
    const [died, before] = listed(profile)
    expect(died).toMatchObject({ state: 'uncertain', arguments: { weather: 'thunder' } })
    expect(before).toMatchObject({ requestId: known.requestId, state: 'done' })

    const { process: second } = await startedAgain()
    await second.until(({ event, state }) => event === 'server' && state === 'online')
    const undo = async (order: { undo: unknown; force?: boolean }, event: string) => {
      const after = second.lines.length
      second.send(order)
      return second.until((line) => line.event === event, { after })
    }
    expect(await undo({ undo: died?.requestId }, 'failure')).toMatchObject({
      code: 'RISK.ROLLBACK_FAILED',
      undo: died?.requestId,
    })
    expect(sky.weather).toBe('thunder')
    await undo({ undo: died?.requestId, force: true }, 'undone')
    expect(sky.weather).toBe('rain')
    await undo({ undo: known.requestId }, 'undone')
    expect(sky.weather).toBe('clear')
    expect(listed(profile).filter(({ state }) => state === 'undone')).toHaveLength(2)
  })
})
