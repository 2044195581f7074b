/** The gateway without a desktop as the host of the demo: the demo started the process, so it decides. */
import path from 'node:path'
import { createInterface } from 'node:readline'
import { startManaged } from '../managed-process.mjs'

const headless = path.resolve(import.meta.dirname, '..', '..', 'dist', 'headless.cjs')

/**
 * @param {object} options
 * @param {string} options.profile
 * @param {(line: string) => void} options.say
 * @returns {Promise<import('./scenario.mjs').DemoHost>}
 */
export async function openHeadlessHost({ profile, say }) {
  const args = [headless, '--profile', profile, '--simulator', '--control', 'stdin']
  const program = startManaged(process.execPath, args, { stdio: ['pipe', 'pipe', 'ignore'] })
  const questions = []
  const waiting = []
  const undoable = eventOf('undoable')
  const undone = eventOf('undone')
  await new Promise((resolve, reject) => {
    createInterface({ input: program.child.stdout }).on('line', (text) => {
      const line = JSON.parse(text)
      if (line.event === 'ready') resolve()
      for (const one of [undoable, undone]) one.take(line)
      if (line.event !== 'approval') return
      const next = waiting.shift()
      if (next) next(line.id)
      else questions.push(line.id)
    })
    program.ended.then(() => reject(new Error('The gateway stopped before it was ready.')))
  })

  return {
    async person(decision) {
      const id = questions.shift() ?? (await new Promise((resolve) => waiting.push(resolve)))
      program.child.stdin.write(`${JSON.stringify({ [decision]: id })}\n`)
      say(`    (no display, so the demo sent "${decision}" to the gateway's standard input)`)
    },
    async undo() {
      const { requestId } = await undoable.first
      program.child.stdin.write(`${JSON.stringify({ undo: requestId })}\n`)
      await undone.first
      say('    (no display, so the demo sent "undo" to the gateway\'s standard input)')
      return true
    },
    prompt: '    The gateway asks the process that started it for approval.',
    close: async () => {
      program.stop()
      await program.ended
    },
    closed: program.ended,
  }
}

/** The first line with this event. */
function eventOf(name) {
  let resolve
  const first = new Promise((done) => {
    resolve = done
  })
  return { first, take: (line) => line.event === name && resolve(line) }
}
