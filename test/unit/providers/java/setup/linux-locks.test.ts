import { describe, expect, it } from 'vitest'
import { lockAmong } from '../../../../../src-main/providers/java/setup/linux-locks.js'

const locks = [
  '1: POSIX  ADVISORY  WRITE 812 fe:00:131077 0 EOF',
  '1: -> FLOCK  ADVISORY  WRITE 9 00:2f:42 0 EOF',
  'garbage',
].join('\n')
const mounts = [
  '27 1 254:0 / / rw,relatime shared:1 - ext4 /dev/vda rw',
  '30 27 0:47 / /srv rw shared:2 master:1 - btrfs /dev/vdb rw',
  '31 30 0:60 / /srv/nas rw - nfs4 nas:/games rw',
  '32 27 0:61 / /mnt/c rw - 9p drvfs rw,aname=drvfs',
  '33 27 0:62 / /mnt/my\\040games rw - fuse.sshfs host:/games rw',
  '34 27 0:63 / /vm rw - virtiofs shared rw',
  '35 27 7:1 / /twice rw - nfs4 nas:/old rw',
  '36 27 7:2 / /twice rw - xfs /dev/loop2 rw',
  'garbage',
].join('\n')
const seen = (file: string, inode: number) => lockAmong({ locks, mounts }, file, inode)

describe('a file', () => {
  it('is locked by its number on its own device, also where the mount has a device of its own', () => {
    expect(seen('/home/mc/session.lock', 131_077)).toBe('held')
    expect(seen('/srv/mc/session.lock', 42)).toBe('held')
  })
  it('is not locked for certain where only a file of that number on another device is', () => {
    expect(seen('/home/mc/session.lock', 42)).toBe('unseen')
  })
  it('on a file system of this computer is free where the list lacks it', () => {
    expect(seen('/home/mc/session.lock', 7)).toBe('free')
    expect(seen('/srvs/session.lock', 7)).toBe('free')
    expect(seen('/twice/session.lock', 7)).toBe('free')
  })
  it.each(['/srv/nas', '/mnt/c', '/mnt/my games', '/vm'])('in %s may be locked by another computer', (folder) => {
    expect(seen(`${folder}/mc/session.lock`, 7)).toBe('shared')
  })
  it('is unknown where its mount is', () => {
    expect(lockAmong({ locks, mounts: '' }, '/home/mc/session.lock', 7)).toBe('unseen')
  })
})
