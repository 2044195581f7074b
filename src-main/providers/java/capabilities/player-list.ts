/**
 * Player list: parses the reply to `list uuids`. Each raw name comes with its UUID, so one name cannot pass for two
 * players.
 */
const entry = /([^\n]{1,32}?) \(([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})\)(?:, |$)/uy

export interface ListedPlayer {
  readonly name: string
  readonly uuid: string
}

/** More than almost every server has. Twice as many would block the event loop too long. */
const maxPlayers = 500

/** Stops at the first entry that cannot be parsed: what follows is not trusted. */
export function playersIn(list = ''): readonly ListedPlayer[] {
  const text = list.trim()
  const players: ListedPlayer[] = []
  entry.lastIndex = 0
  for (let found = entry.exec(text); found !== null && players.length < maxPlayers; found = entry.exec(text)) {
    const [, name = '', uuid = ''] = found
    players.push({ name, uuid })
  }
  return players
}
