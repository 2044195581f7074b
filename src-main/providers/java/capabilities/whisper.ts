/**
 * Whisper: shows lines of Gatehouse to one player.
 *
 * Guards invariant 6: with a UUID, only the account of that UUID is shown them, as a fresh list of players says.
 */
import { GatewayError } from '@contract/gateway-error.js'
import { cleanText } from '../../../policy/text/untrusted-text.js'
import { messageText, playerArgument, textComponent } from '../dialects/command-arguments.js'
import type { ListedPlayer, PlayerList } from '../dialects/player-list.js'
import { javaCapabilities } from './index.js'
import type { JavaAbilities } from './java-capability.js'
import { requireExactName } from './player-states.js'

/** Maximum characters of a line sent to one player. */
const maxLength = 400

export interface Whisper {
  readonly player: string
  readonly lines: readonly string[]
  /** Of the account that may read them; undefined for whoever has the name. */
  readonly uuid: string | undefined
  /** The proved account of a player in the list. */
  readonly accountOf: (listed: ListedPlayer | undefined) => string | undefined
}

/** @throws GatewayError when the player is not online, or is another account */
export async function whisper(
  { player, lines, uuid, accountOf }: Whisper,
  abilities: JavaAbilities,
  signal: AbortSignal,
): Promise<void> {
  const name = playerArgument(player)
  await requireExactName(name.name, abilities, signal)
  if (uuid !== undefined) {
    const { players } = await whoIsOnline(abilities, signal)
    if (accountOf(players.find((one) => one.name === player)) !== uuid)
      throw new GatewayError('BUSINESS.PLAYER_OFFLINE')
  }
  for (const line of lines) {
    const shown = cleanText(line, maxLength)
    const text = textComponent({ text: '[Gatehouse] ', color: 'yellow' }, { text: shown })
    const message = messageText(`[Gatehouse] ${shown}`)
    await abilities.dialect.run('tell', { player: name, text, message }, { signal })
  }
}

export async function whoIsOnline(abilities: JavaAbilities, signal: AbortSignal): Promise<PlayerList> {
  const list = await javaCapabilities.get('player.list')?.run({ given: {}, signal }, abilities)
  return list as unknown as PlayerList
}
