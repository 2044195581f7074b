/** First line: reads one line of a stream and leaves the rest for the next reader. */
import type { Readable } from 'node:stream'

/** Maximum number of bytes. */
const longest = 64 * 1024
const lineFeed = 10

/** The line without its end; all data if the stream ends first. @throws Error when the line is too long */
export function firstLine(input: Readable): Promise<string> {
  return new Promise((resolve, reject) => {
    let bytes = Buffer.alloc(0)
    const finish = (settle: () => void) => {
      input.off('readable', read).off('end', end).off('error', fail)
      settle()
    }
    const fail = (error: Error) => finish(() => reject(error))
    const end = () => finish(() => resolve(bytes.toString('utf8')))
    const read = () => {
      for (let chunk = input.read() as Buffer | null; chunk !== null; chunk = input.read() as Buffer | null) {
        bytes = Buffer.concat([bytes, chunk])
        const at = bytes.indexOf(lineFeed)
        if ((at < 0 ? bytes.length : at) > longest)
          return fail(new Error('The first line of standard input is too long.'))
        if (at < 0) continue
        const rest = bytes.subarray(at + 1)
        return finish(() => {
          if (rest.length > 0) input.unshift(rest)
          resolve(bytes.toString('utf8', 0, at).replace(/\r$/u, ''))
        })
      }
    }
    input.on('readable', read).on('end', end).on('error', fail)
  })
}
