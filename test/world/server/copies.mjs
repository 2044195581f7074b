/**
 * Backups of the world, in memory only: every block, the time, the rule that the sun moves, and the weather. Players
 * and creatures are not in it; they stay where they are when a copy is restored.
 */
const maxCopies = 8

export function keepCopies(server, daylight, weather) {
  const world = server.overworld
  const copies = new Map()
  let made = 0

  async function show(key) {
    const [x, z] = key.split(',').map(Number)
    const column = await world.getColumn(x, z)
    await Promise.all(server.players.filter((one) => one.loadedChunks?.[key]).map((one) => one.sendChunk(x, z, column)))
  }

  return {
    /** The oldest copy goes when there are too many. @returns {{backupId: string, createdAt: Date, sizeBytes: number}} */
    makeCopy: (name) => {
      made += 1
      const backupId = name ? `${made} ${name}` : String(made)
      const columns = new Map(Object.entries(world.columns).map(([key, column]) => [key, frozen(column)]))
      const sizeBytes = [...columns.values()].reduce((sum, { json }) => sum + Buffer.byteLength(json), 0)
      copies.set(backupId, { columns, daylight: daylight.copy(), sky: weather.weather().weather })
      if (copies.size > maxCopies) copies.delete(copies.keys().next().value)
      return { backupId, createdAt: new Date(), sizeBytes }
    },
    hasCopy: (backupId) => copies.has(backupId),
    /**
     * Resolves once every client has received its surrounding chunks. Columns younger than the copy are generated
     * again.
     */
    restoreCopy: async (backupId) => {
      const { columns, daylight: hours, sky } = copies.get(backupId)
      const touched = new Set([...Object.keys(world.columns), ...columns.keys()])
      for (const key of touched) {
        const column = columns.get(key)
        if (column) world.columns[key] = column.Column.fromJson(column.json)
        else delete world.columns[key]
      }
      daylight.restore(hours)
      weather.setWeather(sky)
      await Promise.all([...touched].map(show))
    },
  }
}

const frozen = (column) => ({ json: column.toJson(), Column: column.constructor })
