import { type JavaFindingKind, javaFindingKinds } from '@shared/servers/java-finding.js'
import { describe, expect, it } from 'vitest'
import type { JavaFacts, RconAttempt } from '../../../../src-main/providers/java/doctor/java-facts.js'
import { javaFindings } from '../../../../src-main/providers/java/doctor/java-findings.js'
import type { PortService } from '../../../../src-main/providers/java/doctor/port-service.js'
import type { ManagementProblem } from '../../../../src-main/providers/java/management/management-failure.js'
import type { RconProblem } from '../../../../src-main/providers/java/rcon/rcon-failure.js'
import en from '../../../../src-renderer/locales/en.json' with { type: 'json' }
import zh from '../../../../src-renderer/locales/zh.json' with { type: 'json' }

const failed = (problem: RconProblem): RconAttempt => ({ kind: 'failed', problem })
const facts = (change: Partial<JavaFacts> = {}): JavaFacts => ({
  host: 'play.example',
  port: 25_575,
  rcon: { kind: 'works' },
  ...change,
})
const minecraft = (version: string, isProxy = false): PortService => ({
  kind: 'minecraft',
  listing: {
    versionName: `Paper ${version}`,
    version,
    protocol: 1,
    description: '',
    isProxy,
    latencyMs: 1,
    sample: [],
  },
})
const folder = { rconOn: true, rconPort: 25_575, gamePort: 25_565, password: 'same' } as const
const management = (problem: ManagementProblem) => ({ kind: 'failed', problem, port: 25_585 }) as const

const cases: readonly (readonly [JavaFindingKind, Partial<JavaFacts>])[] = [
  ['unknown-host', { rcon: failed('unknown-host') }],
  ['unreachable', { rcon: failed('unreachable') }],
  ['no-response', { rcon: failed('no-connection-in-time') }],
  ['public-address', { rcon: { ...failed('public-address'), address: '203.0.113.7' } as RconAttempt }],
  ['server-not-running', { rcon: failed('refused'), game: { port: 25_565, service: { kind: 'nothing' } } }],
  ['rcon-off', { rcon: failed('refused'), game: { port: 25_565, service: minecraft('1.21.4') } }],
  ['proxy', { rcon: failed('refused'), game: { port: 25_565, service: minecraft('1.21.4', true) } }],
  ['proxy', { rcon: failed('not-rcon'), service: minecraft('1.21.4', true) }],
  ['lan-world', { rcon: failed('refused'), isLanWorld: true }],
  ['game-port', { rcon: failed('closed-at-login'), service: minecraft('1.21.4') }],
  [
    'management-port',
    { rcon: failed('not-rcon'), service: { kind: 'http' }, management: { kind: 'works', port: 25_575 } },
  ],
  ['web-port', { rcon: failed('not-rcon'), service: { kind: 'http' } }],
  ['tls-port', { rcon: failed('closed-at-login'), service: { kind: 'tls' } }],
  ['other-program', { rcon: failed('not-rcon'), service: { kind: 'greets', greeting: 'SSH-2.0' } }],
  ['silent-port', { rcon: failed('no-login-reply'), service: { kind: 'silent' } }],
  ['closes-login', { rcon: failed('closed-at-login'), service: { kind: 'silent' } }],
  ['not-rcon', { rcon: failed('not-rcon'), service: { kind: 'silent' } }],
  ['password-missing', { rcon: { kind: 'no-password' } }],
  ['password-wrong', { rcon: failed('wrong-password') }],
  ['console-hangs', { rcon: { kind: 'no-reply' } }],
  ['connection-drops', { rcon: { kind: 'dropped' } }],
  ['other-rcon-client', { rcon: { kind: 'disturbed' } }],
  ['file-rcon-off', { rcon: failed('refused'), folder: { ...folder, rconOn: false } }],
  [
    'file-line-space',
    {
      rcon: failed('refused'),
      folder: { ...folder, rconOn: false, misread: [{ key: 'enable-rcon', why: 'space' }] },
    },
  ],
  [
    'file-line-mark',
    { rcon: failed('refused'), folder: { ...folder, rconOn: false, misread: [{ key: 'enable-rcon', why: 'mark' }] } },
  ],
  ['file-password-empty', { rcon: failed('refused'), folder: { ...folder, password: 'empty' } }],
  ['file-port-differs', { rcon: failed('refused'), folder: { ...folder, rconPort: 25_580 } }],
  ['file-password-differs', { rcon: failed('wrong-password'), folder: { ...folder, password: 'different' } }],
  ['file-port-conflict', { rcon: failed('refused'), folder: { ...folder, rconPort: 25_565 } }],
  ['management-off', { management: management('refused') }],
  ['management-too-old', { management: management('refused'), game: { port: 25_565, service: minecraft('1.21.8') } }],
  ['management-secret-missing', { management: { kind: 'no-secret', port: 25_585 } }],
  ['management-secret-wrong', { management: management('wrong-secret') }],
  ['management-needs-tls', { management: management('server-with-tls') }],
  ['management-without-tls', { management: management('server-without-tls') }],
  ['management-wrong-port', { management: management('not-management') }],
  ['certificate-unknown', { management: { kind: 'certificate', state: 'unknown', fingerprint: 'AA', port: 1 } }],
  ['certificate-changed', { management: { kind: 'certificate', state: 'changed', fingerprint: 'AA', port: 1 } }],
]

const placeholdersOf = (text: string): string[] => [...text.matchAll(/\{\{(\w+)\}\}/gu)].map(([, name = '']) => name)

describe('the doctor of Java servers', () => {
  it.each(cases)('finds %s', (kind, change) => {
    const finding = javaFindings(facts(change)).find((found) => found.kind === kind)
    expect(finding).toBeDefined()
    for (const words of [en, zh]) {
      const { what, next } = words.javaDoctor[kind]
      const filled = Object.keys(finding?.details ?? {})
      expect(filled).toEqual(expect.arrayContaining(placeholdersOf(what + next)))
      if (finding?.act) expect(words.javaDoctor.acts[finding.act]).not.toBe('')
    }
  })

  it('knows a case for each kind of cause', () => {
    expect([...new Set(cases.map(([kind]) => kind))].sort()).toEqual([...javaFindingKinds].sort())
  })

  it('finds nothing where everything works', () => {
    expect(
      javaFindings(facts({ folder: { ...folder, rconOn: false }, management: { kind: 'works', port: 1 } })),
    ).toEqual([])
  })

  it('says what is wrong in the file before what was seen from outside, and causes before hints', () => {
    const change = { rcon: failed('wrong-password'), folder: { ...folder, password: 'different' } } as const
    expect(javaFindings(facts(change)).map(({ kind }) => kind)).toEqual(['file-password-differs', 'password-wrong'])
  })

  it.each([
    ['1.21.8', 'management-too-old'],
    ['1.20', 'management-too-old'],
    ['1.21.9', 'management-off'],
    ['1.22', 'management-off'],
    ['26.1', 'management-off'],
  ])('expects a management server from 1.21.9 on: %s', (version, kind) => {
    const change = { management: management('refused'), game: { port: 25_565, service: minecraft(version) } }
    expect(javaFindings(facts(change))[0]?.kind).toBe(kind)
  })
})
