import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { openAuditLog } from '../../src-main/storage/audit-log.js'
import { openAuditReader } from '../../src-main/storage/audit-reader.js'
import { writePrivateFile } from '../../src-main/storage/profile.js'
import { auditEvent } from '../fakes/trail.js'
import { type BuiltProgram, buildProgram } from '../fixtures/built-program.js'

let writerProgram: BuiltProgram
beforeAll(async () => {
  writerProgram = await buildProgram('test/fixtures/audit-writer.ts', 'esm')
})
afterAll(() => writerProgram.remove())

const cleaning: (() => void)[] = []
afterEach(() => {
  for (const clean of cleaning.splice(0).reverse()) clean()
})

function folder(): string {
  const made = mkdtempSync(path.join(tmpdir(), 'gatehouse-audit-'))
  cleaning.push(() => rmSync(made, { recursive: true, force: true }))
  return made
}

/** Kills a process in the middle of its writing; the number of the last row that it called written. */
async function killedAfter(profile: string, rows: number, ...mode: 'mixed'[]): Promise<number> {
  const writer = spawn(process.execPath, [writerProgram.file, profile, ...mode], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const ended = once(writer, 'close')
  let last = 0
  for await (const line of createInterface({ input: writer.stdout })) {
    last = Number(line)
    if (last === rows) writer.kill('SIGKILL')
  }
  await ended
  return last
}

/** Where to kill, different in each run; the title of the test names it. */
const randomRows = (count: number): number[] => Array.from({ length: count }, () => 1 + Math.floor(Math.random() * 900))

describe('a program that is killed in the middle of writing', () => {
  // verifies: promise 10
  it('leaves every confirmed row written, and an intact chain that continues', async () => {
    const profile = folder()
    let written = 0
    for (const rows of [1, 7, 40]) {
      written += await killedAfter(profile, rows)
      const reader = openAuditReader(profile)
      const { broken, rows: there } = reader.verify()
      reader.close()
      expect(broken).toBeUndefined()
      expect(there).toBeGreaterThanOrEqual(written)
      written = there
    }
    const trail = openAuditLog(profile)
    expect(trail.state().broken).toBeUndefined()
    trail.append(auditEvent('after'))
    trail.close()
    const reader = openAuditReader(profile)
    expect(reader.verify()).toMatchObject({ rows: written + 1 })
    expect(reader.verify().broken).toBeUndefined()
    reader.close()
  })

  it.each([3, 600, ...randomRows(6)])(
    'lacks no row but reads after the last action, when it dies after %i rows',
    async (rows) => {
      const profile = folder()
      const appended = await killedAfter(profile, rows, 'mixed')
      const trail = openAuditLog(profile)
      const numbers = trail.recent(100_000).map(({ request }) => Number(request?.number))
      expect(trail.state().broken).toBeUndefined()
      trail.append(auditEvent('after'))
      trail.close()
      // Rows are there in the order in which they were appended, without a gap: what is missing are the last.
      expect(numbers.reverse()).toEqual(numbers.map((_, at) => at + 1))
      const lastAction = appended - (appended % 5)
      expect(numbers.length).toBeGreaterThanOrEqual(lastAction)
      const reader = openAuditReader(profile)
      expect(reader.verify().broken).toBeUndefined()
      reader.close()
    },
  )

  it('is read during a write, and never half a row', async () => {
    const profile = folder()
    openAuditLog(profile).close()
    const reader = openAuditReader(profile)
    const writing = killedAfter(profile, 60)
    let ended = false
    void writing.then(() => {
      ended = true
    })
    while (!ended) {
      expect(reader.verify().broken).toBeUndefined()
      reader.search({ text: 'xxx' })
      await new Promise((resolve) => setImmediate(resolve))
    }
    expect(reader.verify().rows).toBeGreaterThanOrEqual(await writing)
    reader.close()
  })
})

/** Only root may create a disk. */
function smallDisk(): string | undefined {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return undefined
  const place = mkdtempSync(path.join(tmpdir(), 'gatehouse-disk-'))
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=1m', 'tmpfs', place], { stdio: 'ignore' })
  } catch {
    rmSync(place, { recursive: true })
    return undefined
  }
  cleaning.push(() => {
    execFileSync('umount', ['-l', place])
    rmSync(place, { recursive: true, force: true })
  })
  return place
}

describe('a full disk', () => {
  it('is reported, and cleared once there is space', (context) => {
    const disk = smallDisk()
    if (disk === undefined) return context.skip()
    const trail = openAuditLog(disk)
    const large = (id: string) => auditEvent(id, { request: { message: 'x'.repeat(20_000) } })
    let number = 0
    expect(() => {
      for (; number < 1_000; number += 1) trail.append(large(`row-${number}`))
    }).toThrow()
    expect(number).toBeGreaterThan(1)
    expect(trail.state().unwritable).toMatchObject({ lost: 1 })
    execFileSync('mount', ['-o', 'remount,size=8m', disk])
    trail.append(large('again'))
    expect(trail.state().unwritable).toBeUndefined()
    trail.close()
    const reader = openAuditReader(disk)
    expect(reader.verify()).toMatchObject({ rows: number + 2 })
    expect(reader.verify().broken).toBeUndefined()
    reader.close()
  })

  it('leaves a small file unchanged, and no temporary file', (context) => {
    const disk = smallDisk()
    if (disk === undefined) return context.skip()
    const file = path.join(disk, 'settings.json')
    writePrivateFile(file, 'before')
    expect(() => writePrivateFile(file, 'x'.repeat(2 ** 21))).toThrow('ENOSPC')
    expect(readFileSync(file, 'utf8')).toBe('before')
    expect(readdirSync(disk)).toEqual(['settings.json'])
  })
})
