import { describe, expect, it } from 'vitest'
import { questionOf } from '../../../src-main/shared/servers/server-way.js'
import { dockerPlaceOf, dockerServerOf } from '../../../src-renderer/features/servers/add/docker-form.js'
import { panelHostOf } from '../../../src-renderer/features/servers/add/host-form.js'
import { emptySsh, sshProblemsOf, sshServerOf } from '../../../src-renderer/features/servers/add/ssh-form.js'
import { emptyLogin } from '../../../src-renderer/features/servers/add/ssh-login-fields.js'

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

describe('the form of Docker on another machine', () => {
  const draft = { ...emptyLogin, host: ' vps.example ', port: '2222', user: 'mc', keyFile: ' /keys/mc ', password: 'x' }
  const place = dockerPlaceOf(draft)
  const mc = { address: `docker://mc?engine=${encodeURIComponent('ssh://mc@vps.example:2222')}`, name: 'mc' }

  it('lists the containers there with what signs in', () =>
    expect(place).toEqual({ kind: 'docker', engine: 'ssh://mc@vps.example:2222', keyFile: '/keys/mc', login: 'x' }))

  it('adds one with the host key that was accepted to list it', () => {
    expect(dockerServerOf(mc, { ...place, hostKey: 'SHA256:abc' })).toEqual({
      server: { ...mc, hostKey: 'SHA256:abc', keyFile: '/keys/mc' },
      secrets: { login: 'x' },
    })
    expect(dockerServerOf(mc, { kind: 'docker' })).toEqual({ server: mc, secrets: {} })
  })
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
