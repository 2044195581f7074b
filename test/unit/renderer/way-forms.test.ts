import { describe, expect, it } from 'vitest'
import { questionOf } from '../../../src-main/shared/servers/server-way.js'
import { panelHostOf } from '../../../src-renderer/features/servers/add/host-form.js'
import { emptySsh, sshProblemsOf, sshServerOf } from '../../../src-renderer/features/servers/add/ssh-form.js'

const right = { ...emptySsh, host: 'vps.example', user: 'mc', folder: '/srv/minecraft/', password: 'secret' }

describe('the form of a server behind SSH', () => {
  it('sends the address and the login, and no RCON', () => {
    expect(sshProblemsOf(right)).toEqual({})
    expect(sshServerOf({ ...right, rconPort: '25575', rconPassword: 'x' })).toEqual({
      server: { name: 'vps.example', address: 'ssh://mc@vps.example/srv/minecraft' },
      secrets: { login: 'secret' },
    })
  })

  it('sends RCON with SFTP alone, where it is given', () => {
    const draft = { ...right, kind: 'sftp' as const, folder: '', port: '2022' }
    expect(sshServerOf(draft)).toEqual({
      server: { name: 'vps.example', address: 'sftp://mc@vps.example:2022/' },
      secrets: { login: 'secret' },
    })
    expect(sshServerOf({ ...draft, rconPort: '25575', rconPassword: 'x' })).toMatchObject({
      server: { rcon: 'rcon://vps.example:25575' },
      secrets: { login: 'secret', token: 'x' },
    })
  })

  it.each([
    ['host', { host: '' }, 'addJava.problem.hostMissing'],
    ['host', { host: 'ssh://vps' }, 'addJava.problem.hostWrong'],
    ['port', { port: '0' }, 'addJava.problem.port'],
    ['user', { user: ' ' }, 'addWay.ssh.userMissing'],
    ['folder', { folder: 'server' }, 'addWay.ssh.folderMissing'],
    ['rconPassword', { rconPort: '25575' }, 'addJava.problem.passwordMissing'],
  ])('reports what is wrong with the %s', (field, part, key) =>
    expect(sshProblemsOf({ ...right, ...part })).toEqual({ [field]: key }),
  )
})

describe('the address of a panel', () => {
  it.each([
    ['https://panel.example/server/1a2b', 'panel.example'],
    ['panel.example:8443', 'panel.example:8443'],
    [' HTTPS://Panel.Example ', 'panel.example'],
    ['https://me:secret@panel.example', undefined],
    ['', undefined],
    ['not a page', undefined],
  ])('%j is understood as %j', (text, host) => expect(panelHostOf(text)).toBe(host))
})

describe('what a person must accept', () => {
  it.each([
    [
      'AUTH.HOST_KEY_UNKNOWN',
      { fingerprint: 'SHA256:abc' },
      { kind: 'hostKey', value: 'SHA256:abc', isChanged: false },
    ],
    ['AUTH.HOST_KEY_CHANGED', { fingerprint: 'SHA256:abc' }, { kind: 'hostKey', value: 'SHA256:abc', isChanged: true }],
    ['AUTH.CERTIFICATE_UNTRUSTED', { fingerprint: 'AB:CD' }, { kind: 'certificate', value: 'AB:CD', isChanged: false }],
    ['SYSTEM.SERVICE_UNAVAILABLE', { node: 'node.example:8080' }, { kind: 'node', value: 'node.example:8080' }],
    ['SYSTEM.SERVICE_UNAVAILABLE', { fingerprint: 'AB:CD' }, undefined],
    [
      'AUTH.CERTIFICATE_UNKNOWN',
      { fingerprint: 'AB:CD', of: 'node' },
      { kind: 'nodeCertificate', value: 'AB:CD', isChanged: false },
    ],
    ['AUTH.UNAUTHORIZED', {}, undefined],
  ])('follows from %s with %j', (code, details, question) => {
    expect(questionOf({ code: code as 'AUTH.UNAUTHORIZED', details })).toEqual(question)
  })
})
