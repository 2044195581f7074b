import { appendFileSync, mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { beforeEach, expect, it } from 'vitest'
import { JavaLogFollower, logOf } from '../../../../../src-main/providers/java/log/log-follower.js'
import { FileLogLines } from '../../../../../src-main/providers/java/log/log-reader.js'
import type { ServerFiles } from '../../../../../src-main/providers/java/ports.js'
import { FakeClock } from '../../../../fakes/fake-clock.js'
import { RemoteFiles } from '../../../../fakes/java/remote-files.js'
import { folderForEach } from '../../../../fixtures/for-each.js'

const root = folderForEach()
const log = () => path.join(root(), 'logs', 'latest.log')
const said = (name: string, text: string) => `[12:00:00] [Server thread/INFO]: <${name}> ${text}\n`
let files: RemoteFiles

beforeEach(async () => {
  mkdirSync(path.join(root(), 'logs'))
  writeFileSync(log(), said('Steve', 'old'))
  files = await RemoteFiles.open(root())
})

it('reports no line of a log elsewhere twice after the connection was cut', async () => {
  const seen: unknown[] = []
  const follower = new JavaLogFollower({
    source: logOf(files),
    clock: new FakeClock(),
    onEvent: (event) => seen.push(event.kind === 'chat' ? event.text : event.kind),
  })
  await follower.poll()
  appendFileSync(log(), said('Steve', 'one'))
  await follower.poll()
  files.broken = true
  appendFileSync(log(), said('Steve', 'while it was cut'))
  await follower.poll()
  files.broken = false
  await follower.poll()
  expect(seen).toEqual(['one', 'while it was cut'])
  await follower.stop()
})

it('knows another file with the same name by its first line, also when the first one was empty as it was opened', async () => {
  let content = Buffer.alloc(0)
  const whole: Pick<ServerFiles, 'facts' | 'withFile'> = {
    facts: async () => ({ size: content.length, modified: 0, isFolder: false }),
    withFile: async (_path, use) => {
      const facts = { size: content.length, modified: 0 }
      const read = async (buffer: Buffer, offset: number, length: number, position: number) => {
        // It is written while it is open, after its beginning was read.
        if (length > 64 && content.length === 0) content = Buffer.from(said('Steve', 'one'))
        return { bytesRead: content.copy(buffer, offset, position, position + length) }
      }
      return use({ read }, facts)
    },
  }
  const lines: string[] = []
  const onLines = async (found: readonly { readonly text: string }[]) => {
    lines.push(...found.map(({ text }) => text))
    return true
  }
  const reader = new FileLogLines(whole as ServerFiles, 'logs/latest.log', { startsAtEnd: true, onLines })
  await reader.poll()
  content = Buffer.from(said('Steve', 'two more'))
  await reader.poll()
  expect(lines).toEqual([said('Steve', 'one'), said('Steve', 'two more')].map((line) => line.trim()))
})
