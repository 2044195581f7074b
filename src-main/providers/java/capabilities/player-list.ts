/** Player list: the players in the reply to `list uuids`. Raw names, each with its UUID, so that no name can pose as two. */
const entry = /([^\n]{1,32}?) \(([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})\)(?:, |$)/uy

export interface ListedPlayer {
  readonly name: string
  readonly uuid: string
}

/** More than almost every server has at once. Checking and recording twice as many holds the event loop too long. */
const mostPlayers = 500

/** Entries that do not read end the list: what comes behind them is not trusted. */
export function playersIn(list = ''): readonly ListedPlayer[] {
  const text = list.trim()
  const players: ListedPlayer[] = []
  entry.lastIndex = 0
  for (let found = entry.exec(text); found !== null && players.length < mostPlayers; found = entry.exec(text)) {
    const [, name = '', uuid = ''] = found
    players.push({ name, uuid })
  }
  return players
}
