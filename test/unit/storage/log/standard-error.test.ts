import { execFileSync } from 'node:child_process'
import { closeSync, constants, openSync, readSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { standardError } from '../../../../src-main/storage/log/log-file.js'
import { folderForEach } from '../../../fixtures/for-each.js'

describe.skipIf(process.platform === 'win32')('standard error', () => {
  const folder = folderForEach()
  let pipe: number
  const pipes: number[] = []
  beforeEach(() => {
    execFileSync('mkfifo', [path.join(folder(), 'pipe')])
    pipe = openSync(path.join(folder(), 'pipe'), constants.O_RDWR | constants.O_NONBLOCK)
    pipes.push(pipe)
  })
  // Not before: a write of the system in progress would go to the next pipe, which would get the same number.
  afterAll(() => {
    for (const each of pipes) closeSync(each)
  })

  it('that nobody reads does not keep the program from ending', () => {
    const output = standardError(pipe)
    for (let count = 0; count < 100; count += 1) output.write(`${'x'.repeat(9_999)}\n`)
    const began = performance.now()
    output.flush()
    expect(performance.now() - began).toBeLessThan(30_000)
  })

  it('has its last lines when somebody reads', async () => {
    const output = standardError(pipe)
    output.write('the last words\n')
    output.flush()
    const bytes = Buffer.alloc(100)
    // The write of the system may still be in progress; until then the pipe has nothing to read.
    const read = () => {
      try {
        return bytes.toString('utf8', 0, readSync(pipe, bytes))
      } catch {
        return ''
      }
    }
    await expect.poll(read).toBe('the last words\n')
  })
})
