/** Weather: flying-squid does not keep it, so it is kept here and sent to every client, also to those that join later. */
const tickLength = 50

const packets = {
  clear: [
    ['thunder_level_change', 0],
    ['rain_level_change', 0],
    ['stop_raining', 0],
  ],
  rain: [
    ['start_raining', 0],
    ['rain_level_change', 1],
    ['thunder_level_change', 0],
  ],
  thunder: [
    ['start_raining', 0],
    ['rain_level_change', 1],
    ['thunder_level_change', 1],
  ],
}

export function keepWeather(server) {
  let current = 'clear'
  let ends
  let timer

  const show = (send) => {
    for (const [reason, gameMode] of packets[current]) send('game_state_change', { reason, gameMode })
  }
  const set = (weather, seconds) => {
    clearTimeout(timer)
    current = weather
    ends = seconds && Date.now() + seconds * 1_000
    timer = seconds && setTimeout(set, seconds * 1_000, 'clear')
    show(server._writeAll)
  }
  return {
    weather: () => ({
      weather: current,
      ...(ends && { remainingTicks: Math.max(0, Math.round((ends - Date.now()) / tickLength)) }),
    }),
    /** @param {number} [seconds] After which it clears up; without it the weather stays. */
    setWeather: set,
    showTo: (entity) => show((name, fields) => entity._client.write(name, fields)),
    stop: () => clearTimeout(timer),
  }
}
