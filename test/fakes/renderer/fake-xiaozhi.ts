/** Fake voice devices: one that is in use, one whose token was refused. */
import type { XiaozhiState } from '@shared/features/xiaozhi.js'
import type { Result } from '../../../src-main/owner/table/shapes.js'
import type { PageOrder, Payload, Returned } from '../../../src-main/owner/table/table.js'

type XiaozhiHandlers = {
  [C in Extract<PageOrder, `xiaozhi:${string}`>]: (payload: Payload<C>) => Result<Returned<C>>
}

const tool = (name: string, title: string, isRead: boolean, isOffered: boolean) => ({
  ...{ name, title, isRead, isOffered },
  description: title,
})

const choices = [
  tool('world_time_get', 'Read the time', true, true),
  tool('world_time_set', 'Set the time', false, true),
  tool('world_weather_set', 'Set the weather', false, true),
  tool('player_list', 'List the players', true, true),
  tool('chat_broadcast', 'Say something to everybody', false, true),
  tool('player_ban', 'Ban a player', false, false),
]

export const exampleXiaozhi = (now: number): readonly XiaozhiState[] => [
  {
    id: 'client:0a1b2c3e',
    name: 'Living room',
    place: 'wss://api.xiaozhi.me/mcp/',
    enabled: true,
    language: 'en',
    resultBytes: 1_024,
    phase: 'connected',
    since: new Date(now - 600_000).toISOString(),
    isInUse: true,
    last: {
      tool: 'world_time_set',
      answer: 'Waiting for your approval on the computer: "Set the time". Nothing is done yet.',
      at: new Date(now - 20_000).toISOString(),
    },
    waiting: 1,
    choices,
    dropsTools: false,
  },
  {
    id: 'client:0a1b2c3f',
    name: 'Kitchen',
    place: 'wss://home.example/mcp_endpoint/mcp/',
    enabled: true,
    language: 'zh',
    resultBytes: 10_240,
    phase: 'refused',
    since: new Date(now - 600_000).toISOString(),
    reason: '1008',
    isInUse: false,
    waiting: 0,
    choices,
    dropsTools: false,
  },
]

interface FakeDevices {
  xiaozhi: readonly XiaozhiState[]
}

export function xiaozhiOf(
  shell: FakeDevices,
  push: (channel: 'xiaozhi:changed', message: readonly XiaozhiState[]) => void,
): XiaozhiHandlers {
  const set = (xiaozhi: readonly XiaozhiState[]) => {
    shell.xiaozhi = xiaozhi
    push('xiaozhi:changed', xiaozhi)
    return { ok: true, value: null } as const
  }
  return {
    'xiaozhi:state': () => ({ ok: true, value: shell.xiaozhi }),
    'xiaozhi:test': () => ({ ok: true, value: { kind: 'open' } }),
    'xiaozhi:add': ({ name, language }) => {
      const [example] = exampleXiaozhi(Date.now())
      const { last: _last, ...first } = example as XiaozhiState
      set([...shell.xiaozhi, { ...first, name, language, isInUse: false, waiting: 0 }])
      return { ok: true, value: { id: first.id, isKept: true } }
    },
    'xiaozhi:change': ({ id, change: { tools, ...change } }) =>
      set(
        shell.xiaozhi.map((one) =>
          one.id === id ? { ...one, ...change, ...(Array.isArray(tools) && { tools }) } : one,
        ),
      ),
    'xiaozhi:readdress': () => ({ ok: true, value: { isKept: true } }),
    'xiaozhi:remove': ({ id }) => set(shell.xiaozhi.filter((one) => one.id !== id)),
    'xiaozhi:connect': () => ({ ok: true, value: null }),
  }
}
