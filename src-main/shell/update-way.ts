/** Update way: whether this copy of the program can bring itself up to date, by how it came to this computer. */
import { isPlaceholder, type NoUpdates } from '../contract/update.js'

export interface CopyFacts {
  readonly packaged: boolean
  readonly platform: NodeJS.Platform
  /** Text of `app-update.yml` beside the program; undefined when there is none. */
  readonly feed: string | undefined
  /** Text of `package-type` beside the program: the kind of package it came in. */
  readonly packageType: string | undefined
  /** It runs out of an AppImage. */
  readonly appImage: boolean
}

export type UpdateWay =
  | { readonly kind: 'none'; readonly why: NoUpdates }
  /** The system's packages are root's: a person brings the new one. */
  | { readonly kind: 'by-hand' }
  | { readonly kind: 'itself' }

export function updateWay({ packaged, platform, feed, packageType, appImage }: CopyFacts): UpdateWay {
  if (!packaged) return { kind: 'none', why: 'development' }
  const address = feed && /^url:\s*(\S+)/mu.exec(feed)?.[1]
  if (!address) return { kind: 'none', why: 'unpacked' }
  if (isPlaceholder(address)) return { kind: 'none', why: 'nowhere' }
  if (platform !== 'linux') return { kind: 'itself' }
  if (packageType !== undefined) return { kind: 'by-hand' }
  return appImage ? { kind: 'itself' } : { kind: 'none', why: 'unpacked' }
}
