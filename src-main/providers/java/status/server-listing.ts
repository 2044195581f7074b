/**
 * Server listing: the status that a server reports for the server list, as clean text of bounded length (invariant 5).
 *
 * The player sample is shuffled and may be incomplete, so it is never used as the list of online players.
 */
import { isObject } from '@contract/json/json-object.js'
import { cleanText } from '../../../policy/text/untrusted-text.js'

export interface ServerListing {
  /** As the server writes it, for example `Paper 1.21.4`. */
  readonly versionName: string
  readonly protocol: number
  /** For example `Paper`; absent when the server reports none, as vanilla and Fabric do. */
  readonly software?: string
  /** Of the game, for example `1.21.4`. */
  readonly version?: string
  readonly players?: { readonly online: number; readonly max: number }
  /** Names of some players; servers may shuffle it, hide players or insert advertisements. */
  readonly sample: readonly string[]
  readonly description: string
  /** A `data:` URL of a PNG. */
  readonly icon?: string
  /** Whether it is a proxy such as Velocity: the consoles belong to the servers behind it. */
  readonly isProxy: boolean
}

const maxIconCharacters = 65_536
const maxDescription = 512
const proxies = /\b(?:velocity|bungeecord|waterfall|flamecord|gate)\b/iu

/** @returns undefined when the text is no listing */
export function listingOf(text: string): ServerListing | undefined {
  const status = objectIn(text)
  if (!status || !isObject(status.version)) return undefined
  const versionName =
    typeof status.version.name === 'string' ? cleanText(status.version.name, 128).replace(/\s/gu, ' ').trim() : ''
  const { players, favicon } = status
  const software = softwareIn(versionName) ?? (isObject(status.forgeData) ? 'Forge' : undefined)
  const version = /\b\d{1,2}\.\d{1,3}(?:\.\d{1,3})?\b/u.exec(versionName)?.[0]
  const isIcon = typeof favicon === 'string' && favicon.length <= maxIconCharacters && pngUrl.test(favicon)
  return {
    versionName,
    protocol: wholeNumber(status.version.protocol) ?? -1,
    ...(software !== undefined && { software }),
    ...(version !== undefined && { version }),
    ...(isObject(players) && {
      players: { online: wholeNumber(players.online) ?? 0, max: wholeNumber(players.max) ?? 0 },
    }),
    sample: isObject(players) ? namesIn(players.sample) : [],
    description: cleanText(plainText(status.description), maxDescription).trim(),
    ...(isIcon && { icon: favicon as string }),
    isProxy: proxies.test(versionName),
  }
}

const maxNames = 12

const namesIn = (sample: unknown): readonly string[] =>
  Array.isArray(sample)
    ? sample.slice(0, maxNames).flatMap((one: unknown) => {
        const name = isObject(one) && typeof one.name === 'string' ? one.name : ''
        return playerName.test(name) ? [cleanText(name, 40)] : []
      })
    : []

/** Valid player names, including Bedrock; an advertisement has spaces and colour codes. */
const playerName = /^[A-Za-z0-9_.*]{1,32}$/u

const pngUrl = /^data:image\/png;base64,[A-Za-z0-9+/=\n]+$/u

/** The word before the version: `Paper 1.21.4`, `CraftBukkit 1.20`. */
const softwareIn = (name: string): string | undefined => /^([A-Za-z][\w.+-]{0,39}) \d/u.exec(name)?.[1]

const wholeNumber = (value: unknown): number | undefined =>
  Number.isSafeInteger(value) ? (value as number) : undefined

type Json = Readonly<Record<string, unknown>>

function objectIn(text: string): Json | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return isObject(value) ? value : undefined
  } catch {
    return undefined
  }
}

/** The text of a text component, up to a limited number of parts. */
function plainText(component: unknown): string {
  const waiting: unknown[] = [component]
  const words: string[] = []
  for (let parts = 0; waiting.length > 0 && parts < 256; parts += 1) {
    const part = waiting.shift()
    if (typeof part === 'string') words.push(part)
    else if (Array.isArray(part)) waiting.unshift(...part.slice(0, 256))
    else if (isObject(part)) waiting.unshift(part.text ?? part.translate ?? '', part.extra ?? [])
  }
  return words.join('')
}
