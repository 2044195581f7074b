/**
 * Script events: which players want the script events of the namespace reported, and how many they get.
 *
 * A report is shown in the player's chat, so a command block that repeats must not flood it.
 */
import { maxScriptMessage, type ScriptEventReport } from '@contract/bedrock-script.js'
import { type Player, world } from '@minecraft/server'

const burst = 10
const perSecond = 2
const maxPlayers = 16

/** Name of a player → id of the channel. */
const channels = new Map<string, string>()
let left = burst
let at = Date.now()
/** Events that were not reported since the last report. */
let dropped = 0

export function startReports(player: string, channel: string): void {
  channels.delete(player)
  channels.set(player, channel)
  if (channels.size <= maxPlayers) return
  for (const first of channels.keys()) {
    channels.delete(first)
    return
  }
}

export function reportEvent(
  { message, ...event }: ScriptEventReport,
  send: (player: Player, channel: string, data: Readonly<Record<string, unknown>>) => void,
): void {
  if (channels.size === 0) return
  const now = Date.now()
  left = Math.min(burst, left + ((now - at) * perSecond) / 1_000)
  at = now
  if (left < 1) {
    dropped += 1
    return
  }
  left -= 1
  const report = {
    ...event,
    message: message.slice(0, maxScriptMessage),
    ...(message.length > maxScriptMessage && { isCut: true }),
    ...(dropped > 0 && { dropped }),
  }
  dropped = 0
  const players = world.getAllPlayers()
  for (const [name, channel] of channels) {
    const player = players.find((one) => one.name === name)
    if (player) send(player, channel, report)
    else channels.delete(name)
  }
}
