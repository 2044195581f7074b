import { Writable } from 'node:stream'
import { expect, it } from 'vitest'
import { MessageWriter } from '../../../src-main/bridge/message-writer.js'

it('waits while the reader is slow, and keeps the order', async () => {
  const taken: string[] = []
  let resume = () => {}
  const out = new Writable({
    highWaterMark: 1,
    write: (chunk, _, done) => {
      taken.push(String(chunk))
      resume = done
    },
  })
  const writer = new MessageWriter(out, (text) => `${text}\n`)
  const ready: string[] = []
  for (const line of ['a', 'b', 'c']) void writer.write(line).then(() => ready.push(line))
  await expect.poll(() => taken).toEqual(['a\n'])
  expect(ready).toEqual([])
  resume()
  await expect.poll(() => taken).toEqual(['a\n', 'b\n'])
  resume()
  await expect.poll(() => taken).toEqual(['a\n', 'b\n', 'c\n'])
  resume()
  await expect.poll(() => ready.sort()).toEqual(['a', 'b', 'c'])
})
