import { describe, expect, it } from 'vitest'
import { applyChange } from '../../../../src-main/owner/servers/added-server.js'

const before = {
  id: 'java:1',
  address: 'pterodactyl://panel.example/1a2b3c4d',
  node: 'node1.example:8080',
  nodeCertificate: 'AB:CD',
}

describe('the certificate of a node', () => {
  it('is pinned to the node that showed it: another node needs its own', () => {
    const change = (given: object) => applyChange(before, before.address, given).nodeCertificate
    expect(change({ name: 'Survival' })).toBe('AB:CD')
    expect(change({ node: 'node1.example:8080' })).toBe('AB:CD')
    expect(change({ node: 'node2.example:8080' })).toBeUndefined()
    expect(change({ nodeCertificate: 'EF:01' })).toBe('EF:01')
  })

  it('belongs to panels alone', () => {
    const ssh = { id: 'java:2', address: 'ssh://mc@vps.example/srv' }
    expect(() => applyChange(ssh, ssh.address, { nodeCertificate: 'EF:01' })).toThrow()
  })
})
