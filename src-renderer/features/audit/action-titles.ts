/**
 * Action titles: the actions that the log can be filtered by, as owners know them. Their ids stand under *Details*.
 *
 * Guards that a filter is never quietly ignored: words that are no title find what has them as its id, or nothing.
 */
import type { Server } from '@shared/servers/server.js'
import { namedCapabilities } from '@shared/words/core-words.js'
import { nameOfCapability } from '../../actions/rows.js'

export interface TitledAction {
  readonly id: string
  readonly title: string
}

/**
 * What the servers offer, and the actions of the catalogue: the log also knows servers that are gone.
 *
 * @param nameOf the name of a server, which tells two actions with one title apart
 */
export function actionTitles(
  servers: readonly Server[],
  t: (key: string) => string,
  nameOf: (server: Server) => string,
): readonly TitledAction[] {
  const titles = new Map<string, string>()
  const listed = new Set<string>()
  const add = (id: string, names: readonly string[]) => {
    const title = names.find((name) => !titles.has(name))
    if (listed.has(id) || title === undefined) return
    titles.set(title, id)
    listed.add(id)
  }
  for (const server of servers)
    for (const manifest of server.capabilities) {
      const title = nameOfCapability(manifest, t)
      add(manifest.id, [title, `${title} · ${nameOf(server)}`])
    }
  for (const { id, name } of namedCapabilities) add(id, [t(name)])
  return [...titles].map(([title, id]) => ({ id, title })).sort((one, other) => one.title.localeCompare(other.title))
}

/** The id of a title, however it is written; else the words themselves. */
export function actionIdOf(actions: readonly TitledAction[], words: string): string {
  const wanted = words.trim().toLocaleLowerCase()
  return actions.find(({ title }) => title.toLocaleLowerCase() === wanted)?.id ?? words
}
