import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { killLeftoverProcesses } from '../../../src-main/providers/mcp-service/process/leftovers.js'
import { RecordingLog } from '../../fakes/recording-log.js'
import { fixture } from '../../fakes/services-scene.js'
import { cleanUpForEach } from '../../fixtures/for-each.js'
import { startHeadless } from '../../fixtures/programs.js'
import { until } from '../../fixtures/until.js'

const isAlive = (pid: number): boolean =>
  existsSync(`/proc/${pid}`) && !/^State:\s+Z/mu.test(readFileSync(`/proc/${pid}/status`, 'utf8'))

const untilGone = (pids: readonly number[]): Promise<void> => until(() => !pids.some(isAlive))

describe.runIf(process.platform === 'linux')('when the program is killed', () => {
  const cleanUp = cleanUpForEach()

  it('its services end with all their child processes, also those in another process group', async () => {
    const folder = cleanUp.folder()
    const file = path.join(folder, 'pids.json')
    const services = path.join(folder, 'services.json')
    writeFileSync(services, JSON.stringify({ services: { bad: fixture('hostile.mjs', 'escapes', file) } }))
    const gateway = await startHeadless(cleanUp, ['--services', services])
    await gateway.process.until((line) => line.event === 'server' && line.state === 'online')
    const { pids } = JSON.parse(readFileSync(file, 'utf8')) as { pids: number[] }
    expect(pids.map(isAlive)).toEqual(pids.map(() => true))
    gateway.process.child.kill('SIGKILL')
    await untilGone(pids)
  })

  it('processes marked with its profile are ended at the next start, and no others', async () => {
    const mark = `profile-${process.pid}`
    const start = (value: string) => {
      const child = spawn(process.execPath, ['-e', 'setInterval(()=>{},1000)'], {
        env: { GATEHOUSE_SERVICE: value },
        stdio: 'ignore',
      })
      return cleanUp.add(child, (one) => void one.kill('SIGKILL'))
    }
    const [ours, others] = [start(`${mark}:1`), start(`${mark}-2:1`)]
    await Promise.all([once(ours, 'spawn'), once(others, 'spawn')])
    const ended = once(ours, 'exit')
    await killLeftoverProcesses(mark, new RecordingLog())
    expect(await ended).toEqual([null, 'SIGKILL'])
    expect(isAlive(others.pid ?? 0)).toBe(true)
  })
})
