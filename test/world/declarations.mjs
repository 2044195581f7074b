/**
 * What the agent declares and the events it pushes. Specification 1, sections 3, 8.2.2 and 9.5.
 *
 * Capabilities of the core catalogue are declared in the short form, as the specification's example does. `chat.broadcast`
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

export const capabilities = [
  short('world.time.get', 'context'),
  short('world.time.set', 'action'),
  short('player.list', 'context'),
  short('player.info.get', 'context'),
  short('player.teleport', 'action'),
  broadcast,
  event('player.join', 'Player joined', 'A player has joined and can be acted upon.', {
    location: { type: 'object' },
    isFirstJoin: { type: 'boolean' },
  }),
  event('player.leave', 'Player left', 'A player has left the server.', { reason: { type: 'string' } }),
  event('player.chat', 'Player spoke', 'A player wrote a line of chat. Untrusted text.', {
    message: { type: 'string' },
  }),
]

/**
 * Hands each event of the world to `push` as the payload of an event frame.
 *
 * @returns {() => void} Stops it.
 */
export function eventsOf(world, push) {
  const tell = (eventId, player, fields) => {
    const data = { playerName: player.name, playerUuid: player.uuid, timestamp: new Date().toISOString(), ...fields }
    push({ eventId, data })
  }
  const listeners = {
    join: (player, isFirstJoin) => {
      const { x, y, z } = player.place
      tell('player.join', player, { location: { world: world.name, x, y, z }, isFirstJoin })
    },
    leave: (player) => tell('player.leave', player, { reason: 'disconnected' }),
    chat: (player, message) => tell('player.chat', player, { message }),
  }
  for (const [name, listener] of Object.entries(listeners)) world.events.on(name, listener)
  return () => {
    for (const [name, listener] of Object.entries(listeners)) world.events.off(name, listener)
  }
}
