/** Update method: whether this copy of the program can update itself, depending on how it was installed. */
import { isPlaceholder, type NoUpdates } from '@shared/program/update.js'

export interface CopyFacts {
  readonly packaged: boolean
  readonly platform: NodeJS.Platform
  /** Text of `app-update.yml` beside the program; undefined when there is none. */
  readonly feed: string | undefined
  /** Text of `package-type` beside the program: the kind of package. */
  readonly packageType: string | undefined
  /** Whether it runs as an AppImage. */
  readonly appImage: boolean
}

export type UpdateMethod =
  | { readonly kind: 'none'; readonly why: NoUpdates }
  /** Packages of the system need root, so a person installs the new version. */
  | { readonly kind: 'by-hand' }
  | { readonly kind: 'itself' }

export function updateMethod({ packaged, platform, feed, packageType, appImage }: CopyFacts): UpdateMethod {
  if (!packaged) return { kind: 'none', why: 'development' }
  const address = feed && /^url:\s*(\S+)/mu.exec(feed)?.[1]
  if (!address) return { kind: 'none', why: 'unpacked' }
  if (isPlaceholder(address)) return { kind: 'none', why: 'nowhere' }
  if (platform !== 'linux') return { kind: 'itself' }
  if (packageType !== undefined) return { kind: 'by-hand' }
  return appImage ? { kind: 'itself' } : { kind: 'none', why: 'unpacked' }
}
