import { describe, expect, it } from 'vitest'
import { reachOf } from '../../../src-main/network/address-reach.js'

describe('the reach of an address', () => {
  it.each(['127.0.0.1', '127.255.0.9', '::1', '::ffff:127.0.0.1'])('stays on this computer: %s', (address) => {
    expect(reachOf(address)).toBe('loopback')
  })

  it.each(['10.1.2.3', '172.16.0.1', '172.31.255.255', '192.168.1.20', '169.254.3.4', '100.64.0.1', '::ffff:10.0.0.1'])(
    'stays in a private network: %s',
    (address) => expect(reachOf(address)).toBe('private'),
  )

  it.each(['fd12::1', 'fe80::1%eth0'])('stays in a private IPv6 network: %s', (address) => {
    expect(reachOf(address)).toBe('private')
  })

  it.each(['8.8.8.8', '172.32.0.1', '100.128.0.1', '2001:db8::1', '::ffff:8.8.8.8', '0.0.0.0', 'localhost', ''])(
    'may cross the internet: "%s"',
    (address) => expect(reachOf(address)).toBe('public'),
  )
})
