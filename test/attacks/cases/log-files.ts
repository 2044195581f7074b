/** Log files: a Java server whose `latest.log` floods, never ends a line, is replaced, or leads elsewhere. */
import { execFileSync } from 'node:child_process'
import {
  closeSync,
  mkdirSync,
  openSync,
  renameSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { expect } from 'vitest'
import type { AttackCase } from '../attack-case.js'
import { HostileJavaServer } from '../hostile-java-server.js'
import { type ServerFolder, serverFolder } from '../server-folder.js'

/** Longer than the polling interval of the program. */
const lookedMs = 700

type Line = Readonly<Record<string, unknown>>

interface LogCase {
  readonly name: string
  readonly long?: true
  /** Attacks on the log while the program follows it. */
  readonly attack: (folder: ServerFolder) => Promise<void> | void
  /** Events of the game that the program reported meanwhile. */
  readonly invariant?: (events: readonly Line[]) => void
}

function logCase({ name, long, attack, invariant }: LogCase): AttackCase {
  let server: HostileJavaServer | undefined
  let folder: ServerFolder | undefined
  return {
    name: `a log ${name}`,
    cause: 'games',
    ...(long && { long }),
    setup: async (scene) => {
      folder = serverFolder(scene)
      server = await HostileJavaServer.online(scene, folder.root)
      // The first poll: existing content of the file is old.
      await pause(lookedMs)
    },
    attack: async () => {
      if (folder) await attack(folder)
      await pause(lookedMs)
    },
    invariant: () => invariant?.(server?.output.filter(({ event }) => event === 'game') ?? []),
  }
}

const line = (text: string, thread = 'Server thread'): string => `[12:00:00] [${thread}/INFO]: ${text}\n`

/** Appends the same bytes over and over. @param restMs milliseconds after each */
async function flood(file: string, bytes: Buffer, times: number, restMs = 0): Promise<void> {
  const handle = openSync(file, 'a')
  try {
    for (let at = 0; at < times; at++) {
      writeSync(handle, bytes)
      if (restMs > 0 || at % 8 === 0) await pause(restMs)
    }
  } finally {
    closeSync(handle)
  }
}

const mib = 1_024 * 1_024
const chats = Buffer.from(line('<Steve> hello').repeat(5_000))
const joins = Buffer.from(
  Array.from(
    { length: 5_000 },
    (_, at) =>
      line(`UUID of player P${at} is 00000000-0000-4000-8000-${`${at}`.padStart(12, '0')}`) +
      line(`P${at}[/127.0.0.1:1] logged in with entity id ${at} at (1.0, 2.0, 3.0)`) +
      line(`P${at} left the game`),
  ).join(''),
)

const floods: readonly AttackCase[] = [
  logCase({
    name: 'that grows by 100,000 lines of chat a second',
    attack: ({ log }) => flood(log, chats, 20, 50),
  }),
  logCase({
    name: 'that holds 500,000 new lines at once',
    long: true,
    attack: ({ log }) => flood(log, chats, 100),
  }),
  logCase({
    name: 'of 50,000 joins and leaves',
    long: true,
    attack: ({ log }) => flood(log, joins, 10),
  }),
  logCase({
    name: 'of empty lines, two million of them',
    long: true,
    attack: ({ log }) => flood(log, Buffer.from('\n'.repeat(200_000)), 10),
  }),
  logCase({
    name: 'of lines of two megabytes',
    attack: ({ log }) => flood(log, Buffer.from(line(`<Steve> ${'x'.repeat(2 * mib)}`)), 5),
  }),
  logCase({
    name: 'of 100 MB without a line end',
    long: true,
    attack: ({ log }) => flood(log, Buffer.alloc(4 * mib, 'x'), 25),
  }),
  logCase({
    name: 'of lines as long as are read',
    long: true,
    attack: ({ log }) => flood(log, Buffer.from(line(`<Steve> ${'x'.repeat(16_000)}`).repeat(200)), 10),
  }),
  logCase({
    name: 'of bytes that are no text',
    long: true,
    attack: ({ log }) => flood(log, Buffer.alloc(mib, Buffer.from([0xff, 0xc0, 0x80, 0x0a, 0xed, 0xa0])), 8),
  }),
  logCase({
    name: 'of lines that look like every event, without an end',
    long: true,
    attack: ({ log }) =>
      flood(
        log,
        Buffer.from(
          [
            `<${'['.repeat(60)}`,
            `Steve[/${'1:'.repeat(30)}`,
            `Steve lost connection: ${'x'.repeat(300)}`,
            `Steve has made the advancement [${']'.repeat(300)}`,
            `[Steve: ${']'.repeat(300)}x`,
            `Can't keep up! ${'Running 1ms '.repeat(20)}`,
            `UUID of player ${'Steve '.repeat(30)}`,
          ]
            .map((text) => line(text))
            .join('')
            .repeat(1_000),
        ),
        10,
      ),
  }),
]

const replaced: readonly AttackCase[] = [
  logCase({
    name: 'that is rotated and cut off, 300 times',
    attack: async ({ log }) => {
      for (let at = 0; at < 300; at++) {
        writeFileSync(log, line(`<Steve> ${at}`).repeat(20))
        if (at % 3 === 0) truncateSync(log, 10)
        if (at % 3 === 1) renameSync(log, `${log}.${at % 7}`)
        await pause(2)
      }
      writeFileSync(log, '')
    },
  }),
  logCase({
    name: 'that becomes a pipe nobody writes to',
    attack: ({ log }) => {
      rmSync(log)
      execFileSync('mkfifo', [log])
    },
  }),
  logCase({
    name: 'that becomes a folder',
    long: true,
    attack: ({ log }) => {
      rmSync(log)
      mkdirSync(log)
    },
  }),
  logCase({
    name: 'that becomes a link to a file of the system',
    attack: ({ log, root }) => {
      rmSync(log)
      symlinkSync('/etc/passwd', log)
      writeFileSync(path.join(root, 'logs', 'other.log'), '')
    },
    invariant: (events) => expect(events).toEqual([]),
  }),
  logCase({
    name: 'that becomes a link to a device without an end',
    long: true,
    attack: ({ log }) => {
      rmSync(log)
      symlinkSync('/dev/zero', log)
    },
    invariant: (events) => expect(events).toEqual([]),
  }),
  logCase({
    name: 'whose folder becomes a link to itself',
    long: true,
    attack: ({ log }) => {
      rmSync(path.dirname(log), { recursive: true })
      symlinkSync('logs', path.dirname(log))
    },
  }),
]

/** Lines that a player can have the server write, or that a plugin writes. */
const forged: readonly AttackCase[] = [
  logCase({
    name: 'whose lines forge events of players who are not there',
    attack: ({ log }) =>
      flood(
        log,
        Buffer.from(
          [
            line('Notch left the game'),
            line('Notch was slain by Steve'),
            line('Notch issued server command: /op Steve'),
            line('[Notch: Made Steve a server operator]'),
            line('Steve logged in with entity id 1'),
            line('<Steve> [12:00:00] [Server thread/INFO]: Notch joined the game'),
            line('Notch[/127.0.0.1:1] logged in with entity id 1 at (1, 2, 3)', 'Some Plugin'),
            `x${line('Notch[/127.0.0.1:1] logged in with entity id 1 at (1, 2, 3)')}`,
          ].join(''),
        ),
        1,
      ),
    invariant: (events) => {
      const players = new Set(events.map(({ data }) => playerOf(data)))
      expect([...players]).toEqual(['Steve'])
    },
  }),
  logCase({
    name: 'whose lines hold escapes, marks of direction and line ends of other alphabets',
    attack: ({ log }) =>
      flood(log, Buffer.from(line('<Steve> \u001b[2J\u001b]0;owned\u0007\u202egnp\u2028[FORGED] \u0000')), 3),
    invariant: (events) => {
      const said = JSON.stringify(events)
      expect(said).toContain('owned')
      for (const mark of ['\\u001b', '\\u0007', '\u202e', '\u2028', '\\u0000']) expect(said).not.toContain(mark)
    },
  }),
]

const playerOf = (data: unknown): unknown => (data as { readonly playerName?: unknown } | undefined)?.playerName

export const logFileCases: readonly AttackCase[] = [...floods, ...replaced, ...forged]
