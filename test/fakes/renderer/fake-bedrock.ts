/** Fake Bedrock worlds: a port that is open, and one game that waits. */
import type { BedrockSetup } from '@shared/servers/bedrock.js'
import type { Server } from '@shared/servers/server.js'
import type { Result } from '../../../src-main/owner/table/shapes.js'
import type { PageOrder, Payload, Returned } from '../../../src-main/owner/table/table.js'

type BedrockHandlers = {
  [C in Extract<PageOrder, `bedrock:${string}`>]: (payload: Payload<C>) => Result<Returned<C>>
}

const setup: BedrockSetup = {
  listener: { kind: 'listening', host: '0.0.0.0', port: 8_080 },
  waiting: [
    {
      id: 'c1',
      server: 'bedrock:1',
      player: 'Mia',
      from: '192.168.1.23',
      encrypted: true,
      since: '2026-01-19T10:30:00.000Z',
    },
  ],
  settings: { enabled: true, port: 8_080, network: true, encryption: true },
  addresses: ['192.168.1.20'],
}

const game: Server = {
  id: 'bedrock:1',
  name: 'Bedrock · Mia',
  kind: 'bedrock',
  state: 'online',
  capabilities: [],
  refused: [
    { id: 'world.block.get', reason: 'It needs the Gatehouse behavior pack in the world.', lack: 'pack' },
    { id: 'player.ban', reason: 'Bedrock has no command for it.', lack: 'no-command' },
  ],
}

export const bedrockOf = (add: (server: Server) => Result<Server>): BedrockHandlers => ({
  'bedrock:setup': () => ({ ok: true, value: setup }),
  'bedrock:accept': () => add(game),
  'bedrock:reject': () => ({ ok: true, value: null }),
  'bedrock:show-key': () => ({ ok: true, value: { key: 'K7QM2XPA' } }),
  'bedrock:renew-key': () => ({ ok: true, value: { key: 'R4TB9WLC' } }),
  'bedrock:install-pack': () => ({ ok: true, value: { file: '/home/mia/gatehouse.mcpack', wasOpened: false } }),
  'bedrock:copy': () => ({ ok: true, value: null }),
})
