import { appendFileSync, mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { beforeEach, expect, it } from 'vitest'
import { JavaLogFollower, logOf } from '../../../../../src-main/providers/java/log/log-follower.js'
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
