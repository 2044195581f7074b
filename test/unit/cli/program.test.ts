import { describe, expect, it, vi } from 'vitest'
import { type Need, RefusedError, withProgram } from '../../../src-main/cli/program.js'
import type { Start } from '../../../src-main/cli/start-program.js'
import { UsageError } from '../../../src-main/cli/verb.js'
import { isTaken, programOf, takeProfile } from '../../../src-main/storage/single-instance.js'
import { folderForEach } from '../../fixtures/for-each.js'
import { serveProfile, startInProcess } from '../../fixtures/profile-program.js'

const profile = folderForEach()

const serverOf = (need: Need, startProgram = vi.fn(startInProcess)) => ({
  startProgram,
  listed: withProgram(profile(), { need, cli: { startProgram } }, async ({ kind, give }) => ({
    kind,
    servers: await give('servers:listed', undefined),
  })),
})

describe('a command', () => {
  it.each<Need>(['any', 'whole', 'running'])('uses the program that runs: %s', async (need) => {
    const stop = await serveProfile(profile(), 'headless')
    const { startProgram, listed } = serverOf(need)
    expect(await listed).toEqual({ kind: 'headless', servers: [] })
    expect(startProgram).not.toHaveBeenCalled()
    await stop()
  })

  it('starts a brief program when none runs, and ends it', async () => {
    const { startProgram, listed } = serverOf('any')
    expect(await listed).toEqual({ kind: 'brief', servers: [] })
    expect(startProgram.mock.calls).toEqual([[profile(), 'brief']])
    expect(await programOf(profile())).toBeUndefined()
  })

  it('starts the desktop program for a secret, and no brief one in its place', async () => {
    const { startProgram, listed } = serverOf('whole')
    await expect(listed).rejects.toThrow(UsageError)
    expect(startProgram.mock.calls).toEqual([[profile(), 'window']])
  })

  it('starts nothing when it is about what a program does now', async () => {
    const { startProgram, listed } = serverOf('running')
    await expect(listed).rejects.toThrow('Gatehouse is not running with this profile')
    expect(startProgram).not.toHaveBeenCalled()
  })

  it('waits for the brief program of another command', async () => {
    const stop = await serveProfile(profile(), 'brief')
    const { startProgram, listed } = serverOf('any')
    expect(startProgram).not.toHaveBeenCalled()
    await stop()
    expect(await listed).toEqual({ kind: 'brief', servers: [] })
  })

  it('uses a program that was faster than the one that it started', async () => {
    let stop = async (): Promise<void> => {}
    const startProgram = vi.fn(async (): Promise<Start> => {
      stop = await serveProfile(profile(), 'window')
      return { started: false, why: 'it is taken', isTaken: true }
    })
    expect(await serverOf('any', startProgram).listed).toEqual({ kind: 'window', servers: [] })
    await stop()
  })

  it('reports the refusal of an order, and ends the program that it started', async () => {
    const removed = withProgram(profile(), { need: 'any', cli: { startProgram: startInProcess } }, ({ give }) =>
      give('services:remove', { name: 'none' }),
    )
    await expect(removed).rejects.toThrow(RefusedError)
    expect(await programOf(profile())).toBeUndefined()
  })

  it('says that a program does not respond', async () => {
    const instance = await takeProfile(profile(), 'headless')
    if (isTaken(instance)) throw new Error('The profile is taken.')
    instance.onOrder(() => Promise.reject(new Error('The disk is full.')))
    await expect(serverOf('any').listed).rejects.toThrow('Gatehouse is running but does not respond.')
    instance.release()
  })
})
