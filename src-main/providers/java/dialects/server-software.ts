/** Server software: what a server says of itself in its reply to `version`, and whether that is a Java server. */
import { cleanText } from '../../../policy/text/untrusted-text.js'
import { replyPattern, withoutDecoration } from './reply-pattern.js'

export interface ServerSoftware {
  readonly kind: 'java' | 'cuberite' | 'bedrock' | 'unknown'
  /** For example `Paper`. Untrusted. */
  readonly software?: string
  /** Of the game, for example `1.20.4`. */
  readonly version?: string
  /** The first line of what it said, bounded and cleaned. */
  readonly text: string
}

const bukkit = replyPattern('{checking}This server is running {software} version {build}(MC: {version}){more}')
const vanilla = replyPattern('Server version info:{gap}id = {id}name = {name}data = {more}')
const pumpkin = replyPattern('Pumpkin {build}\n{more}(Minecraft {version}, Protocol {protocol}){rest}')
const cuberite = replyPattern('This server is running Cuberite {build}')
/** Nukkit and its forks in every language of theirs, and PocketMine. */
const bedrock = /「|Minecraft: ?(?:BE|PE)\b|\b(?:Power)?Nukkit|\bPocketMine|\bBedrock\b/u

/** Maximum characters of the reply that are read, and that are shown. */
const [maxLength, maxShown] = [8_192, 120]

export function softwareIn(reply: string): ServerSoftware {
  const said = withoutDecoration(reply.slice(0, maxLength)).trim()
  const text = cleanText(said.split('\n', 1)[0] ?? '', maxShown)
  const onBukkit = bukkit.match(said)
  if (onBukkit) return { kind: 'java', software: onBukkit.software ?? '', version: onBukkit.version ?? '', text }
  const onVanilla = vanilla.match(said)
  if (onVanilla) return { kind: 'java', version: (onVanilla.name ?? '').trim(), text }
  const onPumpkin = pumpkin.match(said)
  if (onPumpkin) return { kind: 'java', software: 'Pumpkin', version: onPumpkin.version ?? '', text }
  if (cuberite.match(said)) return { kind: 'cuberite', text: 'Cuberite' }
  return { kind: bedrock.test(said) ? 'bedrock' : 'unknown', text }
}
