/** Item capabilities: give, count and take items of one type. */
import { integer, playerArgument, resourceId } from '../dialects/command-arguments.js'
import { capability, type JavaCapability } from './java-capability.js'

export const itemCapabilities: readonly JavaCapability[] = [
  capability('ext.java.item.give', ['give'], async ({ given, signal }, { dialect }) => {
    const count = integer(given.count ?? 1, 1, 6_400)
    const item = resourceId(given.item)
    const { fields } = await dialect.run('give', { player: playerArgument(given.playerName), item, count }, { signal })
    return { given: Number(fields.count) }
  }),

  capability('ext.java.item.count', ['countItems'], async ({ given, signal }, { dialect }) => {
    const wanted = { player: playerArgument(given.playerName), item: resourceId(given.item) }
    const { fields } = await dialect.run('countItems', wanted, { signal })
    return { count: Number(fields.count ?? 0) }
  }),

  capability('ext.java.item.take', ['takeItems'], async ({ given, signal }, { dialect }) => {
    const wanted = { player: playerArgument(given.playerName), item: resourceId(given.item) }
    const count = integer(given.count ?? 1, 1, 6_400)
    const { fields } = await dialect.run('takeItems', { ...wanted, count }, { signal })
    return { taken: Number(fields.count ?? 0) }
  }),
]
