/** Daylight: time of day, the days that have passed, and the rule that the sun moves. */
const dayLength = 24_000

export function keepDaylight(server) {
  let day = 0
  server.on('changeTime', ({ newTime }) => {
    if (newTime >= dayLength) day += 1
  })
  const time = () => ({ time: server.time, day, fullTime: day * dayLength + server.time })
  return {
    time,
    setTime: (ticks) => server.setTime(ticks % dayLength),
    /** Game rules this server really has; each is read with `get` and changed with `set`. */
    rules: {
      doDaylightCycle: {
        get: () => server.doDaylightCycle,
        set: (value) => {
          server.doDaylightCycle = value
        },
      },
    },
    copy: () => ({ ...time(), doDaylightCycle: server.doDaylightCycle }),
    restore: (copy) => {
      day = copy.day
      server.doDaylightCycle = copy.doDaylightCycle
      server.setTime(copy.time)
    },
  }
}
