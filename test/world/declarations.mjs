/**
 * What the agent declares and the events it pushes. See docs/protocol.md#agents-register-ack.
 *
 * Capabilities of the core catalogue are declared in the short form. `chat.broadcast`
 * shows the full manifest, and so do the events, which the catalogue does not list.
 */
const provider = { id: 'gatehouse-test-world', name: 'Gatehouse test world', version: '1.0.0' }

const short = (id, type) => ({ id, version: '1.0.0', type })

const broadcast = {
  ...short('chat.broadcast', 'action'),
  name: 'Broadcast a message',
  description: 'Shows one line of plain text to every player. It is never read as a command.',
  provider,
  parameters: {
    type: 'object',
    required: ['message'],
    properties: {
      message: { type: 'string', minLength: 1, maxLength: 256, description: 'The text to show' },
    },
  },
  returns: {
    type: 'object',
    properties: {
      recipients: { type: 'integer', minimum: 0, description: 'How many players it was sent to' },
    },
  },
  risk: { level: 'medium', reason: 'Everybody on the server reads it' },
  permissions: ['mcp.action.chat.broadcast'],
  rateLimit: { requests: 30, period: 'minute' },
  tags: ['chat', 'broadcast', 'action'],
  examples: [
    {
      name: 'Announce a restart',
      parameters: { message: 'The server restarts in five minutes' },
      response: { recipients: 3 },
    },
  ],
}

const event = (id, name, description, properties) => ({
  ...short(id, 'event'),
  name,
  description,
  provider,
  returns: {
    type: 'object',
    properties: {
      playerName: { type: 'string' },
      playerUuid: { type: 'string' },
      timestamp: { type: 'string', format: 'date-time' },
      ...properties,
    },
  },
  risk: { level: 'low', reason: 'Tells, changes nothing' },
  permissions: [`mcp.event.${id}`],
  tags: ['player', 'event'],
})

const block = { type: { type: 'string' }, location: { type: 'object' } }

export const capabilities = [
  short('world.time.get', 'context'),
  short('world.time.set', 'action'),
  short('player.list', 'context'),
  short('player.info.get', 'context'),
  short('player.teleport', 'action'),
  short('player.kick', 'action'),
  short('player.ban', 'action'),
  short('player.mute', 'action'),
  short('world.weather.get', 'context'),
  short('world.weather.set', 'action'),
  short('world.rule.get', 'context'),
  short('world.rule.set', 'action'),
  short('world.tps.get', 'context'),
  short('world.block.get', 'context'),
  short('world.block.set', 'action'),
  short('entity.list', 'context'),
  short('entity.remove', 'action'),
  short('system.backup', 'action'),
  short('system.restore', 'action'),
  broadcast,
  event('player.join', 'Player joined', 'A player has joined and can be acted upon.', {
    location: { type: 'object' },
    isFirstJoin: { type: 'boolean' },
  }),
  event('player.leave', 'Player left', 'A player has left the server.', { reason: { type: 'string' } }),
  event('player.chat', 'Player spoke', 'A player wrote a line of chat. Untrusted text.', {
    message: { type: 'string' },
  }),
  event('player.death', 'Player died', 'A player has died.', { location: { type: 'object' } }),
  event('world.block.placed', 'Block placed', 'A player has placed a block.', block),
  event('world.block.broken', 'Block broken', 'A player has broken a block.', block),
  short('world.tick.health', 'event'),
]

/**
 * Hands each event of the world to `push` as the payload of an event frame.
 *
 * @returns {() => void} Stops it.
 */
export function eventsOf(world, push) {
  const sendEvent = (eventId, data) => push({ eventId, data: { ...data, timestamp: new Date().toISOString() } })
  const sendPlayerEvent = (eventId, player, fields) =>
    sendEvent(eventId, { playerName: player.name, playerUuid: player.uuid, ...fields })
  const at = ({ x, y, z }) => ({ world: world.name, x, y, z })
  const listeners = {
    join: (player, isFirstJoin) => sendPlayerEvent('player.join', player, { location: at(player.place), isFirstJoin }),
    leave: (player) => sendPlayerEvent('player.leave', player, { reason: 'disconnected' }),
    chat: (player, message) => sendPlayerEvent('player.chat', player, { message }),
    death: (player) => sendPlayerEvent('player.death', player, { location: at(player.place) }),
    placed: (player, { type, ...place }) =>
      sendPlayerEvent('world.block.placed', player, { type, location: at(place) }),
    broken: (player, { type, ...place }) =>
      sendPlayerEvent('world.block.broken', player, { type, location: at(place) }),
    pace: ({ tps, healthy }) => sendEvent('world.tick.health', { tps, healthy }),
  }
  for (const [name, listener] of Object.entries(listeners)) world.events.on(name, listener)
  return () => {
    for (const [name, listener] of Object.entries(listeners)) world.events.off(name, listener)
  }
}
