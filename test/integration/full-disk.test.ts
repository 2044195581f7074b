import { execFileSync } from 'node:child_process'
import { rmSync, writeFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import path from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { Program, temporaryProfile } from '../fakes/headless-program.js'
import { headlessProgram } from '../fixtures/programs.js'

const mayMount = process.platform === 'linux' && process.getuid?.() === 0

let disk = ''
let isMounted = false
beforeAll(async () => {
  disk = await temporaryProfile()
  try {
    if (mayMount) execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=1m,mode=700', 'tmpfs', disk], { stdio: 'ignore' })
    isMounted = mayMount
  } catch {
    // A container may not mount.
  }
})
afterAll(async () => {
  if (isMounted) execFileSync('umount', ['-l', disk])
  await rm(disk, { recursive: true, force: true })
})

/** Leaves no byte of the disk. */
function fill(): void {
  try {
    writeFileSync(path.join(disk, 'fill'), Buffer.alloc(2 * 1024 * 1024))
  } catch (error) {
    expect(error).toMatchObject({ code: 'ENOSPC' })
  }
}

it('a full disk ends a start, so that a supervisor tries again, and does not keep a running program from ending', async ({
  skip,
}) => {
  if (!isMounted) skip('only root can make a small disk')
  const start = () => new Program(headlessProgram(), ['--profile', path.join(disk, 'profile')])
  fill()
  const early = start()
  expect(await early.ended()).toBe(1)
  expect(early.stderr).toContain('full')
  rmSync(path.join(disk, 'fill'))
  const program = start()
  try {
    await program.next('ready')
    fill()
    program.process.kill('SIGTERM')
    expect(await program.ended()).toBe(0)
  } finally {
    await program.kill()
  }
})
