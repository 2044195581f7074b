/**
 * Linux locks: whether the kernel lists a lock on a file, and whether its list can be complete for that file.
 *
 * `/proc/locks` names the device of the file system, which `stat` does not always return (Btrfs, overlays);
 * `/proc/self/mountinfo` does. The list has the locks of this kernel only.
 */
import { isBelow } from '../folder/open-regular.js'

/** File systems that only this kernel uses. Any other may be shared with a computer whose locks are not listed. */
const localTypes = new Set([
  ...['ext2', 'ext3', 'ext4', 'xfs', 'btrfs', 'bcachefs', 'zfs', 'f2fs', 'jfs', 'reiserfs', 'nilfs2', 'ubifs'],
  ...['overlay', 'aufs', 'ecryptfs', 'tmpfs', 'ramfs', 'vfat', 'msdos', 'exfat', 'ntfs', 'ntfs3', 'hfs', 'hfsplus'],
])

interface Mount {
  readonly folder: string
  readonly device: Device
  readonly type: string
}

type Device = readonly [major: number, minor: number]

export interface LinuxLists {
  /** Text of `/proc/locks`: `1: POSIX  ADVISORY  WRITE 812 08:01:131077 0 EOF`; the device is hexadecimal. */
  readonly locks: string
  /** Text of `/proc/self/mountinfo`: `27 1 254:0 / /srv rw - ext4 /dev/vda rw`; the device is decimal. */
  readonly mounts: string
}

/**
 * @param file absolute, with links resolved
 * @returns `unseen` also where a file of that number is locked on another device: which one it is is not certain
 */
export function lockAmong(lists: LinuxLists, file: string, inode: number): 'held' | 'free' | 'shared' | 'unseen' {
  const mount = mountOf(file, lists.mounts)
  const found = devicesOf(inode, lists.locks)
  if (!mount) return 'unseen'
  if (found.some(([major, minor]) => major === mount.device[0] && minor === mount.device[1])) return 'held'
  if (!localTypes.has(mount.type)) return 'shared'
  return found.length > 0 ? 'unseen' : 'free'
}

/** Devices on which a file with this number is locked. */
function devicesOf(inode: number, locks: string): readonly Device[] {
  const found: Device[] = []
  for (const line of locks.split('\n')) {
    const place = line.split(' ').find((part) => /^[0-9a-f]{1,8}:[0-9a-f]{1,8}:\d{1,20}$/u.test(part))
    const [major = '', minor = '', number] = place?.split(':') ?? []
    if (Number(number) === inode) found.push([Number.parseInt(major, 16), Number.parseInt(minor, 16)])
  }
  return found
}

/** The last of the innermost mounts, which covers the earlier ones. */
function mountOf(file: string, mounts: string): Mount | undefined {
  let innermost: Mount | undefined
  for (const line of mounts.split('\n')) {
    const [place = '', source = ''] = line.split(' - ')
    const [, , device = '', , point = ''] = place.split(' ')
    const [major, minor] = device.split(':').map(Number)
    if (major === undefined || minor === undefined || point === '') continue
    const folder = unescaped(point)
    const isInside = folder === '/' || file === folder || isBelow(folder, file)
    if (!isInside || (innermost && folder.length < innermost.folder.length)) continue
    innermost = { folder, device: [major, minor], type: source.split(' ', 1)[0] ?? '' }
  }
  return innermost
}

/** Spaces and the like are octal: `\040`. */
const unescaped = (text: string): string =>
  text.replaceAll(/\\([0-7]{3})/gu, (_, octal: string) => String.fromCharCode(Number.parseInt(octal, 8)))
