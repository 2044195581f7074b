import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { describe, expect, it, vi } from 'vitest'
import { runQuietly, startManaged } from '../../../scripts/managed-process.mjs'

const module = fileURLToPath(new URL('../../../scripts/managed-process.mjs', import.meta.url))
const posix = process.platform !== 'win32'

const isAlive = (pid) => {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

// A process killed here stays visible until init has collected it, which takes some inits two seconds.
describe.runIf(posix)('a managed child process', () => {
  it('returns its exit code', async () => {
    expect(await startManaged(process.execPath, ['-e', 'process.exit(7)']).ended).toBe(7)
  })

  it('reports that it cannot be started', async () => {
    await expect(startManaged('/nowhere/at-all', []).ended).rejects.toThrow('ENOENT')
  })

  it('is killed when it ignores being asked to end', async () => {
    const stubborn = ['-e', 'process.on("SIGTERM", () => {}); setInterval(() => {}, 1000); console.log("up")']
    const { child, ended, stop } = startManaged(process.execPath, stubborn, {
      graceMs: 100,
      stdio: ['ignore', 'pipe', 'ignore'],
    })
    await once(child.stdout, 'data')
    await stop()
    expect(await ended).toBe(137)
  })

  it('ends with its own children', async () => {
    const { child, stop } = startManaged('/bin/sh', ['-c', 'sleep 60 & echo $!; wait'], {
      stdio: ['ignore', 'pipe', 'ignore'],
    })
    const [grandchild] = await once(child.stdout, 'data')
    await stop()
    await vi.waitFor(() => expect(isAlive(Number(grandchild))).toBe(false), 45_000)
  })

  it.each(['SIGTERM', 'SIGKILL'])('ends when its parent ends by %s', async (signal) => {
    const program = `import(${JSON.stringify(module)}).then(({ startManaged }) =>
      console.log(startManaged('sleep', ['60'], { stdio: 'ignore' }).child.pid))`
    const parent = spawn(process.execPath, ['-e', program], { stdio: ['ignore', 'pipe', 'inherit'] })
    const [pid] = await once(parent.stdout, 'data')
    expect(isAlive(Number(pid))).toBe(true)
    parent.kill(signal)
    await vi.waitFor(() => expect(isAlive(Number(pid))).toBe(false), 45_000)
  })
})

describe('a quiet run', () => {
  it('returns the output of the program', async () => {
    expect(await runQuietly(process.execPath, ['-p', '6 * 7'])).toEqual({ ok: true, output: '42\n', errors: '' })
  })

  it('does not throw for a missing program', async () => {
    expect((await runQuietly('/nowhere/at-all', [])).ok).toBe(false)
  })

  it('ends a program that takes too long', async () => {
    expect((await runQuietly(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { timeoutMs: 50 })).ok).toBe(
      false,
    )
  })
})
