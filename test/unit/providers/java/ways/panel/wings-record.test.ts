/** The models of a node, checked against what a real Wings answered. */
import { describe, expect, it } from 'vitest'
import { filesIn } from '../../../../../../src-main/providers/java/ways/panel/panel-answers.js'
import { FakeClock, settled } from '../../../../../fakes/fake-clock.js'
import { ModelFiles } from '../../../../../fakes/java/panel/model-files.js'
import { ModelProcess } from '../../../../../fakes/java/panel/model-process.js'
import { ModelSocket, type ModelTicket } from '../../../../../fakes/java/panel/model-socket.js'
import record from '../../../../../fixtures/panel/wings-1.11.json' with { type: 'json' }

interface RecordedRequest {
  readonly label: string
  readonly method: string
  readonly path: string
  readonly body?: unknown
  readonly status?: number
  readonly answer?: unknown
  readonly broken?: boolean
  readonly silent?: boolean
}

const requests = record.files as readonly RecordedRequest[]
/** What differs between two machines and two moments. */
const withoutTimes = (answer: unknown): unknown =>
  Array.isArray(answer)
    ? (answer as Record<string, unknown>[])
        .map(({ created, modified, size, mime, ...rest }) => rest)
        .sort((a, b) => (`${a.name}` < `${b.name}` ? -1 : 1))
    : answer

function treeOfTheRecord(): ModelFiles {
  const files = new ModelFiles(() => 0, false)
  files.put('server.properties', 'motd=hi\n')
  files.put('logs/latest.log', 'line\n')
  files.put('inside-link', 'server.properties', 'link')
  files.put('outside-link', '/etc/passwd', 'link')
  files.put('folder-link', 'world', 'link')
  files.put('pipe', '', 'pipe')
  files.put('world/region/r.0.0.mca', Buffer.alloc(16))
  return files
}

describe('the model of a node', () => {
  it('answers requests about files as the real one did', () => {
    const files = treeOfTheRecord()
    for (const { label, method, path, body, status, answer, broken, silent } of requests) {
      // A pipe gives no answer, and signed addresses are not those of the panel.
      if (silent || !path.startsWith('/api/')) {
        if (label === 'upload') files.put('logs/up.txt', 'uploaded')
        continue
      }
      const [, name = '', query = ''] = /\/files\/([^?]+)\??(.*)$/u.exec(path) ?? []
      const sent = Buffer.from(typeof body === 'string' ? body : JSON.stringify(body ?? ''))
      const found = files.handle(method, name, new URLSearchParams(query), sent)
      if (broken) {
        expect(found.broken, label).toBe(true)
        continue
      }
      const text = Buffer.isBuffer(found.answer) ? found.answer.toString() : found.answer
      expect([label, found.status, withoutTimes(text)]).toEqual([label, status, withoutTimes(answer)])
    }
  })

  it('answers on the console as the real one did', async () => {
    const clock = new FakeClock()
    let got: unknown[] = []
    const process = new ModelProcess({
      run: replyOfTheRecord,
      onLine: (line) => socket.show('console output', line),
      onState: (state) => socket.show('status', state),
    })
    let ticket: ModelTicket | undefined
    const socket = new ModelSocket({
      clock,
      process,
      kind: 'pterodactyl',
      startedAt: () => clock.now().getTime() - 1_000_000,
      ticketIn: () => ticket,
      emit: (frame) => got.push(frame),
    })
    for (const step of record.console) {
      got = []
      const now = clock.now().getTime()
      ticket = ticketOf(step.do, now)
      for (const frame of step.sent) socket.receive(JSON.stringify(frame))
      if (step.do === 'not JSON') socket.receive('hello')
      await settled()
      await process.idle
      // The ticket of this step lasts eight seconds; the real node speaks at the next line or figure.
      if (step.do === 'a ticket that expires soon') {
        await clock.advance(8_500)
        socket.show('console output', 'anything')
      }
      if (step.do === 'restart' || step.do === 'stop') await settled()
      expect([step.do, withoutOrderOfMessages(got)]).toEqual([step.do, withoutOrderOfMessages(step.got)])
      // The record renewed its ticket here.
      if (step.do === 'a command after the ticket expired') {
        ticket = ticketOf('', clock.now().getTime())
        socket.receive(JSON.stringify({ event: 'auth', args: ['x'] }))
      }
    }
    socket.close()
  })

  it('shows links by their mode alone, and Gatehouse sees them all the same', () => {
    const listed = requests.find(({ label }) => label === 'list the root')?.answer as Record<string, unknown>[]
    expect(listed.some(({ symlink }) => symlink === true)).toBe(false)
    const data = listed.map(({ name, mode, size, file, symlink }) => ({
      attributes: { name, mode, size, is_file: file, is_symlink: symlink, modified_at: '2026-11-26T16:00:00+00:00' },
    }))
    const kinds = Object.fromEntries(filesIn({ data }).map(({ name, kind }) => [name, kind]))
    expect(kinds).toMatchObject({
      'inside-link': 'link',
      'outside-link': 'link',
      'folder-link': 'link',
      pipe: 'other',
      world: 'folder',
      'server.properties': 'file',
    })
  })
})

const withoutOrderOfMessages = (frames: readonly unknown[]): readonly string[] => {
  const all = frames.map((frame) => JSON.stringify(frame))
  const isMessage = (text: string) => text.includes('Pterodactyl Daemon')
  return [...all.filter((text) => !isMessage(text)), ...all.filter(isMessage).sort()]
}

function ticketOf(step: string, now: number): ModelTicket | undefined {
  const ticket = { issued: now, expires: now + 600_000, permissions: ['*'] }
  switch (step) {
    case 'a bad ticket':
      return undefined
    case 'a ticket older than the start of the node':
      return { ...ticket, issued: now - 2_000_000 }
    case 'a ticket without websocket.connect':
      return { ...ticket, permissions: ['control.console'] }
    case 'a ticket without control.console':
      return { ...ticket, permissions: ['websocket.connect'] }
    case 'a ticket that expires soon':
      return { ...ticket, expires: now + 8_000 }
    default:
      return ticket
  }
}

/** The shell script that stood in the place of the game. */
function replyOfTheRecord(command: string): readonly string[] {
  if (command === 'list') return ['There are 0 of a max of 20 players online: ']
  if (command.startsWith('data get storage ')) {
    return [`Storage ${command.slice('data get storage '.length)} has the following contents: {}`]
  }
  return ['Unknown or incomplete command, see below for error', `[12:00:01] [Server thread/INFO]: ${command}<--[HERE]`]
}
